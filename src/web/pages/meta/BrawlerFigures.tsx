import { mapName, modeName } from '#shared/game-names.ts'
import { decimal, percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ModeLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { intervalText, pointsText, rateColumns, rateExplained } from './BrawlerTable.tsx'
import { Counted } from './MetaFilters.tsx'
import { WeekByWeek } from './WeekByWeek.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>

/** The figures of one brawler, in all, by week, by mode and by map. */
export function BrawlerFigures({ brawler, name }: { brawler: OneBrawler; name: string }) {
  const { overall, by_mode, by_map, trend } = brawler
  if (overall === null) {
    const hint = t('meta.unseenHint')
    return <EmptyState title={t('meta.unseen', { brawler: name })} hint={hint} />
  }
  return (
    <div className="space-y-4">
      <BestAndWorst maps={by_map} />
      <Counted {...brawler} />
      <StatGrid label={t('meta.figures', { brawler: name })} stats={statsOf(overall, name)} />
      <Card title={t('meta.weekByWeek')}>
        <WeekByWeek trend={trend} name={name} />
      </Card>
      <Card title={t('meta.modes')}>
        <SortableTable
          label={t('meta.modes')}
          columns={[
            {
              id: 'mode',
              header: t('meta.mode'),
              sortBy: ({ mode }) => modeName(mode),
              cell: ({ mode }) => <ModeLabel mode={mode} />,
            },
            ...rateColumns(by_mode, ({ mode }) => t('meta.inMode', { brawler: name, mode: modeName(mode) })),
          ]}
          rows={by_mode}
          rowKey={({ mode }) => mode}
          few={ROWS_AT_FIRST}
          fileName={`${name}-modes`}
        />
      </Card>
      <Card title={t('meta.maps')}>
        <SortableTable
          label={t('meta.maps')}
          columns={[
            {
              id: 'map',
              header: t('meta.map'),
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
              header: t('meta.mode'),
              sortBy: ({ mode }) => modeName(mode),
              cell: ({ mode }) => <ModeLabel mode={mode} />,
              phone: 'plain',
            },
            ...rateColumns(by_map, ({ map, event_id }) =>
              t('meta.onMap', { brawler: name, map: mapName(map, event_id) }),
            ),
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

/** On which maps it wins most and least, in one sentence. */
function BestAndWorst({ maps }: { maps: OneBrawler['by_map'] }) {
  const rated = maps.filter(({ rate }) => rate !== null).sort((one, other) => (other.rate ?? 0) - (one.rate ?? 0))
  const [best, worst] = [rated[0], rated.at(-1)]
  if (!best || !worst) return null
  const mapOf = ({ map, event_id }: typeof best) => <bdi className="font-semibold">{mapName(map, event_id)}</bdi>
  const [bestRate, worstRate] = [best, worst].map(({ rate }) => percent(Math.round(rate ?? 0)))
  if (bestRate === worstRate) return null
  return (
    <p className="text-lg">
      <Text id="meta.bestAndWorst" values={{ best: mapOf(best), bestRate, worst: mapOf(worst), worstRate }} />
    </p>
  )
}

function statsOf(overall: NonNullable<OneBrawler['overall']>, name: string): Stat[] {
  const { rate, low, high, change, picks, pick_rate, stars_per_win, places } = overall
  const interval = low === null || high === null ? t('meta.tooFew') : intervalText(low, high)
  return [
    {
      label: t('meta.rate'),
      value: <KnownNumber value={rate} format={(value) => percent(Math.round(value))} />,
      note: interval,
      explain: rateExplained(overall, name),
      ...(change !== null && {
        trend: trendOf(Math.round(change * 10), pointsText(change)),
      }),
    },
    { label: t('meta.picked'), value: percent(pick_rate), note: t('meta.times', { count: picks }) },
    {
      label: t('meta.stars'),
      value: <KnownNumber value={stars_per_win} format={(stars) => decimal(stars, 2)} />,
    },
    ...(places === null
      ? []
      : [
          {
            label: t('meta.showdown'),
            value: percent(Math.round(places.top_half)),
            note: t('meta.topHalfOf', { battles: places.battles }),
          },
        ]),
  ]
}
