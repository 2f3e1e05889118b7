import type { ReactNode } from 'react'
import { BRAWLER_TIERS, type BrawlerTier, TIER_SHARES } from '#shared/brawler-tiers.ts'
import { mapName } from '#shared/game-names.ts'
import { decimal, factsInWords, formatThousands, percent } from '#shared/number-format.ts'
import { rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { RateTrack, reachOf, sideOf } from '#web/ui/RateTrack.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { LETTER } from './BrawlerTile.tsx'
import { Change, howSure, inputsOf, type Rate } from './Rate.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>
type Props = { overall: Rate; maps: OneBrawler['by_map']; name: string }

/** How often a brawler wins, with its range around a half, and on which maps it surely wins more, or less. */
export function Verdict({ overall, maps, name }: Props) {
  const { rate, pick_rate, stars_per_win, places } = overall
  return (
    <>
      <dl aria-label={t('meta.figures', { brawler: name })} className="grid gap-1">
        <LeadingRate overall={overall} name={name} />
        {overall.rate !== null && overall.change !== null && (
          <Line label={t('meta.change')} note={t('meta.against')}>
            <Change points={overall.change} />
          </Line>
        )}
        <Line label={t('meta.picked')} note={timesText(overall)}>
          {percent(pick_rate)}
        </Line>
        {(rate !== null || stars_per_win !== null) && (
          <Line label={t('meta.stars')}>
            <KnownNumber value={stars_per_win} format={(stars) => decimal(stars, 2)} />
          </Line>
        )}
        {places && (
          <Line label={t('meta.showdown')} note={t('meta.topHalfOf', { battles: places.battles })}>
            {percent(places.top_half)}
          </Line>
        )}
      </dl>
      <BestAndWorst maps={maps} />
    </>
  )
}

type LineProps = { label: string; note?: string; children: ReactNode }

function Line({ label, note, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-sm">{label}</dt>
      <dd className="font-semibold">{children}</dd>
      {note && <dd className="text-sm">{note}</dd>}
    </div>
  )
}

/** The rate in large digits beside its range on a ruler; with too few battles, what there was. */
function LeadingRate({ overall, name }: { overall: Rate; name: string }) {
  const { rate } = overall
  const range = rangeOf(overall)
  if (rate === null || range === null) return <TooFew overall={overall} />
  const reach = reachOf([range])
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <dt className="flex items-center gap-2">
        {t('meta.rate')}
        <ScoreExplain of="brawler_rate" about={name} inputs={inputsOf(overall)} />
      </dt>
      <dd className="flex w-full items-center gap-4" style={{ order: 1 }}>
        <b className="font-extrabold" style={LARGE}>
          {percent(rate)}
        </b>
        <span className="min-w-0 grow pt-5">
          <RateTrack rate={rate} {...range} reach={reach} className="w-full" />
          <span aria-hidden="true" dir="ltr" className="flex justify-between text-xs">
            {[50 - reach, 50, 50 + reach].map((share) => (
              <span key={share}>{percent(share)}</span>
            ))}
          </span>
        </span>
      </dd>
      <dd>{howSure(overall)}</dd>
    </div>
  )
}

const LARGE = { fontSize: 'clamp(3rem, 6vw, 4rem)', lineHeight: 1.1 }

/** What there was, where it is too little for a rate. Showdowns have a line of their own. */
function TooFew({ overall: { wins, losses, draws } }: { overall: Rate }) {
  if (wins + losses + draws === 0) return null
  return (
    <div className="mb-2">
      <dt className="text-sm">{t('meta.rate')}</dt>
      <dd className="text-2xl font-extrabold">{t('meta.wonLost', { wins, losses })}</dd>
    </div>
  )
}

/** How often it was picked. Of a showdown only the place of those is told whose own log it is. */
function timesText(overall: Rate): string {
  const { picks: count, wins, losses, draws, places } = overall
  const unknown = count - wins - losses - draws - (places?.battles ?? 0)
  const untold = unknown > 0 && t('meta.unknownResults', { count: formatThousands(unknown) })
  return factsInWords([t('meta.times', { count }), untold])
}

type RatedMap = OneBrawler['by_map'][number]

/** The best of the maps on which a brawler surely wins more than half of its battles, and the worst of the others. */
function extremesOf(maps: readonly RatedMap[]): { best: RatedMap | undefined; worst: RatedMap | undefined } {
  const rated = maps.filter(({ rate }) => rate !== null).toSorted((one, other) => (other.rate ?? 0) - (one.rate ?? 0))
  const isOn = (side: 'good' | 'bad') => (map: Rate) => sideOf(rangeOf(map)) === side
  return { best: rated.find(isOn('good')), worst: rated.findLast(isOn('bad')) }
}

function BestAndWorst({ maps }: { maps: readonly RatedMap[] }) {
  const { best, worst } = extremesOf(maps)
  if (!best && !worst) return null
  return <p className="mt-2 text-lg">{extremesText(best, worst)}</p>
}

/** Whether a brawler has maps with a rate, and none on which it surely wins more or less than half. */
export function noneStandsOut(maps: readonly RatedMap[]): boolean {
  const { best, worst } = extremesOf(maps)
  return !best && !worst && maps.some(({ rate }) => rate !== null)
}

function extremesText(best: RatedMap | undefined, worst: RatedMap | undefined): ReactNode {
  const mapOf = ({ map, event_id }: RatedMap) => <bdi className="font-semibold">{mapName(map, event_id)}</bdi>
  const rateOf = ({ rate }: RatedMap) => percent(rate ?? 0)
  const most = best && { best: mapOf(best), bestRate: rateOf(best) }
  const least = worst && { worst: mapOf(worst), worstRate: rateOf(worst) }
  if (most && least) return <Text id="meta.bestAndWorst" values={{ ...most, ...least }} />
  if (most) return <Text id="meta.bestOn" values={most} />
  return least && <Text id="meta.worstOn" values={least} />
}

/** The tiers from the best to the worst, each as wide as its share of all brawlers, with the brawler's own in colour. */
export function TierScale({ tier: own }: { tier: BrawlerTier }) {
  return (
    <div className="mt-1.5 max-w-md">
      <p className="sr-only">
        {t('meta.tiers')} {own}
      </p>
      <p aria-hidden="true" dir="ltr" className="flex items-center gap-0.5 text-center">
        {BRAWLER_TIERS.map((tier) => (
          <span
            key={tier}
            className={`rounded-sm ${tier === own ? `py-0.5 text-xl font-extrabold ${LETTER[tier]}` : 'border border-edge bg-raise py-0.5 text-xs'}`}
            style={{ flex: TIER_SHARES[tier] }}
          >
            {tier}
          </span>
        ))}
      </p>
      <p className="mt-1 text-xs">{t('meta.tiersShares')}</p>
    </div>
  )
}
