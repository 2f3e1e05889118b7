import { PAIR_LINES } from './pair-lines.ts'
import { TrendAxes } from './TrendAxes.tsx'
import type { Geometry } from './trend-geometry.ts'

/** Both lines over one pair of axes; days that nobody saw leave a gap. */
export function PairPlot({ geometry }: { geometry: Record<'a' | 'b', Geometry> }) {
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
