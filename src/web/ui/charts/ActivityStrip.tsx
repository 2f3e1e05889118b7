import { signed } from '#web/format/abbreviate.ts'
import { NOT_OBSERVED } from './activity-words.ts'
import { dayLabel } from './day-label.ts'
import type { TrendPoint } from './observed-runs.ts'
import { type StripScale, stripScale } from './strip-scale.ts'

/** Each day as a bar up or down from a line, as tall as what was won or lost; resets are left out. */
export function ActivityStrip({ label, points }: { label: string; points: readonly TrendPoint[] }) {
  const scale = stripScale(points.map((point) => ownChange(point) ?? 0))
  const first = points[0]
  return (
    <div>
      <ol aria-label={label} className="flex h-26 items-stretch gap-[2px]">
        {points.map((point) => (
          <Day key={point.date} point={point} scale={scale} />
        ))}
      </ol>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm normal-nums text-mut">
        <span>{first && dayLabel(first.date)}</span>
        <span>today (UTC)</span>
      </p>
    </div>
  )
}

/** The change of a day without what a season reset took; null where it is not known. */
function ownChange({ change, reset }: TrendPoint): number | null {
  return change === null ? null : change - reset
}

function Day({ point, scale }: { point: TrendPoint; scale: StripScale }) {
  const change = ownChange(point)
  // A change on a day when nobody looked came to light by the next look.
  const known = change !== null && (point.observed || change !== 0)
  const text = `${dayLabel(point.date)}: ${known ? dayText(change) : point.observed ? 'first day seen' : 'not observed'}`
  return (
    <li className="relative min-w-0 flex-1" title={text}>
      <span className="sr-only">{text}</span>
      {known ? <Bar change={change} {...scale} /> : <Unseen {...scale} />}
    </li>
  )
}

function dayText(change: number): string {
  return change === 0 ? 'no change' : `${signed(change)} trophies`
}

function Bar({ change, line, tall }: StripScale & { change: number }) {
  if (change === 0)
    return <span className="absolute inset-x-0 -mb-0.5 h-1 rounded-full bg-h0" style={{ bottom: line }} />
  const height = Math.max(4, Math.abs(change) * tall)
  return (
    <span
      className={`absolute inset-x-0 rounded-[3px] ${change > 0 ? 'bg-good' : 'bg-bad'}`}
      style={{ bottom: change > 0 ? line : line - height, height }}
    />
  )
}

function Unseen({ line }: StripScale) {
  return <span className={`absolute inset-x-0 -mb-2 h-4 rounded-[3px] ${NOT_OBSERVED}`} style={{ bottom: line }} />
}
