import { mapName, modeName } from '#shared/game-names.ts'
import { rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ModeLabel, ModePicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { reachOf } from '#web/ui/RateTrack.tsx'
import { noneStandsOut } from './Verdict.tsx'
import { WeekByWeek } from './WeekByWeek.tsx'
import { WhereItWins } from './WhereItWins.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>

/** The figures of one brawler by map, by mode and by week. */
export function BrawlerFigures({ brawler, name }: { brawler: OneBrawler; name: string }) {
  const { overall, by_mode, by_map, trend } = brawler
  if (overall === null) {
    const hint = t('meta.unseenHint')
    return <EmptyState title={t('meta.unseen', { brawler: name })} hint={hint} />
  }
  // Both on one scale: how wide a range is can be compared.
  const reach = reachOf([...by_map, ...by_mode].map(rangeOf))
  return (
    <div className="space-y-4">
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
              <ModePicture mode={mode} className="size-5" />
              <span className="sr-only">{modeName(mode)} </span>
              <bdi>{mapName(map, event_id)}</bdi>
            </Link>
          )}
          rateOf={({ map, event_id }) => t('meta.onMap', { brawler: name, map: mapName(map, event_id) })}
          note={noneStandsOut(by_map) ? t('meta.noneStandsOut') : undefined}
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
          folds
          fileName={`${name}-modes`}
        />
      </div>
      <Card title={t('meta.weekByWeek')}>
        <WeekByWeek trend={trend} name={name} />
      </Card>
    </div>
  )
}
