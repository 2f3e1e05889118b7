import { percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { rateExplained } from './BrawlerTable.tsx'

type Week = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>['trend'][number]
type Props = {
  trend: readonly Week[]
  /** Of the brawler. */
  name: string
}

/** The rate of each week as a line within the band of its interval, over a table of the same weeks. */
export function WeekByWeek({ trend, name }: Props) {
  const first = trend.findIndex(({ picks }) => picks > 0)
  const weeks = first < 0 ? [] : trend.slice(first)
  return (
    <table aria-label={t('meta.weekByWeekOf', { brawler: name })} className="w-full table-fixed">
      <thead className="text-sm text-mut">
        <tr>
          <th scope="col" className="w-20 font-semibold max-sm:hidden">
            {t('meta.weekOf')}
          </th>
          {weeks.map(({ week }, place) => (
            // On a phone there is room for every second date, up to the newest.
            <th key={week} scope="col" className="py-1.5 text-center font-semibold text-xs">
              <span className={(weeks.length - place) % 2 === 0 ? 'max-sm:sr-only' : 'whitespace-nowrap'}>
                {dayLabel(week)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className="max-sm:hidden" />
          <td colSpan={weeks.length} className="p-0">
            <RateBand weeks={weeks} />
          </td>
        </tr>
        <tr>
          <th scope="row" className="py-1.5 text-sm font-semibold text-mut max-sm:hidden">
            {t('meta.rate')}
          </th>
          {weeks.map((week) => (
            <td key={week.week} className="py-1.5 text-center">
              <WeekRate week={week} of={t('meta.inWeek', { brawler: name, day: dayLabel(week.week) })} />
            </td>
          ))}
        </tr>
        <tr className="border-t border-edge text-sm text-mut">
          <th scope="row" className="py-1.5 font-semibold max-sm:hidden">
            {t('meta.picked')}
          </th>
          {weeks.map(({ week, pick_rate }) => (
            <td key={week} className="py-1.5 text-center">
              <span className="sr-only sm:hidden">{t('meta.picked')} </span>
              <KnownNumber value={pick_rate} format={percent} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function WeekRate({ week, of }: { week: Week; of: string }) {
  if (week.rate === null) {
    return (
      <span title={t('meta.tooFew')} className="text-mut">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('meta.tooFew')}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-center gap-x-2 gap-y-1">
      <b className="font-semibold">{percent(week.rate)}</b>
      {rateExplained(week, of)}
    </span>
  )
}

type Rated = Week & { rate: number; low: number; high: number }

/** The width of a week, and the height of the plot, in units of the drawing. */
const [STEP, HEIGHT] = [100, 100]

/** The line and its band. A week without enough battles interrupts them; half of the battles is a dashed line. */
function RateBand({ weeks }: { weeks: readonly Week[] }) {
  const places = weeks.map((week, index) => ({ week, x: (index + 0.5) * STEP }))
  const rated = places.filter((place): place is { week: Rated; x: number } => isRated(place.week))
  const low = Math.min(50, ...rated.map(({ week }) => week.low)) - 1
  const high = Math.max(50, ...rated.map(({ week }) => week.high)) + 1
  const y = (rate: number) => (HEIGHT * (high - rate)) / (high - low)
  const point = (x: number, rate: number) => `${x},${y(rate).toFixed(1)}`
  const runs = runsOf(places)
  const width = weeks.length * STEP
  return (
    <div dir="ltr" className="relative h-36">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className="size-full" aria-hidden="true">
        <line x2={width} y1={y(50)} y2={y(50)} {...THIN} stroke="var(--line)" strokeDasharray="4 4" />
        {runs.map((run) => (
          <g key={run[0]?.x}>
            <polygon
              points={[
                ...run.map(({ week, x }) => point(x, week.high)),
                ...run.toReversed().map(({ week, x }) => point(x, week.low)),
              ].join(' ')}
              {...THIN}
              fill="var(--c1)"
              fillOpacity="0.22"
              stroke="var(--c1)"
              strokeOpacity="0.35"
            />
            <polyline
              points={run.map(({ week, x }) => point(x, week.rate)).join(' ')}
              fill="none"
              {...THIN}
              stroke="var(--c1)"
              strokeWidth="2.5"
            />
          </g>
        ))}
      </svg>
      <span aria-hidden="true" className="absolute start-0 text-xs text-mut" style={{ top: `${y(50)}%` }}>
        {percent(50)}
      </span>
      {rated.map(({ week, x }) => (
        <span
          key={week.week}
          className="absolute size-2 rounded-full bg-c1"
          style={{ left: `calc(${(100 * x) / width}% - 4px)`, top: `calc(${y(week.rate)}% - 4px)` }}
        />
      ))}
    </div>
  )
}

/** Strokes keep their width where the drawing is stretched. */
const THIN = { vectorEffect: 'non-scaling-stroke' } as const

function isRated(week: Week): week is Rated {
  return week.rate !== null && week.low !== null && week.high !== null
}

/** Successive weeks that have a rate. */
function runsOf(places: readonly { week: Week; x: number }[]): { week: Rated; x: number }[][] {
  const runs: { week: Rated; x: number }[][] = [[]]
  for (const { week, x } of places) {
    if (isRated(week)) runs.at(-1)?.push({ week, x })
    else runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}
