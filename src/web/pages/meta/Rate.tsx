import { decimal, factsInWords, percent, signed } from '#shared/number-format.ts'
import { PLACES_FROM } from '#shared/rate-order.ts'
import { type RateBasis, rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { RateTrack, surenessOf } from '#web/ui/RateTrack.tsx'
import { Trend, trendOf } from '#web/ui/StatGrid.tsx'
import type { BrawlerRow } from './meta-search.ts'

export type Rate = Omit<BrawlerRow, 'brawler_id' | 'brawler_name' | 'tier'>
/** A corrected rate with what it is made of, as each week has it. */
type Corrected = Pick<Rate, 'rate' | 'wins' | 'losses' | 'draws' | 'corrected' | 'prior_weight'>

/** The battles that a rate is of; where there is none, showdowns. */
export function battlesOf({ wins, losses, draws, places }: Rate): number {
  return wins + losses + draws || (places?.battles ?? 0)
}

/** `41%, place 3.1`. `named`: says that it is the top half, where no column head does. */
export function Places({ places, named = false }: Pick<Rate, 'places'> & { named?: boolean }) {
  if (places === null) return null
  if (places.battles < PLACES_FROM) return <span className="text-sm text-mut">{t('meta.tooFew')}</span>
  const share = percent(places.top_half)
  return (
    <span className="whitespace-nowrap">
      <b className="font-semibold">{named ? t('meta.topHalf', { share }) : share}</b>{' '}
      <span className="text-sm text-mut">{t('meta.place', { place: decimal(places.mean_place) })}</span>
    </span>
  )
}

/** What there was, where it is too little for a rate: places of showdowns, or wins and losses. */
export function NoRate({ wins, losses, draws, places }: Pick<Rate, 'wins' | 'losses' | 'draws' | 'places'>) {
  if (wins + losses + draws === 0) return <Places places={places} named />
  return <span className="text-sm text-mut">{t('meta.wonLost', { wins, losses })}</span>
}

/** A corrected rate as a number and a bar with its range; with too few battles, what there was. */
export function WinRate({ rate: given, of, reach }: { rate: Rate; of: string; reach: number }) {
  const range = rangeOf(given)
  if (given.rate === null || range === null) return <NoRate {...given} />
  return (
    <span className="inline-flex items-center gap-x-2.5">
      <span className="min-w-9 text-end max-[479px]:order-1">
        <RateNumber rate={given} of={of} />
      </span>
      <RateTrack rate={given.rate} {...range} reach={reach} className="w-40 max-[479px]:w-20" />
    </span>
  )
}

/** The number of a corrected rate. A press tells how it came about. */
export function RateNumber({ rate, of }: { rate: Corrected; of: string }) {
  return (
    <ScoreExplain of="brawler_rate" about={of} inputs={inputsOf(rate)}>
      <b className="font-semibold">{percent(rate.rate ?? 0)}</b>
    </ScoreExplain>
  )
}

/** The numbers that a corrected rate was made of. */
export function inputsOf(rate: Corrected) {
  const { wins, losses, draws, corrected, prior_weight } = rate
  const range = rangeText(rate)
  return [
    [t('meta.winsLosses'), t('meta.and', { wins, losses })],
    ...(draws === 0 ? [] : [[t('meta.draws'), draws] as const]),
    ...(corrected === null ? [] : [[t('meta.corrected'), percent(corrected)] as const]),
    [t('meta.drawn'), t('meta.moreBattles', { count: prior_weight })],
    ...(range === null ? [] : [[t('chart.cases'), range] as const]),
  ] as const
}

/** Where a rate lies in 95 of 100 cases: `51 to 58%`; null without a rate. */
export function rangeText(rate: RateBasis): string | null {
  const range = rangeOf(rate)
  return range && t('meta.interval', { low: Math.round(range.low), high: percent(Math.round(range.high)) })
}

/** How far a rate can be trusted: `51 to 58%`, or `41 to 63%, unsure`. */
export function howSure(rate: Rate): string {
  const range = rangeText(rate)
  return range === null ? '' : factsInWords([range, surenessOf(rate.sample)])
}

/** Against the four weeks before, in percentage points. */
export function Change({ points }: { points: number }) {
  const trend = trendOf(Math.round(points * 10), pointsText(points))
  return (
    <span className="whitespace-nowrap">
      <Trend {...trend} />
    </span>
  )
}

/** In place of a change against weeks with too few battles. On a phone nothing stands there. */
export function NoChange() {
  return (
    <span title={t('meta.tooFew')} className="text-mut max-[479px]:hidden">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{t('meta.tooFew')}</span>
    </span>
  )
}

/** A change in percentage points: `+1.4 pts`. */
function pointsText(change: number): string {
  return t('meta.points', { change: signed(change, (size) => decimal(size)) })
}
