import { mapName } from '#shared/game-names.ts'
import { percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerLabel, ModeLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { timeLeft } from '#web/ui/date-words.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { BrawlerTile } from './BrawlerTile.tsx'
import { mapsQuery } from './meta-search.ts'

type OneMap = Answer<'GET /api/analytics/maps'>['maps'][number]

/** The maps of the ladder: a strip of those that can be played now, and the others on demand. */
export function Maps() {
  const result = useQuery(mapsQuery)
  return (
    <QuerySection
      result={result}
      failure={t('meta.mapsFailed')}
      loading={t('meta.mapsLoading')}
      shape="h-160 rounded-lg"
    >
      {({ maps }) => <Rotation maps={maps} />}
    </QuerySection>
  )
}

function Rotation({ maps }: { maps: readonly OneMap[] }) {
  const present = useNow()
  const isOpen = ({ until }: OneMap) => until !== null && Date.parse(until) > present
  const now = maps.filter(isOpen).sort(endsFirst)
  const before = maps.filter((map) => !isOpen(map))
  if (maps.length === 0) {
    return <EmptyState title={t('meta.noMaps')} hint={t('meta.noMapsHint')} />
  }
  return (
    <div className="space-y-5">
      <section aria-label={t('meta.now')}>
        <header className="mb-3 flex items-center gap-3">
          <h2 className="text-lg font-semibold">{t('meta.now')}</h2>
          <ScoreExplain of="brawler_rate" />
        </header>
        {now.length === 0 && <p className="text-mut">{t('meta.openUnknown')}</p>}
        <ul className="grid items-start gap-3 lg:grid-cols-2">
          {[...Map.groupBy(now, ({ until }) => until)].map(([until, together], place) => (
            <EndTogether key={until} until={until ?? ''} maps={together} depth={Math.min(place, DEPTHS.length - 1)} />
          ))}
        </ul>
      </section>
      {before.length > 0 && (
        <Expandable title={t('meta.before', { count: before.length })}>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {before.map((map) => (
              <MapRow key={map.event_id} map={map} />
            ))}
          </ul>
        </Expandable>
      )}
    </div>
  )
}

function endsFirst(one: OneMap, other: OneMap): number {
  return Date.parse(one.until ?? '') - Date.parse(other.until ?? '') || other.battles - one.battles
}

/** What ends next swims at the surface. */
const DEPTHS = ['bg-h2/30', 'bg-h2/18', 'bg-h1/25', 'bg-card'] as const

type TogetherProps = { until: string; maps: readonly OneMap[]; depth: number }

/** Maps that end at the same moment, beside how long that is. */
function EndTogether({ until, maps, depth }: TogetherProps) {
  return (
    <li
      className={`flex min-w-0 items-start gap-3 rounded-lg border border-edge p-2.5 sm:gap-4 sm:p-3.5 ${DEPTHS[depth]}`}
    >
      <Countdown until={until} />
      <ul className="min-w-0 flex-1 divide-y divide-edge">
        {maps.map((map) => (
          <OpenMap key={map.event_id} map={map} />
        ))}
      </ul>
    </li>
  )
}

/** A map that can be played now with its best brawlers. The whole row links to the page of the map. */
function OpenMap({ map: { event_id, map, mode, best } }: { map: OneMap }) {
  return (
    <li className="relative flex min-h-14 min-w-0 items-center gap-3 py-1.5 first:pt-0 last:pb-0 hover:bg-raise/60">
      <div className="min-w-0 flex-1">
        <ModeLabel mode={mode} className="text-sm text-mut" />
        <h3 className="leading-tight font-semibold">
          <Link
            to="/meta/map/$id"
            params={{ id: String(event_id) }}
            className="no-underline after:absolute after:inset-0 after:rounded-md"
          >
            <bdi className="line-clamp-2">{mapName(map, event_id)}</bdi>
          </Link>
        </h3>
      </div>
      {best.length === 0 ? (
        <p className="text-sm text-mut">{t('meta.tooFewHere')}</p>
      ) : (
        <ol aria-label={t('meta.bestBrawlers')} className="flex shrink-0 gap-1.5">
          {best.map((each) => (
            <li key={each.brawler_id} className="w-19 max-sm:not-first:hidden">
              <BrawlerTile id={each.brawler_id} name={each.brawler_name} rate={rateText(each)} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

/** A map that cannot be played now, on one line. */
function MapRow({ map: { event_id, map, mode, best } }: { map: OneMap }) {
  const [first] = best
  return (
    <li className="relative flex min-h-13 min-w-0 items-center gap-3 border-t border-edge hover:bg-raise">
      <div className="min-w-0 flex-1">
        <Link
          to="/meta/map/$id"
          params={{ id: String(event_id) }}
          className="block truncate no-underline after:absolute after:inset-0"
        >
          <bdi>{mapName(map, event_id)}</bdi>
        </Link>
        <ModeLabel mode={mode} className="text-sm text-mut" />
      </div>
      {first === undefined ? (
        <span className="text-sm text-mut">{t('meta.tooFewHere')}</span>
      ) : (
        <span className="text-sm">
          <BrawlerLabel id={first.brawler_id} name={first.brawler_name} />
        </span>
      )}
    </li>
  )
}

function rateText({ rate, top_half }: OneMap['best'][number]): string {
  if (rate !== null) return percent(rate)
  return top_half === null ? '' : t('meta.topHalf', { share: percent(top_half) })
}

const DAY_SECONDS = 24 * 60 * 60
const RING = 2 * Math.PI * 20

/** For how long a map can still be played: a ring of 24 hours that empties. */
function Countdown({ until }: { until: string }) {
  const seconds = Math.max(0, (Date.parse(until) - useNow()) / 1000)
  const left = Math.min(1, seconds / DAY_SECONDS)
  const soon = seconds < DAY_SECONDS / 8
  return (
    <span className="relative size-14 shrink-0 sm:size-18">
      <svg viewBox="0 0 48 48" className="size-full -rotate-90" aria-hidden="true">
        <circle cx="24" cy="24" r="20" fill="none" stroke="var(--raise)" strokeWidth="5" />
        <circle
          cx="24"
          cy="24"
          r="20"
          fill="none"
          stroke={soon ? 'var(--warn)' : 'var(--acc)'}
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${(left * RING).toFixed(1)} ${RING.toFixed(1)}`}
        />
      </svg>
      <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center font-extrabold sm:text-lg">
        {briefTime(seconds)}
      </span>
      <span className="sr-only">{timeLeft(seconds * 1000)}</span>
    </span>
  )
}

/** `2d`, `18h`, `40m`. */
function briefTime(seconds: number): string {
  if (seconds >= 2 * DAY_SECONDS) return t('meta.days', { count: Math.floor(seconds / DAY_SECONDS) })
  if (seconds >= 3600) return t('meta.hours', { count: Math.floor(seconds / 3600) })
  return t('meta.minutes', { count: Math.ceil(seconds / 60) })
}
