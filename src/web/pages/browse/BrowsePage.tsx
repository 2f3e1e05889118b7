import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SKELETON_COUNT } from '#shared/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { thousands } from '../../format/abbreviate.ts'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ClubCard } from '../../ui/ClubCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlayerCard } from '../../ui/PlayerCard.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

const WORDS = {
  club: { title: 'Browse Clubs', plural: 'clubs', empty: 'No clubs found matching your criteria' },
  player: { title: 'Browse Players', plural: 'players', empty: 'No players found matching your criteria' },
} as const

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

/** The tracked clubs or players, the most popular first. */
export function BrowsePage({ kind }: { kind: 'club' | 'player' }) {
  const { title, plural } = WORDS[kind]
  const list = useQuery(query('GET /api/browse/entities', { query: { type: kind } }))
  useDocumentTitle(documentTitle(title))
  return (
    <>
      <h1 className="text-hero font-extrabold">{title}</h1>
      <p className="mt-1 mb-6 min-h-6 text-mut">
        {list.data && `${thousands(list.data.total_entities)} tracked ${plural}`}
      </p>
      <Results kind={kind} list={list} />
    </>
  )
}

type Listed = UseQueryResult<Answer<'GET /api/browse/entities'>>

function Results({ kind, list }: { kind: 'club' | 'player'; list: Listed }) {
  const { plural, empty } = WORDS[kind]
  if (list.isPending)
    return (
      <SkeletonGroup
        label={`Loading ${plural}`}
        count={SKELETON_COUNT}
        className={GRID}
        itemClassName="h-[78px] rounded-lg"
      />
    )
  if (list.isError) {
    const status = list.error instanceof ApiError && list.error.status > 0 ? list.error.status : list.error.message
    return (
      <ErrorState
        title="Unable to load data"
        message={`Failed to fetch ${plural}: ${status}`}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        <Link to="/" className={buttonStyle('outline')}>
          Back to Home
        </Link>
      </ErrorState>
    )
  }
  const clubs = list.data.clubs ?? []
  const players = list.data.players ?? []
  if (clubs.length + players.length === 0)
    return <EmptyState title={empty} hint="What is searched by its tag is tracked from then on." />
  return (
    <div className={GRID}>
      {clubs.map((club) => (
        <ClubCard key={club.club_tag} club={club} />
      ))}
      {players.map((player) => (
        <PlayerCard key={player.player_tag} player={player} />
      ))}
    </div>
  )
}
