import type { ReactNode } from 'react'
import { mapName, modeName } from '#shared/game-names.ts'
import { decimal, factsInWords, formatThousands, percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ModeLabel, ModePicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { rangeOf, reachOf, sideOf } from '#web/ui/RateTrack.tsx'
import { KnownNumber, type Stat, StatGrid } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { Counted } from './MetaFilters.tsx'
import { howSure, type Rate } from './Rate.tsx'
import { WeekByWeek } from './WeekByWeek.tsx'
import { WhereItWins } from './WhereItWins.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>

/** The figures of one brawler, in all, by week, by mode and by map. */
export function BrawlerFigures({ brawler, name }: { brawler: OneBrawler; name: string }) {
  const { overall, by_mode, by_map, trend } = brawler
  if (overall === null) {
    const hint = t('meta.unseenHint')
    return <EmptyState title={t('meta.unseen', { brawler: name })} hint={hint} />
  }
  // Both on one scale: how wide a range is can be compared.
  const reach = reachOf([overall, ...by_map, ...by_mode].map(rangeOf))
  return (
    <div className="space-y-4">
      <div className="max-lg:[&_dl>:first-child:nth-last-child(3)]:col-span-2">
        <StatGrid label={t('meta.figures', { brawler: name })} stats={statsOf(overall)} />
      </div>
      <div>
        <BestAndWorst maps={by_map} />
        <Counted {...brawler} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <WhereItWins
          title={t('meta.where')}
          explain={<ScoreExplain of="brawler_rate" />}
          header={t('meta.map')}
          rows={by_map}
          rowKey={({ event_id }) => String(event_id)}
          nameOf={({ map, event_id }) => mapName(map, event_id)}
          nameCell={({ map, event_id, mode }) => (
            <Link
              to="/meta/map/$id"
              params={{ id: String(event_id) }}
              className="flex items-center gap-1.5 no-underline after:absolute after:inset-0"
            >
              <ModePicture mode={mode} className="size-4" />
              <span className="sr-only">{modeName(mode)} </span>
              <bdi>{mapName(map, event_id)}</bdi>
            </Link>
          )}
          rateOf={({ map, event_id }) => t('meta.onMap', { brawler: name, map: mapName(map, event_id) })}
          all={{ name: t('meta.allMaps'), rate: overall }}
          reach={reach}
          fileName={`${name}-maps`}
        />
        <WhereItWins
          title={t('meta.modes')}
          header={t('meta.mode')}
          rows={by_mode}
          rowKey={({ mode }) => mode}
          nameOf={({ mode }) => modeName(mode)}
          nameCell={({ mode }) => <ModeLabel mode={mode} />}
          rateOf={({ mode }) => t('meta.inMode', { brawler: name, mode: modeName(mode) })}
          reach={reach}
          fileName={`${name}-modes`}
        />
      </div>
      <Card title={t('meta.weekByWeek')}>
        <WeekByWeek trend={trend} name={name} />
      </Card>
    </div>
  )
}

/** On which maps it surely wins more, or less, than half of its battles. */
function BestAndWorst({ maps }: { maps: OneBrawler['by_map'] }) {
  const rated = maps.filter(({ rate }) => rate !== null).sort((one, other) => (other.rate ?? 0) - (one.rate ?? 0))
  if (rated.length === 0) return null
  const isOn = (side: 'good' | 'bad') => (map: Rate) => sideOf(rangeOf(map)) === side
  const [best, worst] = [rated.find(isOn('good')), rated.findLast(isOn('bad'))]
  return <p className={`mb-1 text-lg ${best || worst ? '' : 'text-mut'}`}>{extremesText(best, worst)}</p>
}

type RatedMap = OneBrawler['by_map'][number]

function extremesText(best: RatedMap | undefined, worst: RatedMap | undefined): ReactNode {
  const mapOf = ({ map, event_id }: RatedMap) => <bdi className="font-semibold">{mapName(map, event_id)}</bdi>
  const rateOf = ({ rate }: RatedMap) => percent(rate ?? 0)
  const most = best && { best: mapOf(best), bestRate: rateOf(best) }
  const least = worst && { worst: mapOf(worst), worstRate: rateOf(worst) }
  if (most && least) return <Text id="meta.bestAndWorst" values={{ ...most, ...least }} />
  if (most) return <Text id="meta.bestOn" values={most} />
  return least ? <Text id="meta.worstOn" values={least} /> : t('meta.noneStandsOut')
}

/** How often it was picked. Of a showdown only the place of those is told whose own log it is. */
function timesText(overall: Rate): string {
  const { picks: count, wins, losses, draws, places } = overall
  const unknown = count - wins - losses - draws - (places?.battles ?? 0)
  const untold = unknown > 0 && t('meta.unknownResults', { count: formatThousands(unknown) })
  return factsInWords([t('meta.times', { count }), untold])
}

function statsOf(overall: Rate): Stat[] {
  const { rate, pick_rate, stars_per_win, places } = overall
  return [
    { label: t('meta.rate'), value: <KnownNumber value={rate} format={percent} />, note: howSure(overall) },
    { label: t('meta.picked'), value: percent(pick_rate), note: timesText(overall) },
    {
      label: t('meta.stars'),
      value: <KnownNumber value={stars_per_win} format={(stars) => decimal(stars, 2)} />,
    },
    ...(places === null
      ? []
      : [
          {
            label: t('meta.showdown'),
            value: percent(places.top_half),
            note: t('meta.topHalfOf', { battles: places.battles }),
          },
        ]),
  ]
}
