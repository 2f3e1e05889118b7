import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { isChosen } from './battle-counts.ts'
import type { CoveredSpan } from './battle-hours.ts'
import type { WindowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import type { Sides } from './player-side.ts'

/** What stored battles of some time tell: all of them, those on the ladder against people by result, and all by UTC hour. */
export type Played = { battles: number; wins: number; losses: number; hours: number[] }

const HOURS = 24
const AGAINST_PEOPLE = { family: 'ladder', lobby: 'people' } as const

/** Adds up the battles of some players from one moment up to another, in milliseconds since 1970. */
export function playedBattles(players: readonly Sides[], from: number, to: number): Played {
  const played: Played = { battles: 0, wins: 0, losses: 0, hours: Array<number>(HOURS).fill(0) }
  for (const sides of players) {
    sides.forEach((side) => {
      if (side.at < from || side.at >= to) return
      played.battles += 1
      const hour = Math.floor((side.at % DAY_MS) / HOUR_MS)
      played.hours[hour] = (played.hours[hour] ?? 0) + 1
      if (!isChosen(side, AGAINST_PEOPLE)) return
      if (side.result === 'win') played.wins += 1
      if (side.result === 'loss') played.losses += 1
    })
  }
  return played
}

/** How long every battle is known between two moments, in milliseconds. */
export function knownTime(spans: readonly CoveredSpan[], from: number, to: number): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
}

/** Less known time than this tells nothing of a usual day. */
const USUAL_DAYS = 3

/** Battles a day of known time, one decimal; null with fewer than 3 known days (docs/formulas.md#applicants). */
export function battlesADay(battles: number, knownMs: number): number | null {
  return knownMs < USUAL_DAYS * DAY_MS ? null : oneDecimal((battles * DAY_MS) / knownMs)
}

/**
 * The same, told from how often trophies changed on known days, where battle logs do not tell it; null with fewer than 3
 * of them (docs/formulas.md#applicants).
 */
export function estimatedBattlesADay({ dates, observedDays }: Pick<WindowView, 'dates' | 'observedDays'>) {
  const changes = dates.reduce((sum, day) => sum + day.changes, 0)
  return observedDays < USUAL_DAYS ? null : oneDecimal(changes / observedDays)
}

/** Fewer battles than this have no usual hours. */
const USUAL_BATTLES = 20

/**
 * How much of two plays lies in the same UTC hours: the sum over the hours of the smaller share, 0 to 100; null where
 * either has fewer than 20 battles (docs/formulas.md#applicants).
 */
export function hoursInCommon(one: Played, other: Played): number | null {
  if (one.battles < USUAL_BATTLES || other.battles < USUAL_BATTLES) return null
  const shares = one.hours.map((count, hour) => Math.min(count / one.battles, (other.hours[hour] ?? 0) / other.battles))
  return oneDecimal(100 * shares.reduce((sum, share) => sum + share, 0))
}

/** Fewer decided battles than this have no rate. */
const RATED_BATTLES = 10

/** Battles won on the ladder against people, in percent; null with fewer than 10 of them (docs/formulas.md#the-week). */
export function winRate({ wins, losses }: Pick<Played, 'wins' | 'losses'>): number | null {
  return wins + losses < RATED_BATTLES ? null : oneDecimal((100 * wins) / (wins + losses))
}
