import { Trophy } from 'lucide-react'
import { useId } from 'react'
import { activityText, wholeScore } from '#shared/bands.ts'
import { regionName } from '#shared/game-names.ts'
import { highlightWords } from '#shared/highlight-texts.ts'
import { TRENDING } from '#shared/limits.ts'
import { abbreviate, formatThousands, percent, signed } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { KnownNumber, Trend, trendOf } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

/** The answer that the sections of the page show in parts. */
export type Dashboard = Answer<'GET /api/browse/dashboard'>

type TrendingEntity = Dashboard['trending_this_week'][number]

type TrendingProps = { entities: readonly TrendingEntity[]; highlights: Dashboard['analytics_highlights'] }

/** The clubs and players with the largest growth this week: the first large, the others in rows. */
export function Trending({ entities, highlights }: TrendingProps) {
  const [first, ...others] = entities.slice(0, TRENDING)
  const explain = (
    <Explain label={t('platform.trendingHelp')}>
      <p>{t('platform.trendingWords')}</p>
    </Explain>
  )
  return (
    <Card title={t('platform.trending')} action={explain}>
      {first === undefined ? (
        <EmptyState title={t('platform.noTrending')} hint={t('platform.trendingHint')} />
      ) : (
        <div className={others.length > 0 ? 'grid gap-3 lg:grid-cols-[2fr_3fr] lg:gap-x-6' : ''}>
          <ol className="grid">
            <TrendingFirst entity={first} isClimber={highlights.some((highlight) => isClimber(highlight, first))} />
          </ol>
          {others.length > 0 && (
            <ol start={2} className="@container">
              {others.map((entity, place) => (
                <TrendingRow
                  key={`${entity.type}${entity.tag}`}
                  entity={entity}
                  place={place + 2}
                  most={first.metrics.trophy_growth_7d_percent}
                />
              ))}
            </ol>
          )}
        </div>
      )}
    </Card>
  )
}

const KIND = { club: 'ui.club', player: 'ui.player' } as const

type FirstProps = { entity: TrendingEntity; isClimber: boolean }

/** Who grows most, with what its figures count. The climber of the week is named here, and not once more below. */
function TrendingFirst({ entity: { tag, name, type, metrics }, isClimber }: FirstProps) {
  const growth = metrics.trophy_growth_7d_percent
  const won = signed(metrics.trophy_growth_7d_played, formatThousands)
  return (
    <li className="sea flex min-w-0 flex-col gap-6 rounded-md border border-edge p-3.5 pb-14 [--sea:18rem] hover:lift">
      <div className="flex flex-wrap items-center gap-3">
        <Monogram seed={tag} name={plainName(name)} className="size-24 rounded-md" />
        <div className="min-w-0">
          {isClimber && <p className="text-sm text-mut">{t('platform.climber')}</p>}
          <TrendingLink tag={tag} name={name} type={type} className="text-2xl" />
          <Kind type={type} trophies={metrics.trophies} />
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <p className="text-mut">
          <span className="block text-hero font-extrabold">
            <Trend {...trendOf(growth, signed(growth, percent))} />
          </span>
          {t('platform.largestPercent')}
        </p>
        <p className="text-mut">
          <span className="block text-hero font-extrabold text-ink">{won}</span>
          {t('browse.won')}
        </p>
      </div>
      <Dolphin className="h-24 w-28 shrink-0 self-end" />
    </li>
  )
}

const isClimber = ({ kind, entity_tag }: Dashboard['analytics_highlights'][number], first?: TrendingEntity) =>
  kind === 'climber' && entity_tag === first?.tag

type LinkProps = Pick<TrendingEntity, 'tag' | 'name' | 'type'> & { className?: string }

/** The whole row or card that it stands in leads to the club or player. */
function TrendingLink({ tag, name, type, className = '' }: LinkProps) {
  return (
    <EntityLink
      to={type === 'club' ? '/club/$tag' : '/player/$tag'}
      tag={tag}
      name={name}
      className={`static! block font-semibold wrap-anywhere text-ink! no-underline! after:absolute after:inset-0 after:rounded-md ${className}`}
    />
  )
}

