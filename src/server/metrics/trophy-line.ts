import { type CalendarDay, dayWindow } from '#shared/days.ts'
import { activeDays } from './activity.ts'
import { type DailySeries, type WindowView, windowView } from './daily-series.ts'
import { netGain } from './trophy-gain.ts'

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
  peak_trophies: number | null
  active_days: number
  /** The largest daily rise and the largest daily fall, resets included; 0 when there is none. */
  biggest_gain: number
  biggest_loss: number
  observed_days: number
}

/** The trophy line of the last `days` days, a row for each date, and its summary (docs/formulas.md#trophy-line). */
export function trophyProgression(
  series: DailySeries,
  days: number,
): { progression_data: ProgressionDay[]; summary: ProgressionSummary } {
  const view = windowView(series, days)
  const progression = progressionDays(view)
  const changes = progression.map((day) => day.trophy_change ?? 0)
  const closes = view.observed.map((day) => day.close)
  return {
    progression_data: progression,
    summary: {
      starting_trophies: closes[0] ?? null,
      total_gain: netGain(view),
      peak_trophies: closes.length === 0 ? null : Math.max(...closes),
      active_days: activeDays(view),
      biggest_gain: Math.max(0, ...changes),
      biggest_loss: Math.min(0, ...changes),
      observed_days: closes.length,
    },
  }
}

function progressionDays({ today, days, observed, closeBefore }: WindowView): ProgressionDay[] {
  const unobserved = days - observed.length
  let previous = closeBefore
  return dayWindow(today, days).map((date, index) => {
    const day = observed[index - unobserved]
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
