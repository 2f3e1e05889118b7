import { count, percent } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerLabel, ModeLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { duration } from '#web/ui/date-words.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { BrawlerTile } from './BrawlerTile.tsx'
import { mapName, mapsQuery } from './meta-search.ts'

type OneMap = Answer<'GET /api/analytics/maps'>['maps'][number]

/** The maps of the ladder: a strip of those that can be played now, and the others on demand. */
export function Maps() {
  const result = useQuery(mapsQuery)
  return (
    <QuerySection result={result} failure="Failed to load the maps" loading="Loading the maps" shape="h-160 rounded-lg">
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
    return <EmptyState title="No map was seen yet" hint="Maps come with the battles of tracked players." />
  }
  return (
    <div className="space-y-5">
      <section aria-label="Playable now">
        <header className="mb-3 flex items-center gap-3">
          <h2 className="text-lg font-semibold">Playable now</h2>
          <span className="text-sm text-mut">best brawlers of 8 weeks</span>
          <ScoreExplain of="brawler_rate" />
        </header>
        {now.length === 0 && <p className="text-mut">Which maps are open is not known just now.</p>}
        <ul className="grid gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-4">
          {now.map((map) => (
            <MapCard key={map.event_id} map={map} />
          ))}
        </ul>
      </section>
      {before.length > 0 && (
        <Expandable title={`${count(before.length, 'map')} not in rotation`}>
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

/** A map that can be played now: for how long, and its best brawlers. The whole card links to the page of the map. */
function MapCard({ map: { event_id, map, mode, best, until } }: { map: OneMap }) {
  return (
    <li className="relative flex min-w-0 items-center gap-3 rounded-lg border border-edge bg-card p-2.5 hover:bg-raise sm:grid sm:content-start sm:p-3.5">
      <div className="flex min-w-0 flex-1 items-center gap-3">
        {until !== null && <Countdown until={until} />}
        <div className="min-w-0">
          <ModeLabel mode={mode} className="text-sm text-mut" />
          <h3 className="leading-tight font-semibold">
            <Link
              to="/meta/map/$id"
              params={{ id: String(event_id) }}
              className="no-underline after:absolute after:inset-0 after:rounded-lg"
            >
              <bdi className="line-clamp-2">{mapName(map, event_id)}</bdi>
            </Link>
          </h3>
        </div>
      </div>
      {best.length === 0 ? (
        <p className="text-sm text-mut">Too few battles yet</p>
      ) : (
        <ol
          aria-label="Best brawlers"
          className="grid gap-1 max-sm:w-33 max-sm:shrink-0 max-sm:grid-cols-2 sm:grid-cols-3"
        >
          {best.map((each) => (
            <li key={each.brawler_id} className="min-w-0 max-sm:nth-3:hidden">
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
        <span className="text-sm text-mut">Too few battles yet</span>
      ) : (
        <span className="text-sm">
          <BrawlerLabel id={first.brawler_id} name={first.brawler_name} />
        </span>
      )}
    </li>
  )
}

function rateText({ rate, top_half }: OneMap['best'][number]): string {
  if (rate !== null) return percent(Math.round(rate))
  return top_half === null ? '' : `top half ${percent(Math.round(top_half))}`
}

const DAY_SECONDS = 24 * 60 * 60
const RING = 2 * Math.PI * 20

/** For how long a map can still be played: a ring of 24 hours that empties. */
function Countdown({ until }: { until: string }) {
  const seconds = Math.max(0, (Date.parse(until) - useNow()) / 1000)
  const left = Math.min(1, seconds / DAY_SECONDS)
  const soon = seconds < DAY_SECONDS / 8
  return (
    <span className="relative size-12 shrink-0">
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
      <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center text-sm font-extrabold">
        {briefTime(seconds)}
      </span>
      <span className="sr-only">{seconds > 0 ? `${duration(seconds)} left` : 'ends now'}</span>
    </span>
  )
}

/** `2d`, `18h`, `40m`. */
function briefTime(seconds: number): string {
  if (seconds >= 2 * DAY_SECONDS) return `${Math.floor(seconds / DAY_SECONDS)}d`
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}h` : `${Math.ceil(seconds / 60)}m`
}
