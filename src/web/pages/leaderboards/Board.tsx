import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SKELETON_COUNT } from '#shared/limits.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { Freshness } from './Freshness.tsx'
import { LeaderboardTable } from './LeaderboardTable.tsx'
import { type BoardName, boardQuery } from './leaderboard-queries.ts'

/** One leaderboard in all its states. */
export function Board(board: BoardName) {
  const { type } = board
  const { data, error, isPending, isFetching, refetch } = useQuery(boardQuery(board))
  const again = () => void refetch()
  if (isPending) return <BoardPending label="Loading the leaderboard" />
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
      <Freshness board={data} failure={error?.message ?? null} />
      <LeaderboardTable
        key={type}
        type={type}
        entries={data.leaderboard}
        compared={data.previous_collected_at !== null}
      />
    </>
  )
}

/** A leaderboard while it loads. */
export function BoardPending({ label }: { label: string }) {
  return <SkeletonGroup label={label} count={SKELETON_COUNT} className="grid gap-2" itemClassName="h-14 rounded-md" />
}
