import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SKELETON_COUNT } from '#shared/limits.ts'
import type { Answer } from '#web/app/api-client.ts'
import { buttonStyle } from '#web/ui/Button.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { fullTime, RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SkeletonGroup, useItemsShown } from '#web/ui/Skeleton.tsx'
import { RankingRow } from './RankingRow.tsx'
import { type RankingName, type RankingType, rankingQuery } from './ranking-search.ts'

/** One ranking, in all states. */
export function Ranking(ranking: RankingName) {
  const { type } = ranking
  const { data, error, isPending, isFetching, refetch } = useQuery(rankingQuery(ranking))
  const again = () => void refetch()
  if (isPending) return <RankingPending label="Loading the leaderboard" />
  if (!data) {
    return (
      <ErrorState
        title={`Failed to load ${type} leaderboard`}
        message={error.message}
        onRetry={again}
        retrying={isFetching}
      >
        <Link to="/" className={buttonStyle('outline')}>
          Back to Home
        </Link>
      </ErrorState>
    )
  }
  if (data.leaderboard.length === 0) {
    const hint = 'The game named nobody when it was asked. Refresh asks it again.'
    return <EmptyState title="Nobody stands in this leaderboard" hint={hint} />
  }
  return (
    <>
      <Freshness collection={data} failure={error?.message ?? null} />
      <RankingTable key={type} type={type} entries={data.leaderboard} compared={data.previous_collected_at !== null} />
    </>
  )
}

/** A ranking while it loads. */
export function RankingPending({ label }: { label: string }) {
  return <SkeletonGroup label={label} count={SKELETON_COUNT} className="grid gap-2" itemClassName="h-14 rounded-md" />
}

type RankingAnswer = Answer<'GET /api/rankings/leaderboards'>
type FreshnessProps = {
  collection: Pick<RankingAnswer, 'collected_at' | 'previous_collected_at' | 'stale'>
  /** Why the ranking could not be refreshed. */
  failure: string | null
}

/** When the ranking was collected, which collection its arrows compare with, and whether it is too old. */
export function Freshness({ collection, failure }: FreshnessProps) {
  const { collected_at, previous_collected_at, stale } = collection
  return (
    <div role="status" className="mb-3 text-sm text-mut">
      <p>
        {collected_at && (
          <>
            Collected <RelativeTime time={collected_at} />
          </>
        )}
        {previous_collected_at && (
          <>
            ; arrows: since <time dateTime={previous_collected_at}>{fullTime(previous_collected_at)}</time>
          </>
        )}
      </p>
      {stale && (
        <p className="mt-1 text-warn">Older than it should be: the newest collection is late, this is the last one.</p>
      )}
      {failure && <p className="mt-1 text-warn">Could not refresh: {failure} This is the last answer.</p>}
    </div>
  )
}

type RankingTableProps = {
  type: RankingType
  entries: RankingAnswer['leaderboard']
  /** True if there is an earlier collection to compare ranks with. */
  compared: boolean
}

const CAPTION = {
  players: 'Players by trophies',
  clubs: 'Clubs by trophies',
  brawlers: 'Players by trophies of the chosen brawler',
} as const

/** The ranks. Each links to the page of its player or club. */
function RankingTable({ type, entries, compared }: RankingTableProps) {
  const shown = useItemsShown()
  return (
    <div className="overflow-hidden rounded-lg border border-edge bg-card">
      <table className="w-full">
        <caption className="sr-only">{CAPTION[type]}</caption>
        <thead className="text-left text-sm whitespace-nowrap text-mut">
          <tr>
            <th scope="col" className="py-3 ps-3 pe-3 font-semibold sm:ps-4.5">
              Rank
            </th>
            <th scope="col" className={compared ? 'py-3 pe-3 font-semibold' : 'sr-only'}>
              <span className="max-sm:sr-only">Moved</span>
            </th>
            <th scope="col" className="py-3 font-semibold">
              Name
            </th>
            <th scope="col" className="py-3 pe-3 text-right font-semibold sm:pe-4.5">
              Trophies
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shown).map((entry) => (
            <RankingRow key={entry.rank_position} type={type} entry={entry} compared={compared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
