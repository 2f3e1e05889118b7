import { useMemo, useState } from 'react'
import { signed, thousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import type { EntityType } from '#shared/tag.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import { PlotSlider, TrendAxes, useWidth } from './PlotFrame.tsx'
import { PAIR_LINES } from './pair-lines.ts'
import { type Geometry, trendGeometry } from './trend-geometry.ts'
import { sinceStart, type TrendPoint } from './trophy-points.ts'

type PairSide = { name: string; points: readonly TrendPoint[] }

/** A player wins trophies. A club only changes: members who join or leave bring or take theirs. */
const WORDS = {
  player: ['Trophies won, resets left out.', 'Show what was won'],
  club: ['Change, resets left out. Members who join or leave move it too.', 'Show the change'],
} as const

type Props = { type: EntityType; a: PairSide; b: PairSide; height?: number }

/** Two trophy lines on one axis: as their gain since the start of the timeframe, or as all trophies. */
export function PairChart({ type, a, b, height = 264 }: Props) {
  const [gains, setGains] = useState(true)
  const [caption, action] = WORDS[type]
  const [box, width] = useWidth<HTMLDivElement>(640)
  const lines = useMemo(() => {
    const [left, right] = gains ? [sinceStart(a.points), sinceStart(b.points)] : [a.points, b.points]
    return { a: left, b: right, all: [...left, ...right] }
  }, [a.points, b.points, gains])
  const geometry = useMemo(
    () => ({
      a: trendGeometry(lines.a, width, height, lines.all),
      b: trendGeometry(lines.b, width, height, lines.all),
    }),
    [lines, width, height],
  )
  return (
    <figure aria-label="Trophies of both">
      <div ref={box} className="relative min-w-0" style={{ height }}>
        <PairPlot geometry={geometry} />
        <PairReader a={{ ...a, points: lines.a }} b={{ ...b, points: lines.b }} geometry={geometry.a} gains={gains} />
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-mut">
        <span>{gains ? caption : 'Trophies of each day.'} Days are UTC.</span>
        <button type="button" aria-pressed={!gains} onClick={() => setGains(!gains)} className="link min-h-6">
          {gains ? 'Show all trophies' : action}
        </button>
      </figcaption>
    </figure>
  )
}

/** Both lines over the same axes. Days that were not observed leave a gap. */
function PairPlot({ geometry }: { geometry: Record<'a' | 'b', Geometry> }) {
  const { width, height } = geometry.a.box
  return (
    <svg width={width} height={height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry.a} />
      {(['a', 'b'] as const).map((side) => (
        <g key={side}>
          {geometry[side].stretches.map(({ key, line, alone }) =>
            alone ? (
              <circle key={key} cx={alone.x} cy={alone.y} r="3.5" fill={PAIR_LINES[side].stroke} />
            ) : (
              <path key={key} d={line} {...PAIR_LINES[side]} />
            ),
          )}
        </g>
      ))}
    </svg>
  )
}

type PairReaderProps = { a: PairSide; b: PairSide; geometry: Geometry; gains: boolean }

/** Reads both lines day by day: a slider chooses the day, and a card shows it while the slider is in use. */
function PairReader({ a, b, geometry, gains }: PairReaderProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = a.points.length - 1
  const index = Math.min(chosen ?? last, last)
  const day = a.points[index]
  if (!day) return null
  const { box, x } = geometry
  const at = x(day.date)
  const lines = [a, b].map(({ name, points }) => `${plainName(name)} ${valueText(points[index]?.value ?? null, gains)}`)
  return (
    <>
      {chosen !== null && (
        <div aria-hidden="true" className="pointer-events-none">
          <span className="absolute w-px bg-line" style={{ left: at, top: box.top, height: box.bottom - box.top }} />
          <Readings day={day.date} lines={lines} right={at < (box.left + box.right) / 2} />
        </div>
      )}
      <PlotSlider
        label="Trophies of both, day by day"
        valueText={`${dayLabel(day.date)}: ${lines.join(', ')}`}
        points={a.points}
        geometry={geometry}
        index={index}
        onChoose={setChosen}
        onLeave={() => setChosen(null)}
      />
    </>
  )
}

function Readings({ day, lines, right }: { day: string; lines: readonly string[]; right: boolean }) {
  return (
    <div
      className={`absolute top-3 max-w-48 rounded-sm border border-line bg-raise px-3 py-1.5 text-sm shadow-lg ${right ? 'right-2' : 'left-14'}`}
    >
      <span className="block text-mut">{dayLabel(day)} UTC</span>
      {lines.map((line, index) => (
        <bdi key={index === 0 ? 'a' : 'b'} className="block truncate font-semibold">
          {line}
        </bdi>
      ))}
    </div>
  )
}

function valueText(value: number | null, gains: boolean): string {
  if (value === null) return 'not known'
  return gains ? signed(value) : thousands(value)
}
