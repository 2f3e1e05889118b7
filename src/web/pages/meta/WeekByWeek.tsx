import { percent } from '#shared/number-format.ts'
import { type Range, rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { RateNumber } from './Rate.tsx'

type Week = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>['trend'][number]
type Props = {
  trend: readonly Week[]
  /** Of the brawler. */
  name: string
}

/** The newest weeks, as many as a phone has room for. */
const WEEKS_SHOWN = 8

/** Room for the number of the scale, in pixels. */
const LEGEND = 32

/** The rate of each week as a line within the band of its range, each with its number. */
export function WeekByWeek({ trend, name }: Props) {
  const newest = trend.slice(-WEEKS_SHOWN)
  const first = newest.findIndex(({ rate }) => rate !== null)
  const weeks = newest.slice(first)
  if (first < 0) return <p className="text-mut">{t('meta.tooFewHere')}</p>
  const scale = scaleOf(weeks)
  return (
    <div dir="ltr" className="relative" style={{ paddingLeft: LEGEND }}>
      <div className="absolute end-0 bottom-0 h-40" style={{ left: LEGEND }}>
        <RateBand weeks={weeks} scale={scale} />
      </div>
      <table aria-label={t('meta.weekByWeekOf', { brawler: name })} className="relative w-full table-fixed">
        <thead className="text-xs text-mut">
          <tr>
            {weeks.map(({ week }, place) => (
              // On a phone there is room for every second date, up to the newest.
              <th key={week} scope="col" className="h-6 p-0 text-center font-semibold">
                <span className={(weeks.length - place) % 2 === 0 ? 'max-sm:sr-only' : 'whitespace-nowrap'}>
                  {dayLabel(week)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {weeks.map((week) => (
              <td key={week.week} className="relative h-40 p-0 text-center">
                <WeekRate {...{ week, scale }} of={t('meta.inWeek', { brawler: name, day: dayLabel(week.week) })} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

type WeekProps = { week: Week; scale: Scale; of: string }

/** The number of a week beside its place on the line. */
function WeekRate({ week, scale, of }: WeekProps) {
  if (week.rate === null) {
    return (
      <span title={t('meta.tooFew')} className="text-mut">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('meta.tooFew')}</span>
      </span>
    )
  }
  const top = heightOf(week.rate, scale)
  // Away from the line of a half, which would cross it.
  const style = week.rate < 50 ? { top: `calc(${top}% + 8px)` } : { bottom: `calc(${100 - top}% + 8px)` }
  return (
    <span className="absolute inset-x-0 text-sm" style={style}>
      <RateNumber rate={week} of={of} />
    </span>
  )
}

type Scale = Range

/** From the lowest to the highest end, half of the battles included. */
function scaleOf(weeks: readonly Week[]): Scale {
  const ranges = weeks.flatMap((week) => rangeOf(week) ?? [])
  return {
    low: Math.min(50, ...ranges.map(({ low }) => low)) - 1,
    high: Math.max(50, ...ranges.map(({ high }) => high)) + 1,
  }
}

/** How far from the top a rate is drawn, in percent of the height. */
function heightOf(rate: number, { low, high }: Scale): number {
  return (100 * (high - rate)) / (high - low)
}

type Placed = { x: number; week: string; rate: number; range: Range }

/** The width of a week, and the height of the plot, in units of the drawing. */
const [STEP, HEIGHT] = [100, 100]

/** The line and its band. A week without enough battles interrupts them; half of the battles is a dashed line. */
function RateBand({ weeks, scale }: { weeks: readonly Week[]; scale: Scale }) {
  const y = (rate: number) => heightOf(rate, scale)
  const point = (x: number, rate: number) => `${x},${y(rate).toFixed(1)}`
  const runs = runsOf(weeks)
  const width = weeks.length * STEP
  return (
    <div className="relative size-full">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className="size-full" aria-hidden="true">
        <line x2={width} y1={y(50)} y2={y(50)} {...THIN} stroke="var(--line)" strokeDasharray="4 4" />
        {runs.map((run) => (
          <g key={run[0]?.x}>
            <polygon
              points={[
                ...run.map(({ range, x }) => point(x, range.high)),
                ...run.toReversed().map(({ range, x }) => point(x, range.low)),
              ].join(' ')}
              {...THIN}
              fill="var(--c1)"
              fillOpacity="0.22"
              stroke="var(--c1)"
              strokeOpacity="0.35"
            />
            <polyline
              points={run.map(({ rate, x }) => point(x, rate)).join(' ')}
              fill="none"
              {...THIN}
              stroke="var(--c1)"
              strokeWidth="2.5"
            />
          </g>
        ))}
      </svg>
      <span
        aria-hidden="true"
        className="absolute text-xs text-mut"
        style={{ left: -LEGEND, top: `calc(${y(50)}% - 9px)` }}
      >
        {percent(50)}
      </span>
      {runs.flat().map(({ week, rate, x }) => (
        <span
          key={week}
          className="absolute size-2 rounded-full bg-c1"
          style={{ left: `calc(${(100 * x) / width}% - 4px)`, top: `calc(${y(rate)}% - 4px)` }}
        />
      ))}
    </div>
  )
}

/** Strokes keep their width where the drawing is stretched. */
const THIN = { vectorEffect: 'non-scaling-stroke' } as const

/** Successive weeks that have a rate. */
function runsOf(weeks: readonly Week[]): Placed[][] {
  const runs: Placed[][] = [[]]
  weeks.forEach((each, index) => {
    const range = rangeOf(each)
    if (each.rate === null || range === null) runs.push([])
    else runs.at(-1)?.push({ x: (index + 0.5) * STEP, week: each.week, rate: each.rate, range })
  })
  return runs.filter(({ length }) => length > 0)
}
