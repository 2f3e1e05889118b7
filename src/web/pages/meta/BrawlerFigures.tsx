import { mapName, modeName } from '#shared/game-names.ts'
import { count, formatThousands, percent, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ModeLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dayLabel } from '#web/ui/date-words.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'
import { rateColumns, rateExplained, WinRate } from './BrawlerTable.tsx'
import { Counted } from './MetaFilters.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>

/** The figures of one brawler, in all, by week, by mode and by map. */
export function BrawlerFigures({ brawler, name }: { brawler: OneBrawler; name: string }) {
  const { overall, by_mode, by_map, trend } = brawler
  if (overall === null) {
    const hint = 'Choose more weeks or all trophies.'
    return <EmptyState title={`Nobody was seen with ${name} in these battles`} hint={hint} />
  }
  return (
    <div className="space-y-4">
      <Counted {...brawler} />
      <StatGrid label={`${name} in figures`} stats={statsOf(overall, name)} />
      <Card title="Week by week">
        <WeekByWeek trend={trend} name={name} />
      </Card>
      <Card title="Modes">
        <SortableTable
          label="Modes"
          columns={[
            {
              id: 'mode',
              header: 'Mode',
              sortBy: ({ mode }) => modeName(mode),
              cell: ({ mode }) => <ModeLabel mode={mode} />,
            },
            ...rateColumns(by_mode, ({ mode }) => `${name} in ${modeName(mode)}`),
          ]}
          rows={by_mode}
          rowKey={({ mode }) => mode}
          few={ROWS_AT_FIRST}
          fileName={`${name}-modes`}
        />
      </Card>
      <Card title="Maps">
        <SortableTable
          label="Maps"
          columns={[
            {
              id: 'map',
              header: 'Map',
              sortBy: ({ map, event_id }) => mapName(map, event_id),
              cell: ({ map, event_id }) => (
                <Link
                  to="/meta/map/$id"
                  params={{ id: String(event_id) }}
                  className="inline-flex min-h-11 items-center"
                >
                  <bdi>{mapName(map, event_id)}</bdi>
                </Link>
              ),
            },
            {
              id: 'mode',
              header: 'Mode',
              sortBy: ({ mode }) => modeName(mode),
              cell: ({ mode }) => <ModeLabel mode={mode} />,
              phone: 'plain',
            },
            ...rateColumns(by_map, ({ map, event_id }) => `${name} on ${mapName(map, event_id)}`),
          ]}
          rows={by_map}
          rowKey={({ event_id }) => String(event_id)}
          few={ROWS_AT_FIRST}
          fileName={`${name}-maps`}
        />
      </Card>
    </div>
  )
}

const ROWS_AT_FIRST = 5

function statsOf(overall: NonNullable<OneBrawler['overall']>, name: string): Stat[] {
  const { rate, low, high, change, picks, pick_rate, stars_per_win, places } = overall
  const interval =
    low === null || high === null ? 'too few battles' : `${Math.round(low)} to ${percent(Math.round(high))}`
  return [
    {
      label: 'Win rate',
      value: <KnownNumber value={rate} format={(value) => percent(Math.round(value))} />,
      note: interval,
      explain: rateExplained(overall, name),
      ...(change !== null && {
        trend: trendOf(Math.round(change * 10), `${signed(change, (size) => size.toFixed(1))} pts`),
      }),
    },
    { label: 'Picked', value: percent(pick_rate), note: `${formatThousands(picks)} times` },
    {
      label: 'Stars per win',
      value: <KnownNumber value={stars_per_win} format={(stars) => stars.toFixed(2)} />,
    },
    ...(places === null
      ? []
      : [
          {
            label: 'Showdown',
            value: percent(Math.round(places.top_half)),
            note: `top half of ${count(places.battles, 'battle')}`,
          },
        ]),
  ]
}

/** The rate of each week beside its interval; weeks without enough battles say so. */
function WeekByWeek({ trend, name }: { trend: OneBrawler['trend']; name: string }) {
  const first = trend.findIndex(({ picks }) => picks > 0)
  const weeks = first < 0 ? [] : trend.slice(first)
  return (
    <table aria-label={`${name} week by week`} className="w-full text-left">
      <thead className="text-sm text-mut">
        <tr>
          <th scope="col" className="py-2 font-semibold">
            Week of
          </th>
          <th scope="col" className="py-2 font-semibold">
            Win rate
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Picked
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, pick_rate, ...rated }) => (
          <tr key={week} className="border-t border-edge">
            <th scope="row" className="py-2 pe-3 font-semibold whitespace-nowrap">
              {dayLabel(week)}
            </th>
            <td className="py-2 pe-3">
              {rated.rate === null ? (
                <span className="text-sm text-mut">too few battles</span>
              ) : (
                <WinRate rate={rated} of={`${name}, week of ${dayLabel(week)}`} />
              )}
            </td>
            <td className="py-2 text-right whitespace-nowrap">
              <KnownNumber value={pick_rate} format={percent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
