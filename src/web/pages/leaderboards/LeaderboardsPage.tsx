import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SKELETON_COUNT } from '#shared/limits.ts'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LeaderboardTable } from './LeaderboardTable.tsx'

const TYPES = ['players', 'clubs'] as const

/** The best players and clubs of the world. */
export function LeaderboardsPage() {
  const [type, setType] = useState<(typeof TYPES)[number]>('players')
  useDocumentTitle(documentTitle('Leaderboards'))
  return (
    <>
      <h1 className="mb-5 text-hero font-extrabold">Leaderboards</h1>
      <div className="mb-4 flex gap-2">
        {TYPES.map((each) => (
          <Button
            key={each}
            variant={each === type ? 'primary' : 'quiet'}
            aria-pressed={each === type}
            className="capitalize"
            onClick={() => setType(each)}
          >
            {each}
          </Button>
        ))}
      </div>
      <Board type={type} />
    </>
  )
}

function Board({ type }: { type: (typeof TYPES)[number] }) {
  const board = useQuery(query('GET /api/rankings/leaderboards', { query: { type } }))
  if (board.isPending)
    return (
      <SkeletonGroup
        label="Loading the leaderboard"
        count={SKELETON_COUNT}
        className="space-y-2"
        itemClassName="h-14 rounded-md"
      />
    )
  if (board.isError)
    return (
      <ErrorState
        title={`Failed to load ${type} leaderboard`}
        message={board.error.message}
        onRetry={() => void board.refetch()}
        retrying={board.isFetching}
      >
        <Link to="/" className={buttonStyle('outline')}>
          Back to Home
        </Link>
      </ErrorState>
    )
  const entries = board.data.leaderboard
  if (entries.length === 0) return <EmptyState title="This leaderboard was not collected yet" />
  return <LeaderboardTable type={type} entries={entries} />
}
