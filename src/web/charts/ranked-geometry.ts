import { curveMonotoneX, line } from 'd3-shape'
import { addDays, calendarDay, daysBetween } from '#shared/days.ts'
import { RANKED_TIERS, tierName } from '#shared/ranked-tiers.ts'
import { tierColour } from '#web/ui/TierEmblem.tsx'
import { dayTicks, linearScale, tickLabels, valueAxis } from './trend-geometry.ts'

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
  const rated = days.filter(isRated)
  const axis = valueAxis(
    rated.map(({ rating }) => rating),
    height,
  )
  const labels = tickLabels(axis.ticks)
  const letters = Math.max(0, ...labels.map(({ length }) => length))
  const box = { left: Math.ceil(letters * LETTER) + 10, right: width - 8, top: 10, bottom: height - 26, width, height }
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const toX = linearScale([Date.parse(first), Date.parse(last)], [box.left, box.right])
  const x = (date: string) => toX(Date.parse(date))
  const y = linearScale(axis.domain, [box.bottom, box.top])
  const path = line<Rated>(
    ({ date }) => x(date),
    ({ rating }) => y(rating),
  ).curve(curveMonotoneX)
  return {
    box,
    x,
    y,
    valueTicks: axis.ticks.map((value, index) => ({ value, y: y(value), label: labels[index] ?? '' })),
    dayTicks: labelled(first, last, box, x),
    bands: bandsOf(axis.domain, y),
    starts: days.filter(({ season_start }) => season_start).map(({ date }) => ({ date, x: x(date) })),
    stretches: stretchesOf(days).map((stretch) => ({
      key: stretch[0]?.date ?? '',
      line: path(stretch) ?? '',
      alone: stretch.length === 1 && stretch[0] ? { x: x(stretch[0].date), y: y(stretch[0].rating) } : null,
    })),
  }
}

/** About the width of a digit of a label, in pixels. */
const LETTER = 6.6

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

function labelled(first: string, last: string, box: { left: number; right: number }, x: (date: string) => number) {
  if (first === '') return []
  const from = calendarDay(first)
  return dayTicks(daysBetween(from, calendarDay(last)) + 1, box.right - box.left).map((index) => {
    const date = addDays(from, index)
    const at = x(date)
    const anchor =
      at > box.right - 20 ? ('end' as const) : at < box.left + 14 ? ('start' as const) : ('middle' as const)
    return { date, x: at, anchor }
  })
}
