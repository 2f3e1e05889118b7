import type { ForecastReason } from '#shared/contract/forecast.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'
import { FARTHEST_DAYS, HISTORY_DAYS, LEAST_KNOWN } from '#shared/forecast-reason.ts'
import { computeOutlook, dailyGains, type Passage, type PlayedDays, type Question, whyNoForecast } from './forecast.ts'

const THOUSAND = 1000

/** A brawler's level of prestige by the most trophies that it ever had, and the trophies of the next level. */
export function nextThousand(highest: number): { level: number; target: number } {
  const level = Math.floor(highest / THOUSAND)
  return { level, target: (level + 1) * THOUSAND }
}

/** The trophies of a player's brawlers, by their ids, in the last profile of a day. */
export type BrawlerCloses = ReadonlyMap<CalendarDay, ReadonlyMap<number, number>>

/**
 * What each brawler won on the 28 days before that of the last look, which is not over: the changes from profile to profile
 * (docs/formulas.md#when-a-prestige-comes). Null where fewer than 14 of these days have a profile.
 */
export function brawlerDays(profiles: BrawlerCloses, today: CalendarDay): Map<number, PlayedDays> | null {
  const from = addDays(today, -HISTORY_DAYS)
  const dates = Array.from({ length: HISTORY_DAYS }, (_, day) => addDays(from, day))
  if (dates.filter((date) => profiles.has(date)).length < LEAST_KNOWN) return null
  const base = [...profiles].filter(([date]) => date < from).sort(([one], [other]) => (one < other ? 1 : -1))[0]
  const ids = new Set(dates.flatMap((date) => [...(profiles.get(date)?.keys() ?? [])]))
  return new Map(
    [...ids].map((id) => {
      const first = base?.[1].get(id)
      const before = base === undefined || first === undefined ? null : { day: base[0], close: first }
      const closes = dates.map((date) => profiles.get(date)?.get(id) ?? null)
      const { resets, active } = movesOf(closes, first ?? null)
      return [id, { gains: dailyGains({ closes, resets, before, from }).filter((gain) => gain !== null), active }]
    }),
  )
}

/** What a season end took, which lowers a brawler to 1,000, and on how many days a profile found other trophies. */
function movesOf(closes: readonly (number | null)[], before: number | null) {
  const resets = closes.map(() => 0)
  let last = before
  let active = 0
  for (const [index, close] of closes.entries()) {
    if (close === null) continue
    const isReset = last !== null && last > THOUSAND && close === THOUSAND
    if (isReset) resets[index] = close - (last ?? close)
    else if (last !== null && close !== last) active += 1
    last = close
  }
  return { resets, active }
}

/** Why there is no forecast of a brawler, of days that `brawlerDays` made; null where there is enough to make one. */
export function whyNoBrawlerForecast(days: ReadonlyMap<number, PlayedDays> | null, id: number): ForecastReason | null {
  if (days === null) return 'needs_profiles'
  return whyNoForecast(days.get(id) ?? NOT_PLAYED)
}

const NOT_PLAYED: PlayedDays = { gains: Array<number>(LEAST_KNOWN).fill(0), active: 0 }

type Asked = Pick<Question, 'today' | 'trophies' | 'target' | 'seed' | 'widening'>

/** In how many days a brawler has a number of trophies; null where too little is known, or it takes more than 90 days. */
export function brawlerPassage(played: PlayedDays | undefined, asked: Asked): Passage | null {
  if (played === undefined || whyNoForecast(played) !== null) return null
  return computeOutlook({ ...asked, gains: played.gains, days: FARTHEST_DAYS, fanDays: 0 }).passage
}
