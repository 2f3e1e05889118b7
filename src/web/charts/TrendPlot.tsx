import { useId } from 'react'
import { signed } from '#shared/number-format.ts'
import { TrendAxes } from './PlotFrame.tsx'
import type { Geometry } from './trend-geometry.ts'
import { type Extreme, extremes, reasonFor } from './trend-notes.ts'
import type { TrendPoint } from './trophy-points.ts'

type Props = {
  points: readonly TrendPoint[]
  geometry: Geometry
  milestones: readonly { value: number; label: string }[]
}

/** The drawing of a trend chart, hidden from screen readers: the caption, the slider and the table say the same. */
export function TrendPlot({ points, geometry, milestones }: Props) {
  const { box } = geometry
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry} />
      <Milestones geometry={geometry} milestones={milestones} />
      <Line geometry={geometry} />
      <Pins points={points} geometry={geometry} />
    </svg>
  )
}

function Milestones({ geometry: { box, y }, milestones }: Pick<Props, 'geometry' | 'milestones'>) {
  const seen = milestones.filter(({ value }) => y(value) >= box.top && y(value) <= box.bottom)
  return seen.map(({ value, label }) => (
    <g key={value}>
      <line
        x1={box.left}
        x2={box.right}
        y1={y(value)}
        y2={y(value)}
        stroke="var(--c2)"
        strokeDasharray="2 5"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <text x={box.left + 6} y={y(value) - 6} fill="var(--ink)" className="font-semibold">
        ★ {label}
      </text>
    </g>
  ))
}

function Line({ geometry: { stretches, gaps } }: Pick<Props, 'geometry'>) {
  const fill = useId()
  return (
    <g className="transition-[clip-path] duration-400 ease-calm [clip-path:inset(-20px_-20px_-20px_-20px)] starting:[clip-path:inset(-20px_100%_-20px_-20px)]">
      <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--c1)" stopOpacity=".42" />
        <stop offset="1" stopColor="var(--c1)" stopOpacity=".02" />
      </linearGradient>
      {gaps.map(({ key, from, to }) => (
        <line
          key={key}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          stroke="var(--mut)"
          strokeDasharray="1 6"
          strokeLinecap="round"
          strokeWidth="1.5"
        />
      ))}
      {stretches.map((stretch) => (
        <g key={stretch.key}>
          <path d={stretch.area} fill={`url(#${fill})`} />
          <path
            d={stretch.line}
            fill="none"
            stroke="var(--c1)"
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          {stretch.alone && <circle cx={stretch.alone.x} cy={stretch.alone.y} r="3.5" fill="var(--c1)" />}
        </g>
      ))}
    </g>
  )
}

/** Height of a line of text, in pixels. */
const TEXT_LINE = 15

/** Marks on the line: the biggest gain and loss with their reasons, and every reset. */
function Pins({ points, geometry }: Pick<Props, 'points' | 'geometry'>) {
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

/** A reset. It has no label on the day of a pin, which names the reset itself. */
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

/** The middle of a label: at its place, or as near to it as the edges of the plot allow. */
function middleOf(text: string, at: number, { left, right }: Geometry['box']): number {
  const half = widthOf(text) / 2
  return Math.min(Math.max(at, left + half), right - half)
}

type PinProps = { extreme: Extreme; geometry: Geometry; colour: string; below?: boolean }

function Pin({ extreme: { point, change }, geometry: { box, x, y }, colour, below = false }: PinProps) {
  if (point.value === null) return null
  const at = { x: x(point.date), y: y(point.value) }
  const reason = fitLetters(reasonFor(point), box.right - box.left)
  const lines = [`${below ? '▼' : '▲'} ${signed(change)}`, ...(reason === '' ? [] : [reason])]
  const more = TEXT_LINE * (lines.length - 1)
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
          <tspan key={text} x={middleOf(text, at.x, box)} y={at.y + (under ? 20 : -11 - more) + TEXT_LINE * index}>
            {text}
          </tspan>
        ))}
      </text>
    </g>
  )
}

/** Widths of small semibold letters, in pixels: of Latin scripts and others near them, and of the wider rest. */
const [LATIN, OTHER] = [6.8, 12.5]
/** Marks that isolate the direction of a name. They have no width. */
const INVISIBLE = /[\u2066-\u2069]/

/** An estimate of the width of a small label, in pixels. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0)
}

function widthOfLetter(letter: string): number {
  if (INVISIBLE.test(letter)) return 0
  return letter < '\u0500' ? LATIN : OTHER
}

/** The text, or as much of its beginning as fits into so many pixels, with `…`. */
export function fitLetters(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const letter of text) {
    if (widthOf(kept + letter) + OTHER > width) break
    kept += letter
  }
  return `${kept}…`
}
