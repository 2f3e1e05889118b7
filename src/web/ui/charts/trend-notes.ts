import { signed, thousands } from '#web/format/abbreviate.ts'
import { dayLabel } from './day-label.ts'
import type { TrendPoint } from './observed-runs.ts'

/** The change of a day without what a season reset took. */
export function ownChange(point: TrendPoint): number {
  return point.change - point.reset
}

/** The days of the largest gain and the largest loss, resets left out; null where no day has one. */
export function extremes(points: readonly TrendPoint[]): { gain: TrendPoint | null; loss: TrendPoint | null } {
  const known = points.filter((point) => point.value !== null)
  const best = (sign: 1 | -1) =>
    known.reduce<TrendPoint | null>((top, point) => {
      const change = ownChange(point) * sign
      return change > 0 && (!top || change > ownChange(top) * sign) ? point : top
    }, null)
  return { gain: best(1), loss: best(-1) }
}

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
    gain && `Biggest gain ${signed(ownChange(gain))} on ${dayLabel(gain.date)}.`,
    loss && `Biggest loss ${signed(ownChange(loss))} on ${dayLabel(loss.date)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
