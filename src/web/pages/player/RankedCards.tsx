import { type ReactNode, useState } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { factsInWords, formatThousands, percent } from '#shared/number-format.ts'
import { RANKED_TIERS, tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerBattlesQuery, playerQuery, playerRankedQuery } from '#web/app/entity-queries.ts'
import { useArt, useQuery } from '#web/app/queries.ts'
import { RankedLine } from '#web/charts/RankedLine.tsx'
import { type Rated, sampleText } from '#web/charts/WinRate.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { TEXT_BUTTON } from '#web/ui/Button.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Explain } from '#web/ui/Explain.tsx'
import { Road } from '#web/ui/Road.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { useServed } from '#web/ui/served.ts'
import { Text } from '#web/ui/Text.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'

type Props = { tag: string; days: Timeframe }
type RankedAnswer = Answer<'GET /api/browse/player/{tag}/ranked'>
type Ranked = NonNullable<RankedAnswer['ranked']>
type Standing = Pick<Ranked, 'tier' | 'tier_place' | 'rating'>

/** Where a player stands in the Ranked mode, and the prestige of their brawlers. */
export function RankedCards({ tag, days }: Props) {
  // As with the battles, the server renders the page without these figures.
  const served = useServed()
  const result = useQuery({ ...playerRankedQuery(tag, days), enabled: !served })
  // Until then the folded cards show what the player's own answer knows of it.
  const { data: player } = useQuery(playerQuery(tag))
  const { ranked, prestige } = result.data ?? inShort(player)
  return (
    <>
      <AnalyticsCard
        title={t('player.ranked')}
        id="ranked"
        foldedWide
        fold={ranked === undefined ? '' : <FoldedTier ranked={ranked} />}
        action={<RankedExplain />}
        result={result}
        failure={t('player.rankedFailed')}
        loading={t('player.rankedLoading')}
        shape="h-90 rounded-md"
      >
        {(answer) => <RankedPart tag={tag} days={days} answer={answer} />}
      </AnalyticsCard>
      <AnalyticsCard
        title={t('score.prestige')}
        id="prestige"
        foldedWide
        fold={prestige === undefined ? '' : prestigeLine(prestige)}
        action={<PrestigeExplain />}
        result={result}
        failure={t('player.rankedFailed')}
        loading={t('player.prestigeLoading')}
        shape="h-90 rounded-md"
      >
        {(answer) => <PrestigePart prestige={answer.prestige} />}
      </AnalyticsCard>
    </>
  )
}

type InShort = {
  ranked?: (Standing & Partial<Pick<Ranked, 'next_tier'>>) | null
  prestige?: (Pick<Prestige, 'total'> & Partial<Pick<Prestige, 'next'>>) | null
}

function inShort(player: Answer<'GET /api/browse/player/{tag}'> | undefined): InShort {
  if (!player) return {}
  return { ranked: player.ranked, prestige: player.prestige === null ? null : { total: player.prestige } }
}

/** The line of the folded card: what a player looks for first. */
function FoldedTier({ ranked }: { ranked: NonNullable<InShort['ranked']> | null }) {
  if (ranked === null) return t('ui.notKnownYet')
  return (
    <span className="flex items-center gap-2">
      <TierEmblem place={ranked.tier_place} className="size-6" />
      <span className="min-w-0">
        {ranked.next_tier ? (
          <Text
            id="player.tierAndNext"
            values={{ tier: <TierName {...ranked} />, missing: missingText(ranked.next_tier) }}
          />
        ) : (
          <TierName {...ranked} />
        )}
      </span>
    </span>
  )
}

function TierName({ tier, rating }: Standing) {
  return (
    <bdi>
      {tier !== null && tierName(tier)}
      {tier === null &&
        (rating === null ? t('club.tierUnknown') : t('player.rating', { rating: formatThousands(rating) }))}
    </bdi>
  )
}

/** `250 to Mythic II`. */
function missingText({ tier, rating_missing }: NextTier): string {
  return t('player.toTier', { rating: formatThousands(rating_missing), tier: tierName(tier) })
}

function RankedPart({ tag, days, answer }: Props & { answer: RankedAnswer }) {
  const { ranked, ranked_days } = answer
  const hasLine = ranked_days.filter(({ rating }) => rating !== null).length > 1
  if (ranked === null) {
    return <p className="text-mut">{t('player.rankedLater')}</p>
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Now ranked={ranked} lastSeen={answer.last_updated} />
      <div
        className={`grid grid-cols-1 gap-x-6 gap-y-4 ${hasLine ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : ''}`}
      >
        <dl
          className={`grid grid-cols-2 content-start gap-x-4 gap-y-3 sm:grid-cols-3 ${hasLine ? 'lg:grid-cols-none' : ''}`}
        >
          <Best label={t('player.seasonBest')} standing={ranked.season_best} />
          <Best label={t('player.allTimeBest')} standing={ranked.best} note={bestNote(ranked.best)} />
          <RankedWins tag={tag} days={days} />
        </dl>
        {hasLine && <RatingLine days={ranked_days.filter(({ tier, rating }) => (tier ?? rating) !== null)} />}
      </div>
    </div>
  )
}