function Kind({ type, trophies }: { type: TrendingEntity['type']; trophies: number }) {
  return (
    <span className="flex items-center gap-1 text-sm leading-tight text-mut">
      {t(KIND[type])} · <Trophy size={13} aria-hidden="true" />
      <Text id="club.trophiesOf" values={{ trophies: abbreviate(trophies), said: saidOnly }} />
    </span>
  )
}

/** `most`: the growth of the first, beside which the bar is drawn. */
type RowProps = { entity: TrendingEntity; place: number; most: number }

function TrendingRow({ entity, place, most }: RowProps) {
  const { tag, name, type, metrics } = entity
  const growth = metrics.trophy_growth_7d_percent
  return (
    <li className="relative -mx-2 flex min-w-0 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raise">
      <span className="w-5 shrink-0 text-center text-sm font-semibold text-mut">{place}</span>
      <Monogram seed={tag} name={plainName(name)} className="size-9 rounded-sm @max-[16rem]:hidden" />
      <div className="min-w-0 flex-1">
        <TrendingLink tag={tag} name={name} type={type} />
        <Kind type={type} trophies={metrics.trophies} />
      </div>
      <Bar
        share={most > 0 ? Math.max(2, (100 * growth) / most) : 0}
        tone="bg-linear-to-r from-h2 to-acc"
        className="h-2.5 w-40 shrink-0 max-sm:hidden"
      />
      <p className="min-w-24 shrink-0 text-end">
        <span className="block text-lg font-extrabold">
          <Trend {...trendOf(growth, signed(growth, percent))} />
        </span>
        <span className="block text-sm text-mut">{signed(metrics.trophy_growth_7d_played)}</span>
      </p>
    </li>
  )
}

type HighlightsProps = {
  highlights: Dashboard['analytics_highlights']
  /** Who stands first in the list above; absent where nobody does. */
  trending: TrendingEntity | undefined
}

/** What stands out among all tracked clubs and players. The climber is left out where the list above begins with it. */
export function Highlights({ highlights: all, trending }: HighlightsProps) {
  const heading = useId()
  const highlights = all.filter((highlight) => !isClimber(highlight, trending))
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-lg font-semibold">
        {t('platform.highlights')}
      </h2>
      {highlights.length === 0 ? (
        <EmptyState title={t('platform.noHighlights')} hint={t('platform.highlightsHint')} />
      ) : (
        <>
          {/* Of five, one is alone in the first row, or two in the first row of a wide screen: no cell is empty. */}
          <ul className={`grid gap-3 sm:grid-cols-2 ${COLUMNS[highlights.length] ?? 'lg:grid-cols-3'}`}>
            {highlights.map((highlight, place) => (
              <HighlightTile
                key={highlight.title}
                highlight={highlight}
                span={highlights.length === 5 ? (SPANS_OF_FIVE[place] ?? 'lg:col-span-2') : ''}
              />
            ))}
          </ul>
          <p className="mt-2 text-sm text-mut">{t('platform.ties')}</p>
        </>
      )}
    </section>
  )
}

