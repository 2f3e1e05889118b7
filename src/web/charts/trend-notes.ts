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

/** What else happened on a day, in words: a reset, members who joined or left. Empty for changes by play alone. */
export function reasonFor({ reset, note }: TrendPoint): string {
  return [reset !== 0 && `beside a reset of ${signed(reset)}`, note].filter(Boolean).join(', ')
}

/** What screen readers say of a day: `12 Nov: 48,214 trophies`. */
export function spokenPoint(point: TrendPoint): string {
  const day = dayLabel(point.date)
  if (point.value === null) return `${day}: not observed`
  const carried = point.observed ? '' : ', not observed that day'
  const reset = point.reset === 0 ? '' : `, reset ${signed(point.reset)}`
  const note = point.note ? `, ${point.note}` : ''
  return `${day}: ${thousands(point.value)} trophies${carried}${reset}${note}`
}

/** The line in words: its first and last day, its gain, the biggest gain and the biggest loss. */
export function trendSummary(points: readonly TrendPoint[]): string {
  const known = points.filter((point) => point.value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first.value === null || last.value === null) return 'Nothing was observed in this timeframe.'
  const { gain, loss } = extremes(points)
  const total = last.gained
  const span =
    known.length === 1
      ? `${thousands(last.value)} trophies on ${dayLabel(last.date)}, the only day known${total === 0 ? '' : ` (${signed(total)})`}.`
      : `From ${thousands(first.value)} trophies on ${dayLabel(first.date)} to ${thousands(last.value)} on ${dayLabel(last.date)} (${signed(total)}).`
  const parts = [
    span,
    total !== last.value - first.value && gainNote(first, known),
    biggest('gain', gain),
    biggest('loss', loss),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Why the gain is not the difference between the two ends of the line. */
function gainNote(first: TrendPoint, known: readonly TrendPoint[]): string {
  const reset = known.reduce((sum, point) => sum + point.reset, 0)
  const start = first.change === null ? 'the first scan' : 'the day before'
  const reasons = [
    first.gained !== 0 && `counts from ${start} (${dayLabel(first.date)}: ${signed(first.gained)})`,
    reset !== 0 && `leaves resets out (${signed(reset)})`,
  ]
  return `This gain ${reasons.filter(Boolean).join(' and ')}.`
}

function biggest(kind: 'gain' | 'loss', extreme: Extreme | null): string | null {
  if (extreme === null) return null
  const reason = reasonFor(extreme.point)
  return `Biggest ${kind} ${signed(extreme.change)} on ${dayLabel(extreme.point.date)}${reason && ` (${reason})`}.`
}