function Now({ ranked, lastSeen }: { ranked: Ranked; lastSeen: string }) {
  const { tier_place: place, rating, next_tier: next, as_of } = ranked
  return (
    <div className="grid grid-cols-1 items-end gap-x-6 lg:grid-cols-[2fr_3fr]">
      <div className="flex items-center gap-3.5">
        <TierEmblem place={place} className="h-16 w-14" />
        <div className="min-w-0">
          <p className="text-xl font-extrabold">
            <TierName {...ranked} />
          </p>
          {rating !== null && ranked.tier !== null && (
            <p className="text-mut">{t('player.rating', { rating: formatThousands(rating) })}</p>
          )}
          {place === 0 && <p className="text-mut">{t('player.noPlacement')}</p>}
          {as_of !== null && as_of < lastSeen.slice(0, 10) && (
            <p className="text-sm text-mut">{t('player.lastTold', { day: shortDay(as_of) })}</p>
          )}
        </div>
      </div>
      {next && rating !== null && (
        <div>
          <Road
            from={tierStart(next) === 0 ? '' : formatThousands(tierStart(next))}
            share={shareOfTier(rating, next)}
            goal={<TierEmblem place={next.tier_place} className="size-9" />}
          />
          <p className="mt-1 text-end font-semibold">{missingText(next)}</p>
        </div>
      )}
      {place === RANKED_TIERS.length && <p className="mt-2 text-mut">{t('player.topTier')}</p>}
    </div>
  )
}

/** How much of the present tier is done, in percent. */
function shareOfTier(rating: number, next: NextTier): number {
  const from = tierStart(next)
  return (100 * (rating - from)) / (rating + next.rating_missing - from)
}

type NextTier = NonNullable<Ranked['next_tier']>

/** The rating at which the tier before the next one begins. */
function tierStart({ tier_place }: NextTier): number {
  return RANKED_TIERS[tier_place - 2]?.from ?? 0
}

type BestProps = { label: string; standing: Standing | null; note?: string }

function Best({ label, standing, note }: BestProps) {
  return (
    <div>
      <dt className="text-sm text-mut">{label}</dt>
      <dd className="mt-0.5 flex items-center gap-2">
        {standing === null ? (
          <KnownNumber value={null} />
        ) : (
          <>
            <TierEmblem place={standing.tier_place} className="size-8" />
            <span className="min-w-0">
              <b className="block leading-tight">
                <TierName {...standing} />
              </b>
              {standing.rating !== null && standing.tier !== null && (
                <span className="text-sm text-mut">{formatThousands(standing.rating)}</span>
              )}
            </span>
          </>
        )}
      </dd>
      {note && <dd className="text-sm text-mut">{note}</dd>}
    </div>
  )
}

/** When the best ever was first seen; it may be older than what is known. */
function bestNote(best: Ranked['best']): string {
  if (best === null) return ''
  return best.first_seen === null ? t('player.before') : shortDay(best.first_seen)
}

/** How many battles of the Ranked mode were won in the timeframe. */
function RankedWins({ tag, days }: Props) {
  const { data } = useQuery(playerBattlesQuery(tag, { days, family: 'ranked', lobby: 'people' }))
  if (!data) return null
  const { totals } = data
  return (
    <div className="max-sm:col-span-2">
      <dt className="text-sm text-mut">{t('player.winsIn', { days })}</dt>
      <dd className="mt-0.5">{winsOf(totals)}</dd>
    </div>
  )
}

function winsOf(totals: Rated): ReactNode {
  const { battles, wins, losses, rate } = totals
  if (battles === 0) return <span className="text-mut">{t('player.noBattle')}</span>
  if (rate === null) return sampleText(totals)
  return (
    <>
      <b className="block leading-tight">{t('player.likely', { rate: percent(rate) })}</b>
      <span className="text-sm text-mut">
        {t('player.winsOf', { wins, battles: wins + losses, sure: sampleText(totals) })}
      </span>
    </>
  )
}

function RatingLine({ days }: { days: RankedAnswer['ranked_days'] }) {
  const starts = days.filter(({ season_start }) => season_start)
  return (
    <div className="min-w-0 lg:order-first">
      <RankedLine days={days} />
      {starts.length > 0 && (
        <p className="mt-1 text-sm text-mut">
          {starts.length === 1 ? t('player.dashed', { day: shortDay(starts[0]?.date ?? '') }) : t('player.dashedMore')}
        </p>
      )}
    </div>
  )
}

