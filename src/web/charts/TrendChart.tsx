import { useId, useMemo, useState } from 'react'
import { dayOf } from '#shared/days.ts'
import { directionOf } from '#shared/languages.ts'
import { formatThousands, signed } from '#shared/number-format.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { Emblem, emblemOf } from '#web/ui/Emblem.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { DaySlider, overPlot, ReadingLine, TrendAxes, TrendTable, useDayReading, useWidth } from './PlotFrame.tsx'
import type { TrendPoint } from './trend-geometry.ts'
import { type Geometry, nearestDay, trendGeometry } from './trend-geometry.ts'
import {
  BASELINE,
  fanName,
  type Mark as PlotMark,
  plotMarks,
  pointNote,
  rangeText,
  SIGN,
  spokenPoint,
  trendCauses,
  trendSummary,
} from './trend-notes.ts'

type Props = {
  /** The name of the chart for screen readers: `Trophies of Ada`. */
  label: string
  points: readonly TrendPoint[]
  /** Trophies to reach, drawn as a line across the plot where they are near. */
  goal?: Goal | undefined
  height?: number
}

type Goal = { value: number; label: string }

/**
 * A trophy line with a caption in words. Its days can be read by mouse, touch, keyboard and screen reader, or as a
 * table.
 */
export function TrendChart({ label, points, goal, height = 232 }: Props) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={label} className="min-w-0">
      {asTable ? (
        <TrendTable label={label} points={points} />
      ) : (
        <ReadablePlot key={points.filter(({ ahead }) => !ahead).length} {...{ label, points, goal, height }} />
      )}
      {/* The chart marks what the caption says. */}
      <figcaption className="mt-1 flex flex-wrap items-start justify-end gap-x-4 text-sm">
        <span className="sr-only">{trendSummary(points)}</span>
        {!asTable && <Causes points={points} />}
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="link min-h-6 shrink-0 whitespace-nowrap"
        >
          {asTable ? t('chart.asChart') : t('chart.asTable')}
        </button>
      </figcaption>
    </figure>
  )
}

/** Why the line jumps where it is marked. The caption tells screen readers the same. */
function Causes({ points }: Pick<Props, 'points'>) {
  return (
    <ul aria-hidden="true" className="me-auto flex flex-wrap gap-x-4 text-mut">
      {trendCauses(points).map(({ key, kind, text }) => (
        <li key={key} className="flex items-baseline gap-1.5">
          {kind === 'reset' ? (
            <Emblem of="reset" className="size-3.5 shrink-0 self-center text-warn" />
          ) : (
            <span style={{ color: COLOUR[kind] }}>{SIGN[kind]}</span>
          )}
          {text}
        </li>
      ))}
    </ul>
  )
}

/** The plot, and above it the reading of one day: a slider chooses which. */
function ReadablePlot({ label, points, goal, height }: Props & { height: number }) {
  const [box, width] = useWidth<HTMLDivElement>(320)
  const geometry = useMemo(
    () => trendGeometry(points, width, height, { goal: goal?.value }),
    [points, width, height, goal?.value],
  )
  const reading = useDayReading(
    points.length,
    points.findLastIndex(({ ahead }) => ahead === undefined),
  )
  const point = points[reading.index]
  const anyKnown = points.some(({ value }) => value !== null)
  return (
    <div ref={box} className="min-w-0">
      {point && anyKnown && (
        <ReadingLine date={point.date}>
          <Reading point={point} />
        </ReadingLine>
      )}
      <div dir="ltr" className="relative" style={{ height }}>
        <TrendPlot points={points} geometry={geometry} goal={goal} />
        {point && anyKnown && (
          <>
            {reading.isChosen && <Mark point={point} geometry={geometry} />}
            <DaySlider
              label={t('chart.byDay', { label })}
              valueText={spokenPoint(point)}
              days={points.length}
              reading={reading}
              dayAt={(pixels) => nearestDay(points, geometry, pixels + geometry.box.left)}
              style={overPlot(geometry)}
            />
          </>
        )}
      </div>
    </div>
  )
}

type PlotProps = {
  points: readonly TrendPoint[]
  geometry: Geometry
  goal: Goal | undefined
}

/** The drawing of a trend chart, hidden from screen readers: the caption, the slider and the table say the same. */
function TrendPlot({ points, geometry, goal }: PlotProps) {
  const { box } = geometry
  const marks = useMemo(() => plotMarks(points, geometry, goal), [points, geometry, goal])
  const today = dayOf(new Date(useNow()))
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry} today={today} />
      {marks.map((mark) => (
        <Guide key={mark.key} mark={mark} box={box} />
      ))}
      <Line geometry={geometry} />
      {marks.map((mark) => (
        <Sign key={mark.key} mark={mark} />
      ))}
      <FanName points={points} geometry={geometry} />
    </svg>
  )
}

