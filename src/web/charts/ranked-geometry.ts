import { curveMonotoneX, line } from 'd3-shape'
import { addDays, calendarDay, daysBetween } from '#shared/days.ts'
import { RANKED_TIERS, tierName } from '#shared/ranked-tiers.ts'
import { tierColour } from '#web/ui/TierEmblem.tsx'
import { plotOf } from './trend-geometry.ts'

/** A day with a profile that tells of the Ranked mode. */
export type RankedDay = {
  date: string
  tier: string | null
  rating: number | null
  season_start: boolean
}

/**
 * Where the line of a rating is drawn, in pixels from the upper left corner. A season start ends one stretch and begins
 * the next, so that no line falls there.
 */
export function rankedGeometry(days: readonly RankedDay[], width: number, height: number) {
  const ratings = days.filter(isRated).map(({ rating }) => rating)
  const plot = plotOf(ratings, datesOf(days), width, height)
  const { domain, x, y } = plot
  const path = line<Rated>(
    ({ date }) => x(date),
    ({ rating }) => y(rating),
  ).curve(curveMonotoneX)
  return {
    ...plot,
    bands: bandsOf(domain, y),
    starts: days.filter(({ season_start }) => season_start).map(({ date }) => ({ date, x: x(date) })),
    stretches: stretchesOf(days).map((stretch) => ({
      key: stretch[0]?.date ?? '',
      line: path(stretch) ?? '',
      alone: stretch.length === 1 && stretch[0] ? { x: x(stretch[0].date), y: y(stretch[0].rating) } : null,
    })),
  }
}

/** All dates from the first day to the last: profiles do not come every day. */
function datesOf(days: readonly RankedDay[]): string[] {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = calendarDay(first.date)
  return Array.from({ length: daysBetween(from, calendarDay(last.date)) + 1 }, (_, index) => addDays(from, index))
}

type Rated = RankedDay & { rating: number }

function isRated(day: RankedDay): day is Rated {
  return day.rating !== null
}

/** Successive days with a rating, within one season. */
export function stretchesOf(days: readonly RankedDay[]): Rated[][] {
  const stretches: Rated[][] = [[]]
  for (const day of days) {
    if (day.season_start || !isRated(day)) stretches.push([])
    if (isRated(day)) stretches.at(-1)?.push(day)
  }
  return stretches.filter(({ length }) => length > 0)
}

/** The tiers between two ratings, each from where it begins to where the next one does. */
function bandsOf([low, high]: readonly [number, number], y: (rating: number) => number) {
  return RANKED_TIERS.flatMap(({ name, from }, index) => {
    const next = RANKED_TIERS[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const [start, end] = [Math.max(low, from), Math.min(high, next)]
    if (start >= end) return []
    return [{ name: tierName(name), colour: tierColour(index + 1), top: y(end), bottom: y(start) }]
  })
}
