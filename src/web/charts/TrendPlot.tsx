import { useId, useMemo } from 'react'
import { TrendAxes } from './PlotFrame.tsx'
import type { Geometry } from './trend-geometry.ts'
import { BASELINE, LINE_HEIGHT, type Mark, plotMarks } from './trend-notes.ts'
import type { TrendPoint } from './trophy-points.ts'

type Props = {
  points: readonly TrendPoint[]
  geometry: Geometry
  milestones: readonly { value: number; label: string }[]
}

/** The drawing of a trend chart, hidden from screen readers: the caption, the slider and the table say the same. */
export function TrendPlot({ points, geometry, milestones }: Props) {
  const { box } = geometry
  const marks = useMemo(() => plotMarks(points, geometry, milestones), [points, geometry, milestones])
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry} />
      {marks.map((mark) => (
        <Guide key={mark.key} mark={mark} box={box} />
      ))}
      <Line geometry={geometry} />
      {marks.map((mark) => (
        <Sign key={mark.key} mark={mark} />
      ))}
    </svg>
  )
}

const COLOUR = { gain: 'var(--good)', loss: 'var(--bad)', reset: 'var(--warn)', milestone: 'var(--c2)' } as const

/** The line of a milestone across the plot, and that of a reset down it. */
function Guide({ mark: { kind, at }, box }: { mark: Mark; box: Geometry['box'] }) {
  if (kind === 'gain' || kind === 'loss') return null
  const ends =
    kind === 'milestone'
      ? { x1: box.left, x2: box.right, y1: at.y, y2: at.y }
      : { x1: at.x, x2: at.x, y1: box.top, y2: box.bottom }
  return (
    <line
      {...ends}
      stroke={COLOUR[kind]}
      strokeDasharray={kind === 'milestone' ? '2 5' : '5 4'}
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  )
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

/** The dot of the best or the worst day, and the label of any mark where it has room. */
function Sign({ mark: { kind, at, label } }: { mark: Mark }) {
  const isDay = kind === 'gain' || kind === 'loss'
  return (
    <g>
      {isDay && <circle cx={at.x} cy={at.y} r="4.5" fill="var(--card)" stroke={COLOUR[kind]} strokeWidth="2.5" />}
      {label && (
        <text
          data-label={kind}
          fill={kind === 'milestone' ? 'var(--ink)' : COLOUR[kind]}
          stroke="var(--card)"
          strokeWidth="4"
          paintOrder="stroke"
          className="font-semibold"
        >
          {label.lines.map((text, index) => (
            <tspan key={text} x={label.left} y={label.top + LINE_HEIGHT * index + BASELINE}>
              {text}
            </tspan>
          ))}
        </text>
      )}
    </g>
  )
}