const COLOUR = { gain: 'var(--good)', loss: 'var(--bad)', reset: 'var(--warn)', goal: 'var(--ink)' } as const

/** The line of the goal across the plot. */
function Guide({ mark: { kind, at }, box }: { mark: PlotMark; box: Geometry['box'] }) {
  if (kind !== 'goal') return null
  return <line x1={box.left} x2={box.right} y1={at.y} y2={at.y} stroke="var(--mut)" strokeOpacity=".7" />
}

function Line({ geometry: { box, stretches, gaps, fan } }: Pick<PlotProps, 'geometry'>) {
  const fill = useId()
  return (
    <g className="transition-[clip-path] duration-400 ease-calm [clip-path:inset(-20px_-20px_-20px_-20px)] starting:[clip-path:inset(-20px_100%_-20px_-20px)]">
      <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--c1)" stopOpacity=".42" />
        <stop offset="1" stopColor="var(--c1)" stopOpacity=".02" />
      </linearGradient>
      {fan && (
        <>
          {/* Where the plot ends before the range does, the range fades. */}
          <linearGradient id={`${fill}-fan`} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={box.top} y2={box.bottom}>
            {[fan.endsAbove ? 0 : 0.24, 0.24, 0.24, fan.endsBelow ? 0 : 0.24].map((opacity, index) => (
              <stop key={FADE[index]} offset={FADE[index]} stopColor="var(--c2)" stopOpacity={opacity} />
            ))}
          </linearGradient>
          <path d={fan.area} fill={`url(#${fill}-fan)`} />
          <path
            d={fan.middle}
            fill="none"
            stroke="var(--c2)"
            strokeDasharray="3 5"
            strokeLinecap="round"
            strokeWidth="2"
          />
        </>
      )}
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

/** Names the days ahead. */
function FanName({ points, geometry }: Pick<PlotProps, 'points' | 'geometry'>) {
  const name = fanName(points, geometry)
  if (!name) return null
  return (
    <text x={geometry.box.right} y={name.top + BASELINE} textAnchor="end" fill="var(--mut)">
      {name.text}
    </text>
  )
}

/** Where a range begins and ends to fade, as shares of the plot's height. */
const FADE = [0, 0.3, 0.7, 1] as const

/** The dot of the best or the worst day, and the label of any mark where it has room. */
function Sign({ mark: { kind, at, label } }: { mark: PlotMark }) {
  const isDay = kind === 'gain' || kind === 'loss'
  // A chart runs from left to right in each language, its words do not.
  const isRtl = directionOf(pageLanguage()) === 'rtl'
  return (
    <g>
      {isDay && <circle cx={at.x} cy={at.y} r="4.5" fill="var(--card)" stroke={COLOUR[kind]} strokeWidth="2.5" />}
      {kind === 'reset' && (
        <svg x={at.x - 6} y={at.y - 13} width="12" height="12" fill={COLOUR.reset} aria-hidden="true">
          <use href={emblemOf('reset')} />
        </svg>
      )}
      {label && (
        <text
          x={label.left}
          y={label.top + BASELINE}
          data-label={kind}
          fill={COLOUR[kind]}
          stroke="var(--card)"
          strokeWidth="4"
          paintOrder="stroke"
          className="font-semibold"
        >
          {isRtl ? `\u2067${label.text}\u2069` : label.text}
        </text>
      )}
    </g>
  )
}

/** A line through the day that is read, and its place on the trophy line. */
function Mark({ point, geometry: { box, x, y } }: { point: TrendPoint; geometry: Geometry }) {
  const at = x(point.date)
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <span className="absolute w-px bg-ink/60" style={{ left: at, top: 0, height: box.bottom }} />
      {point.value !== null && (
        <span
          className="absolute -mt-1.5 -ms-1.5 size-3 rounded-full border-2 border-card bg-acc"
          style={{ left: at, top: y(point.value) }}
        />
      )}
    </div>
  )
}

function Reading({ point }: { point: TrendPoint }) {
  const { value, change, ahead } = point
  const rest = pointNote(point)
  const trophies = ahead ? rangeText(ahead) : value === null ? t('chart.unknown') : formatThousands(value)
  return (
    <>
      <b className="text-base font-extrabold whitespace-nowrap">{trophies}</b>
      {value !== null && change !== null && change !== 0 && (
        <span className={`font-semibold whitespace-nowrap ${change > 0 ? 'text-good' : 'text-bad'}`}>
          {signed(change)}
        </span>
      )}
      {value !== null && rest !== '' && <span className="line-clamp-1 min-w-0 text-mut">{rest}</span>}
    </>
  )
}
