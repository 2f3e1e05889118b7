import { signed, thousands } from '#web/format/abbreviate.ts'
import { dayLabel } from './day-label.ts'
import type { TrendPoint } from './observed-runs.ts'

/** The change of a day without what a season reset took; null where it is not known. */
export function ownChange({ change, reset }: TrendPoint): number | null {
  return change === null ? null : change - reset
}

/** The days of the largest gain and the largest loss, resets left out; null where no day has one. */
export function extremes(points: readonly TrendPoint[]): { gain: Extreme | null; loss: Extreme | null } {
  const known = points.flatMap((point) => {
    const change = ownChange(point)
    return change === null ? [] : [{ point, change }]
  })
  const best = (sign: 1 | -1) =>
    known.reduce<Extreme | null>((top, one) => {
      return sign * one.change > Math.max(0, sign * (top?.change ?? 0)) ? one : top
    }, null)
  return { gain: best(1), loss: best(-1) }
}

/** A day and its own change. */
export type Extreme = { point: TrendPoint; change: number }

/** What is read out for a day: `12 Nov: 48,214 trophies`. */
export function spokenPoint(point: TrendPoint): string {
  const day = dayLabel(point.date)
  if (point.value === null) return `${day}: not observed`
  const carried = point.observed ? '' : ', not observed that day'
  const reset = point.reset === 0 ? '' : `, season reset ${signed(point.reset)}`
  return `${day}: ${thousands(point.value)} trophies${carried}${reset}`
}

/** The line in words, for those who do not see it and those in a hurry. */
export function trendSummary(points: readonly TrendPoint[]): string {
  const known = points.filter((point) => point.value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first.value === null || last.value === null) return 'Nothing was observed in this timeframe.'
  const { gain, loss } = extremes(points)
  const span =
    known.length === 1
      ? `${thousands(last.value)} trophies on ${dayLabel(last.date)}, the only day known.`
      : `From ${thousands(first.value)} trophies on ${dayLabel(first.date)} to ${thousands(last.value)} on ${dayLabel(last.date)} (${signed(last.value - first.value)}).`
  const reset = known.reduce((sum, point) => sum + point.reset, 0)
  return [
    span,
    reset !== 0 && `Season resets are ${signed(reset)} of that.`,
    gain && `Biggest gain ${signed(gain.change)} on ${dayLabel(gain.point.date)}.`,
    loss && `Biggest loss ${signed(loss.change)} on ${dayLabel(loss.point.date)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
