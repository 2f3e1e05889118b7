import { useMemo } from 'react'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { DaySlider, overPlot, ReadingLine, TrendAxes, useDayReading, useWidth } from './PlotFrame.tsx'
import { type RankedDay, rankedGeometry } from './ranked-geometry.ts'
import { nearestDay } from './trend-geometry.ts'

type Geometry = ReturnType<typeof rankedGeometry>
type Props = { days: readonly RankedDay[]; height?: number }

/** The rating of the Ranked mode over the bands of its tiers. Season starts are lines of their own, and no losses. */
export function RankedLine({ days, height = 190 }: Props) {
  const [box, width] = useWidth<HTMLDivElement>(320)
  const geometry = useMemo(() => rankedGeometry(days, width, height), [days, width, height])
  const reading = useDayReading(days.length)
  const day = days[reading.index]
  if (!day) return null
  return (
    <figure aria-label={t('chart.rating')} className="min-w-0">
      <div ref={box} className="min-w-0">
        <ReadingLine date={day.date}>
          <b className="text-base font-extrabold whitespace-nowrap">{ratingText(day)}</b>
          {day.rating !== null && <span className="text-mut">{tierOf(day)}</span>}
          {day.season_start && <span className="text-mut">{t('chart.seasonStart')}</span>}
        </ReadingLine>
        <div dir="ltr" className="relative" style={{ height }}>
          <Plot geometry={geometry} />
          {reading.isChosen && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute w-px bg-ink/60"
              style={{ left: geometry.x(day.date), top: 0, height: geometry.box.bottom }}
            />
          )}
          <DaySlider
            label={t('chart.byDay', { label: t('chart.rating') })}
            valueText={spoken(day)}
            days={days.length}
            reading={reading}
            dayAt={(pixels) => nearestDay(days, geometry, pixels + geometry.box.left)}
            style={overPlot(geometry)}
          />
        </div>
      </div>
    </figure>
  )
}

const tierOf = ({ tier }: RankedDay) => tier && tierName(tier)

function ratingText(day: RankedDay): string {
  return day.rating === null ? (tierOf(day) ?? t('chart.unknown')) : formatThousands(day.rating)
}

/** What screen readers say of a day: `Nov 12: 4,750, Mythic I, season start`. */
function spoken(day: RankedDay): string {
  const tier = day.rating === null ? null : tierOf(day)
  const words = factsInWords([ratingText(day), tier, day.season_start && t('chart.seasonStart')])
  return t('chart.dayIs', { day: dayLabel(day.date), words })
}

/** A band that is lower has no room for its name. */
const LABELLED = 16

function Plot({ geometry }: { geometry: Geometry }) {
  const { box, bands, starts, stretches } = geometry
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      {bands.map(({ name, colour, top, bottom }, index) => (
        <g key={name}>
          <rect
            x={box.left}
            width={Math.max(0, box.right - box.left)}
            y={top}
            height={bottom - top}
            fill={colour}
            fillOpacity={index % 2 === 0 ? 0.14 : 0.24}
          />
          <rect x={box.left} width="4" y={top} height={bottom - top} fill={colour} />
          {bottom - top >= LABELLED && (
            <text x={box.left + 10} y={top + 12} fill="var(--mut)">
              {name}
            </text>
          )}
        </g>
      ))}
      <TrendAxes geometry={geometry} />
      {starts.map(({ date, x }) => (
        <line
          key={date}
          x1={x}
          x2={x}
          y1={box.top}
          y2={box.bottom}
          stroke="var(--warn)"
          strokeDasharray="5 4"
          strokeWidth="1.5"
        />
      ))}
      {stretches.map(({ key, line, alone }) =>
        alone ? (
          <circle key={key} cx={alone.x} cy={alone.y} r="3.5" fill="var(--ink)" />
        ) : (
          <path key={key} d={line} fill="none" stroke="var(--ink)" strokeWidth="2.5" strokeLinejoin="round" />
        ),
      )}
    </svg>
  )
}
