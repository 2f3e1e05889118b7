import { useId } from 'react'
import type { TrendPoint } from './observed-runs.ts'
import { TrendAxes } from './TrendAxes.tsx'
import { TrendPins } from './TrendPins.tsx'
import type { Geometry } from './trend-geometry.ts'

type Props = {
  points: readonly TrendPoint[]
  geometry: Geometry
  milestones: readonly { value: number; label: string }[]
}

/** The drawing itself, without any interaction; the table and the caption say the same in words. */
export function TrendPlot({ points, geometry, milestones }: Props) {
  const { box } = geometry
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry} />
      <Milestones geometry={geometry} milestones={milestones} />
      <Line geometry={geometry} />
      <TrendPins points={points} geometry={geometry} />
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
