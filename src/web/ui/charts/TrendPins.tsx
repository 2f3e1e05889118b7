import { signed } from '#web/format/abbreviate.ts'
import type { TrendPoint } from './observed-runs.ts'
import type { Geometry } from './trend-geometry.ts'
import { fitLetters, widthOf } from './trend-letters.ts'
import { behindChange, type Extreme, extremes } from './trend-notes.ts'

type Props = { points: readonly TrendPoint[]; geometry: Geometry }

const LINE = 15

/** Marks on the line: the biggest gain and loss with what stands behind them, and every season reset. */
export function TrendPins({ points, geometry }: Props) {
  const { gain, loss } = extremes(points)
  return (
    <g>
      {points
        .filter((point) => point.reset !== 0)
        .map((point) => (
          <Reset
            key={point.date}
            point={point}
            geometry={geometry}
            named={point !== gain?.point && point !== loss?.point}
          />
        ))}
      {gain && <Pin extreme={gain} geometry={geometry} colour="var(--good)" />}
      {loss && <Pin extreme={loss} geometry={geometry} colour="var(--bad)" below />}
    </g>
  )
}

type ResetProps = { point: TrendPoint; geometry: Geometry; named: boolean }

/** A pin on the same day says it with the number. */
function Reset({ point, geometry: { box, x }, named }: ResetProps) {
  const at = x(point.date)
  const inward = at > (box.left + box.right) / 2
  return (
    <g>
      <line x1={at} x2={at} y1={box.top} y2={box.bottom} stroke="var(--warn)" strokeDasharray="5 4" strokeWidth="1.5" />
      {named && (
        <text
          x={at + (inward ? -5 : 5)}
          y={box.bottom - 6}
          textAnchor={inward ? 'end' : 'start'}
          fill="var(--warn)"
          className="font-semibold"
        >
          reset
        </text>
      )}
    </g>
  )
}

/** Where the middle of a label stands: at its place, or as near to it as the plot has room. */
function middleOf(text: string, at: number, { left, right }: Geometry['box']): number {
  const half = widthOf(text) / 2
  return Math.min(Math.max(at, left + half), right - half)
}

type PinProps = { extreme: Extreme; geometry: Geometry; colour: string; below?: boolean }

function Pin({ extreme: { point, change }, geometry: { box, x, y }, colour, below = false }: PinProps) {
  if (point.value === null) return null
  const at = { x: x(point.date), y: y(point.value) }
  const behind = fitLetters(behindChange(point), box.right - box.left)
  const lines = [`${below ? '▼' : '▲'} ${signed(change)}`, ...(behind === '' ? [] : [behind])]
  const more = LINE * (lines.length - 1)
  const under = below ? at.y + 24 + more < box.bottom : at.y - 20 - more < box.top
  return (
    <g>
      <circle cx={at.x} cy={at.y} r="4.5" fill="var(--card)" stroke={colour} strokeWidth="2.5" />
      <text
        textAnchor="middle"
        fill={colour}
        stroke="var(--card)"
        strokeWidth="4"
        paintOrder="stroke"
        className="font-semibold"
      >
        {lines.map((text, index) => (
          <tspan key={text} x={middleOf(text, at.x, box)} y={at.y + (under ? 20 : -11 - more) + LINE * index}>
            {text}
          </tspan>
        ))}
      </text>
    </g>
  )
}
