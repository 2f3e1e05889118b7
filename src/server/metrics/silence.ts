import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { type MemberHistory, type WindowDay, windowView } from './daily-series.ts'

/** Days that are searched for a sign of play: the length of each series that a silence is told of. */
export const SILENCE_DAYS = 91

/** Days without play; `atLeast`: it may be longer. */
export type Silence = { days: number; atLeast: boolean }

/** What a silence is told by. */
export type Watched = Pick<MemberHistory, 'series' | 'lastChangeAt' | 'lastBattleAt'>

/**
 * `silent_days`: the known days after the last sign of play, a trophy change or a battle, within 91 days. It may be longer
 * where unknown days lie between, or where the last sign of play was not seen: the days after the first look count then.
 * Null where no day is known, or only that one, without play (docs/formulas.md#silent-days).
 */
export function silentDays(player: Watched): Silence | null {
  const { known, atLeast } = silentDates(player) ?? {}
  return known === undefined ? null : { days: known.length, atLeast: known.length > 0 && atLeast === true }
}

/** The known days of a silence, and whether there may be more; null as for `silentDays`. */
export function silentDates(player: Watched): { known: CalendarDay[]; atLeast: boolean } | null {
  const { today, dates } = windowView(player.series, SILENCE_DAYS)
  const end = 1 + dates.findLastIndex(({ known }) => known)
  if (end === 0) return null
  const first = addDays(today, 1 - dates.length)
  const dayAt = (index: number) => addDays(first, index)
  const last = lastPlayed(player, dates, first)
  // Who played on the day of the first look, before it, was not seen.
  const after = last ?? player.series.firstObserved
  const known: CalendarDay[] = []
  let unknown = 0
  for (const [index, day] of dates.slice(0, end).entries()) {
    if (after !== null && dayAt(index) <= after) continue
    if (day.known) known.push(dayAt(index))
    else unknown += 1
  }
  if (last === null && known.length === 0) return null
  return { known, atLeast: unknown > 0 || last === null || addDays(last, 1) < first }
}

/** The last day with a trophy change or a battle, also before the dates; null when none was seen. */
function lastPlayed(player: Watched, dates: readonly WindowDay[], first: CalendarDay): CalendarDay | null {
  const active = dates.findLastIndex(({ changes }) => changes >= 1)
  const days = [lastSign(player), active < 0 ? null : addDays(first, active)].filter((day) => day !== null)
  return days.toSorted().at(-1) ?? null
}

/** The day of the last trophy change or battle that was ever seen; null for none. */
export function lastSign({ lastChangeAt, lastBattleAt }: Omit<Watched, 'series'>): CalendarDay | null {
  const last = Math.max(lastChangeAt?.getTime() ?? 0, lastBattleAt?.getTime() ?? 0)
  return last === 0 ? null : dayOf(new Date(last))
}
