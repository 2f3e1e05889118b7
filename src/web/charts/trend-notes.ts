import { signed, thousands } from '#shared/number-format.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import type { TrendPoint } from './trophy-points.ts'

/** A day and its change in trophies, without what a reset took. */
export type Extreme = { point: TrendPoint; change: number }

/** The days of the biggest gain and the biggest loss, resets left out; null when no day has one. */
export function extremes(points: readonly TrendPoint[]): { gain: Extreme | null; loss: Extreme | null } {
  const known = points.flatMap((point) =>
    point.change === null ? [] : [{ point, change: point.change - point.reset }],
  )
  const best = (sign: 1 | -1) =>
    known.reduce<Extreme | null>((top, one) => {
      return sign * one.change > Math.max(0, sign * (top?.change ?? 0)) ? one : top
    }, null)
  return { gain: best(1), loss: best(-1) }
}

/** What a reset took, in words; empty without one. */
export function resetText(reset: number): string {
  return reset === 0 ? '' : `a reset took ${thousands(Math.abs(reset))}`
}

/** What else happened on a day, in words: a reset, members who joined or left. Empty for changes by play alone. */
export function reasonFor({ reset, note }: TrendPoint): string {
  return [resetText(reset), note].filter(Boolean).join(', ')
}

/** What screen readers say of a day: `12 Nov: 48,214 trophies`. */
export function spokenPoint(point: TrendPoint): string {
  const day = dayLabel(point.date)
  if (point.value === null) return `${day}: not observed`
  const carried = point.observed ? '' : 'not observed that day'
  return [`${day}: ${thousands(point.value)} trophies`, carried, reasonFor(point)].filter(Boolean).join(', ')
}

/** The line in words: where it begins and ends, its gain, what resets took, the best day and the worst one. */
export function trendSummary(points: readonly TrendPoint[]): string {
  const known = points.filter((point) => point.value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first.value === null || last.value === null) return 'Nothing was observed in this timeframe.'
  const { gain, loss } = extremes(points)
  const reset = known.reduce((sum, point) => sum + point.reset, 0)
  const parts = [
    spanText(first, first.value, last),
    reset !== 0 && `Resets took ${thousands(Math.abs(reset))} on top; that counts as no loss.`,
    gain && `Best day: ${dayText(gain)}.`,
    loss && `Worst day: ${dayText(loss)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The gain counts from what was there before the first day, so the words begin there too. */
function spanText(first: TrendPoint, closed: number, last: TrendPoint): string {
  const before = closed - first.gained - first.reset
  const to = `${thousands(last.value ?? 0)} trophies on ${dayLabel(last.date)}`
  if (first === last && before === closed) return `${to}, the only day known.`
  const when = first.change === null ? 'when first seen on' : before === closed ? 'on' : 'before'
  return `From ${thousands(before)} trophies ${when} ${dayLabel(first.date)} to ${to}: ${signed(last.gained)}.`
}

function dayText({ point, change }: Extreme): string {
  const reason = reasonFor(point)
  return `${signed(change)} on ${dayLabel(point.date)}${reason && ` (${reason})`}`
}
