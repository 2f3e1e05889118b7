import { addDays, type CalendarDay, dayWindow } from '#shared/days.ts'
import { activeDays } from './activity.ts'
import { type ClubSeries, type DailySeries, spanDays, type WindowView, windowView } from './daily-series.ts'
import { clubGrowth, netGain } from './trophy-gain.ts'

/** One day of the trophy line, with the names of the API. */
type ProgressionDay = {
  date: CalendarDay
  /** Null before the first observation. */
  trophies: number | null
  /** Null with `trophy_change`. */
  trophies_changed: boolean | null
  /** The close less the close of the day before, resets included; null where one of them is not known. */
  trophy_change: number | null
  /** The part of the change that a reset took, 0 or less. */
  reset: number
  /** Whether there was an observation that day; else the close is carried forward. */
  observed: boolean
}

/** The window in figures: trophies, and numbers of days. */
type ProgressionSummary = {
  /** The first close in the window. */
  starting_trophies: number | null
  /** The gain, without what resets took. */
  total_gain: number | null
  /** The days over which the gain was made. */
  span_days: number
  peak_trophies: number | null
  active_days: number
  /** The largest daily rise and the largest daily fall without what resets took; 0 when there is none. */
  biggest_gain: number
  biggest_loss: number
  /** Known days. */
  observed_days: number
}

/** The end of the day before the window, from which its gain counts. */
type DayBefore = Pick<ProgressionDay, 'date' | 'observed'> & { trophies: number }

/** `before` is null where the first observation came later. */
type Progression = { before: DayBefore | null; progression_data: ProgressionDay[]; summary: ProgressionSummary }

/** The trophy line of the last `days` days, a row for each date, and its summary (docs/formulas.md#trophy-line). */
export function trophyProgression(series: DailySeries, days: number): Progression {
  const view = windowView(series, days)
  const progression = progressionDays(view)
  const changes = progression.map(({ trophy_change, reset }) => (trophy_change === null ? 0 : trophy_change - reset))
  const closes = view.dates.map((day) => day.close)
  return {
    before: dayBefore(series, view),
    progression_data: progression,
    summary: {
      starting_trophies: closes[0] ?? null,
      total_gain: netGain(view),
      span_days: spanDays(view),
      peak_trophies: closes.length === 0 ? null : Math.max(...closes),
      active_days: activeDays(view),
      biggest_gain: Math.max(0, ...changes),
      biggest_loss: Math.min(0, ...changes),
      observed_days: view.observedDays,
    },
  }
}

function dayBefore({ from, closes, before }: DailySeries, { today, days, closeBefore }: WindowView): DayBefore | null {
  if (closeBefore === null) return null
  const date = addDays(today, -days)
  const seen = date < from ? before?.day === date : (closes.at(-days - 1) ?? null) !== null
  return { date, trophies: closeBefore, observed: seen }
}

/** What came and went with members on a day of a club's line, in trophies; null where not known. */
type Moves = { joined: number | null; left: number | null }

/** The parts of a club's gain, which add up to it, in trophies; null where not known. */
type GainParts = {
  total_gain_played: number | null
  total_gain_joined: number | null
  total_gain_left: number | null
}

/** The same of a club, with what came and went with its members (docs/formulas.md#club-growth). */
export function clubProgression(
  club: ClubSeries,
  days: number,
): Pick<Progression, 'before'> & {
  progression_data: (ProgressionDay & Moves)[]
  summary: ProgressionSummary & GainParts
} {
  const { before, progression_data, summary } = trophyProgression(club, days)
  const { played, joined, left } = clubGrowth(club, days)
  const first = club.closes.length - days
  const moves = progression_data.map((day, index): ProgressionDay & Moves => ({
    ...day,
    joined: club.joined[first + index] ?? null,
    left: club.departed[first + index] ?? null,
  }))
  return {
    before,
    progression_data: moves,
    summary: { ...summary, total_gain_played: played, total_gain_joined: joined, total_gain_left: left },
  }
}

function progressionDays({ today, days, dates, closeBefore }: WindowView): ProgressionDay[] {
  const unobserved = days - dates.length
  let previous = closeBefore
  return dayWindow(today, days).map((date, index) => {
    const day = dates[index - unobserved]
    const change = day === undefined || previous === null ? null : day.close - previous
    previous = day?.close ?? previous
    return {
      date,
      trophies: day?.close ?? null,
      trophies_changed: change === null ? null : change !== 0,
      trophy_change: change,
      reset: day?.reset ?? 0,
      observed: day?.seen ?? false,
    }
  })
}