/** The grid on a wide screen, by the number of highlights. */
const COLUMNS: { [count: number]: string } = { 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-6' }

/** The first two of five; the others are narrower. */
const SPANS_OF_FIVE = ['sm:col-span-full lg:col-span-3', 'lg:col-span-3']

type Highlight = Dashboard['analytics_highlights'][number]

/** `span`: the columns of the grid that it takes. */
function HighlightTile({ highlight, span }: { highlight: Highlight; span: string }) {
  const { entity_type, entity_tag, entity_name, kind } = highlight
  // An answer that was kept for times without a network may be older than the field.
  const { title, metric, description } = kind === undefined ? highlight : highlightWords(highlight)
  return (
    <li className={`min-w-0 rounded-lg border border-edge bg-card p-4 ${span}`}>
      <h3 className="text-sm text-mut">
        {title}
        <b className="block text-hero font-extrabold text-acc">{metric}</b>
      </h3>
      <div className="mt-1 flex items-center gap-2.5">
        <Monogram seed={entity_tag} name={plainName(entity_name)} className="size-9 rounded-sm" />
        <p className="min-w-0 leading-tight">
          <EntityLink
            to={entity_type === 'club' ? '/club/$tag' : '/player/$tag'}
            tag={entity_tag}
            name={entity_name}
            className="font-semibold wrap-anywhere"
          />
          <span className="block text-sm text-mut">{description}</span>
        </p>
      </div>
    </li>
  )
}

type Region = Dashboard['regional_insights'][number]

/** How active the regions are, the most active first, and the best of each, a club first. `tracked`: all of both. */
export function RegionalInsights({ regions, tracked }: { regions: readonly Region[]; tracked: number }) {
  const elsewhere = tracked - regions.reduce((sum, { entity_count }) => sum + entity_count, 0)
  const known = regions
    .filter(({ entity_count }) => entity_count > 0)
    .toSorted((one, other) => (other.avg_activity_score ?? -1) - (one.avg_activity_score ?? -1))
  const explain = (
    <Explain label={t('platform.regionsHelp')}>
      <p>{t('platform.regionsWords')}</p>
    </Explain>
  )
  return (
    <Card title={t('platform.regions')} action={explain}>
      {known.length === 0 ? (
        <EmptyState title={t('platform.noRegions')} hint={t('platform.regionsHint')} />
      ) : (
        <>
          <ul>
            {known.map((region) => (
              <RegionInsight key={region.region} region={region} />
            ))}
          </ul>
          {elsewhere > 0 && (
            <p className="text-sm text-mut">{t('platform.elsewhere', { count: formatThousands(elsewhere) })}</p>
          )}
        </>
      )}
    </Card>
  )
}

/** One row: all bars begin and end at the same places. */
function RegionInsight({ region: { region, entity_count, avg_activity_score, top_performers } }: { region: Region }) {
  const players = top_performers.filter(({ type }) => type === 'player')
  const best = [...top_performers.filter(({ type }) => type === 'club').slice(0, 1), ...players].slice(0, 2)
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-edge py-3.5 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-xl font-extrabold">{regionName(region)}</span>
          <span className="text-sm text-mut">{t('platform.trackedIn', { count: entity_count })}</span>
        </h3>
        <dl className="mt-1 flex items-center gap-3">
          <dt className="text-sm text-mut">{t('ui.activity')}</dt>
          <dd aria-hidden="true" className="flex-1">
            <Bar share={avg_activity_score} tone="bg-linear-to-r from-h2 to-acc" className="h-2.5" />
          </dd>
          <dd className="min-w-12 text-end text-xl font-extrabold">
            <KnownNumber value={avg_activity_score} format={activityText} />
          </dd>
        </dl>
      </div>
      <ul className="grid grid-cols-2 gap-3 empty:hidden">
        {best.map((entity) => (
          <li key={`${entity.type}${entity.tag}`} className="min-w-0">
            <Best {...entity} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function Best({ tag, name, type, score }: Region['top_performers'][number]) {
  const isClub = type === 'club'
  return (
    <div className="flex items-center gap-2.5">
      <Monogram seed={tag} name={plainName(name)} className="size-11 rounded-md" />
      <div className="min-w-0 leading-tight">
        <EntityLink
          to={isClub ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={name}
          className="font-semibold wrap-anywhere"
        />
        <p className="text-sm text-mut">
          {t(isClub ? 'ui.activity' : 'ui.performance')}{' '}
          <b className="font-semibold text-ink">{isClub ? percent(score) : wholeScore(score)}</b>
        </p>
      </div>
    </div>
  )
}
