import { signed } from '#web/format/abbreviate.ts'
import type { TrendPoint } from './observed-runs.ts'
import type { Geometry } from './trend-geometry.ts'
import { type Extreme, extremes } from './trend-notes.ts'

type Props = { points: readonly TrendPoint[]; geometry: Geometry }

const HALF_LABEL = 28

/** Marks on the line: the biggest gain and loss with their numbers, and every season reset. */
export function TrendPins({ points, geometry }: Props) {
  const { gain, loss } = extremes(points)
  return (
    <g>
      {points
        .filter((point) => point.reset !== 0)
        .map((point) => (
          <Reset key={point.date} point={point} geometry={geometry} />
        ))}
      {gain && <Pin extreme={gain} geometry={geometry} colour="var(--good)" />}
      {loss && <Pin extreme={loss} geometry={geometry} colour="var(--bad)" below />}
    </g>
  )
}

function Reset({ point, geometry: { box, x } }: { point: TrendPoint; geometry: Geometry }) {
  const at = x(point.date)
  const inward = at > (box.left + box.right) / 2
  return (
    <g>
      <line x1={at} x2={at} y1={box.top} y2={box.bottom} stroke="var(--warn)" strokeDasharray="5 4" strokeWidth="1.5" />
      <text
        x={at + (inward ? -5 : 5)}
        y={box.bottom - 6}
        textAnchor={inward ? 'end' : 'start'}
        fill="var(--warn)"
        className="font-semibold"
      >
        reset
      </text>
    </g>
  )
}

type PinProps = { extreme: Extreme; geometry: Geometry; colour: string; below?: boolean }

function Pin({ extreme: { point, change }, geometry: { box, x, y }, colour, below = false }: PinProps) {
  if (point.value === null) return null
  const at = { x: x(point.date), y: y(point.value) }
  const under = below ? at.y + 24 < box.bottom : at.y - 20 < box.top
  const labelX = Math.min(Math.max(at.x, box.left + HALF_LABEL), box.right - HALF_LABEL)
  return (
    <g>
      <circle cx={at.x} cy={at.y} r="4.5" fill="var(--card)" stroke={colour} strokeWidth="2.5" />
      <text
        x={labelX}
        y={at.y + (under ? 20 : -11)}
        textAnchor="middle"
        fill={colour}
        stroke="var(--card)"
        strokeWidth="4"
        paintOrder="stroke"
        className="font-semibold"
      >
        {below ? '▼' : '▲'} {signed(change)}
      </text>
    </g>
  )
}
