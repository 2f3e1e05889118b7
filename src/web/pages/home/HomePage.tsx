import { useQuery } from '@tanstack/react-query'
import { HOME_BROWSE_LIMIT, HOME_FEATURED } from '#shared/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { ClubCard } from '../../ui/ClubCard.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlayerCard } from '../../ui/PlayerCard.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { CallToAction } from './CallToAction.tsx'
import { Featured } from './Featured.tsx'
import { FeatureShowcase } from './FeatureShowcase.tsx'
import { Hero } from './Hero.tsx'
import { PlatformOverview } from './PlatformOverview.tsx'

/** The start: search, what is tracked, whom to look at, what there is to find out. */
export function HomePage() {
  const stats = useQuery(query('GET /api/browse/stats', undefined))
  const entities = useQuery(query('GET /api/browse/entities', { query: { limit: HOME_BROWSE_LIMIT } }))
  const failure = [stats.error, entities.error].find((error) => error && !isRefusal(error))
  const reload = () => void Promise.all([stats.refetch(), entities.refetch()])
  useDocumentTitle(documentTitle('Analytics Platform'))
  return (
    <>
      <Hero />
      {failure ? (
        <ErrorState
          title="Unable to load platform data"
          message={`${failure.message || 'Failed to load homepage data'} Try to refresh the page.`}
          onRetry={reload}
          retrying={stats.isFetching || entities.isFetching}
          retryLabel="Refresh"
        />
      ) : (
        <>
          <PlatformOverview stats={stats.data} loading={stats.isPending} />
          <Featured
            title="Featured Clubs"
            to="/browse/clubs"
            empty="No featured clubs available"
            loading={entities.isPending}
          >
            {entities.data?.clubs?.slice(0, HOME_FEATURED).map((club) => (
              <ClubCard key={club.club_tag} club={club} />
            ))}
          </Featured>
          <Featured
            title="Top Players"
            to="/browse/players"
            empty="No top players available"
            loading={entities.isPending}
          >
            {entities.data?.players?.slice(0, HOME_FEATURED).map((player) => (
              <PlayerCard key={player.player_tag} player={player} />
            ))}
          </Featured>
        </>
      )}
      <FeatureShowcase />
      <CallToAction />
    </>
  )
}

/** A server that answers but has nothing to give: the page then shows zeros and empty lists. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'answer'
}
