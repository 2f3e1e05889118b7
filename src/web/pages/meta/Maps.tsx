import { count, percent } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerLabel, ModeLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { duration } from '#web/ui/date-words.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { mapName, mapsQuery } from './meta-search.ts'

type OneMap = Answer<'GET /api/analytics/maps'>['maps'][number]

/** The maps of the ladder, those that can be played now first. */
export function Maps() {
  const result = useQuery(mapsQuery)
  return (
    <QuerySection result={result} failure="Failed to load the maps" loading="Loading the maps" shape="h-160 rounded-lg">
      {({ maps }) => {
        const [now, before] = [maps.filter(({ until }) => until !== null), maps.filter(({ until }) => until === null)]
        if (maps.length === 0) {
          return <EmptyState title="No map was seen yet" hint="Maps come with the battles of tracked players." />
        }
        return (
          <div className="space-y-6">
            <header className="flex items-center gap-2 text-sm text-mut">
              <p>
                Trophy battles of the last 8 weeks, without those that were probably against bots. A map shows all of
                it.
              </p>
              <ScoreExplain of="brawler_rate" />
            </header>
            <MapList title="In rotation now" maps={now} />
            <MapList title="Seen in the last 8 weeks" maps={before} />
          </div>
        )
      }}
    </QuerySection>
  )
}

function MapList({ title, maps }: { title: string; maps: readonly OneMap[] }) {
  if (maps.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {maps.map((map) => (
          <MapCard key={map.event_id} map={map} />
        ))}
      </ul>
    </section>
  )
}

/** A map with its best brawlers. The whole card links to the page of the map. */
function MapCard({ map }: { map: OneMap }) {
  const { event_id, mode, battles, best, until } = map
  return (
    <li className="relative min-w-0 rounded-lg border border-edge bg-card p-3.5 hover:bg-raise sm:p-4.5">
      <ModeLabel mode={mode} className="text-sm text-mut" />
      <h3 className="text-lg font-semibold">
        <Link
          to="/meta/map/$id"
          params={{ id: String(event_id) }}
          className="no-underline after:absolute after:inset-0 after:rounded-lg"
        >
          <bdi>{mapName(map.map, event_id)}</bdi>
        </Link>
      </h3>
      {best.length === 0 ? (
        <p className="mt-2 text-sm text-mut">Too few battles to tell the best brawlers.</p>
      ) : (
        <ol aria-label="Best brawlers" className="mt-2 space-y-1.5">
          {best.map((each) => (
            <li key={each.brawler_id} className="flex min-w-0 items-center gap-2.5">
              <span className="min-w-0 flex-1">
                <BrawlerLabel id={each.brawler_id} name={each.brawler_name} />
              </span>
              <span className="font-semibold whitespace-nowrap">{rateText(each)}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-2 text-sm text-mut">
        {battles === 0 ? 'No battle seen yet' : count(battles, 'battle')}
        {until !== null && <Left until={until} />}
      </p>
    </li>
  )
}

function rateText({ rate, top_half }: OneMap['best'][number]): string {
  if (rate !== null) return percent(Math.round(rate))
  return top_half === null ? '' : `top half ${percent(Math.round(top_half))}`
}

/** For how long the map can still be played. */
function Left({ until }: { until: string }) {
  const seconds = (Date.parse(until) - useNow()) / 1000
  return seconds > 0 && ` · ${duration(seconds)} left`
}