function RankedExplain() {
  return (
    <Explain label={t('player.ranked')}>
      <p>{t('player.rankedAbout')}</p>
      <p>{t('player.rankedSeasons')}</p>
    </Explain>
  )
}

type Prestige = NonNullable<RankedAnswer['prestige']>

function prestigeLine(prestige: NonNullable<InShort['prestige']> | null): string {
  if (prestige === null) return t('ui.notKnownYet')
  const [first] = prestige.next ?? []
  const total = prestige.total === null ? '' : t('player.prestigeInAll', { levels: prestige.total })
  const next =
    first === undefined
      ? ''
      : t('player.brawlerToGo', { brawler: first.name, trophies: formatThousands(first.trophies_missing) })
  return factsInWords([total, next]) || t('ui.notKnownYet')
}

function PrestigePart({ prestige }: { prestige: Prestige | null }) {
  const [all, setAll] = useState(false)
  if (prestige === null) {
    return <p className="text-mut">{t('player.prestigeLater')}</p>
  }
  const { total, next, reached, streaks } = prestige
  return (
    <div className="grid grid-cols-1 gap-3 gap-x-10 lg:grid-cols-2">
      <p className="col-span-full">
        <Text
          id="player.levelsInAll"
          values={{
            total: <KnownNumber value={total} />,
            levels: total ?? 0,
            b: (content) => <span className="text-2xl font-extrabold">{content}</span>,
            mut: (content) => <span className="text-mut">{content}</span>,
          }}
        />
      </p>
      {next.length > 0 && (
        <section aria-label={t('player.nearPrestige')}>
          <header className="mb-1 flex items-center justify-between">
            <h3 className="font-semibold">{t('player.nearPrestige')}</h3>
            {next.length > NEAREST && (
              <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className={`${TEXT_BUTTON} -me-3`}>
                {all ? t('ui.firstRows', { rows: NEAREST }) : t('ui.allRows', { rows: next.length })}
              </button>
            )}
          </header>
          <ul className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5">
            {(all ? next : next.slice(0, NEAREST)).map((brawler) => (
              <Nearest key={brawler.brawler_id} brawler={brawler} />
            ))}
          </ul>
        </section>
      )}
      {reached.length > 0 && (
        <section aria-label={t('player.newlyReached')}>
          <h3 className="mb-1 font-semibold">{t('player.newlyReached')}</h3>
          <ul>
            {reached.slice(0, NEWEST).map(({ brawler_id, name, level, first_seen }) => (
              <li key={`${brawler_id} ${level}`} className="flex justify-between gap-3 py-0.5">
                <span className="min-w-0">
                  <Text id="player.brawlerPrestige" values={{ brawler: <bdi>{name}</bdi>, level }} />
                </span>
                <span className="text-sm whitespace-nowrap text-mut">{shortDay(first_seen)}</span>
              </li>
            ))}
          </ul>
          {reached.length > NEWEST && (
            <p className="text-sm text-mut">{t('player.more', { levels: formatThousands(reached.length - NEWEST) })}</p>
          )}
        </section>
      )}
      {streaks.length > 0 && (
        <p className="col-span-full text-sm text-mut">
          {t('player.winStreaks', { brawlers: streaksText(streaks.slice(0, NEWEST)) })}
        </p>
      )}
    </div>
  )
}

const streaksText = (streaks: Prestige['streaks']) => factsInWords(streaks.map(({ name, wins }) => `${name} ${wins}`))

/** So many stand there at first; further ones on demand. */
const [NEAREST, NEWEST] = [3, 3]
const THOUSAND = 1000

/** A brawler on the way to its next level: `Poco`, a bar, `31 to go`. When that may come is told by the forecast. */
function Nearest({ brawler }: { brawler: Prestige['next'][number] }) {
  const { brawler_id, name, level, trophies_missing: missing } = brawler
  const art = useArt('brawler', brawler_id)
  return (
    <li className="col-span-full grid grid-cols-subgrid items-center py-1">
      <Avatar art={art} seed={`brawler ${brawler_id}`} name={name} className="size-8 rounded-sm" />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <Bar share={100 - (100 * missing) / THOUSAND} colour="var(--c2)" className="mt-1 h-1.5" />
      </span>
      <span className="text-end">
        <b>{t('player.toGo', { trophies: formatThousands(missing) })}</b>
        <span className="block text-sm text-mut">{t('player.toPrestige', { level: level + 1 })}</span>
      </span>
    </li>
  )
}

function PrestigeExplain() {
  return (
    <Explain label={t('score.prestige')}>
      <p>{t('player.prestigeAbout')}</p>
      <p>{t('player.prestigeBars')}</p>
    </Explain>
  )
}
