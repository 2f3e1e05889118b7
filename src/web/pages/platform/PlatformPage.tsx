import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/query.ts'
import { abbreviate, percent, signed, thousands } from '../../format/abbreviate.ts'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityCard } from '../../ui/EntityCard.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { StatGrid } from '../../ui/StatGrid.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** The platform at a glance. */
export function PlatformPage() {
  const dashboard = useQuery(query('GET /api/browse/dashboard', undefined))
  useDocumentTitle(documentTitle('Analytics'))
  if (dashboard.isPending)
    return <SkeletonGroup label="Loading the analytics dashboard" count={4} itemClassName="h-28 rounded-lg" />
  if (dashboard.isError)
    return (
      <ErrorState
        title="Unable to load analytics dashboard"
        message={dashboard.error.message}
        onRetry={() => void dashboard.refetch()}
        retrying={dashboard.isFetching}
      >
        <Link to="/" className={buttonStyle('outline')}>
          Return Home
        </Link>
      </ErrorState>
    )
  const { platform_overview: overview, trending_this_week: trending } = dashboard.data
  const growth = overview.platform_growth_7d
  return (
    <>
      <h1 className="mb-6 text-hero font-extrabold">Analytics</h1>
      <StatGrid
        stats={[
          { label: 'Clubs tracked', value: thousands(overview.total_clubs) },
          { label: 'Players tracked', value: thousands(overview.total_players) },
          {
            label: 'Analytics coverage',
            value: overview.analytics_coverage === null ? '–' : percent(overview.analytics_coverage),
          },
          { label: 'Growth in 7 days', value: growth === null ? '–' : `${signed(growth, percent)}` },
        ]}
      />
      <h2 className="mt-10 mb-3 text-xl font-semibold">Trending this week</h2>
      {trending.length === 0 && <EmptyState title="No trending entities this week" />}
      <div className="grid gap-3 sm:grid-cols-2">
        {trending.map(({ tag, name, type, metrics, reason }) => (
          <EntityCard
            key={`${type}${tag}`}
            to={type === 'club' ? '/club/$tag' : '/player/$tag'}
            tag={tag}
            name={name}
            about={reason}
            figure={signed(metrics.trophy_growth_7d, abbreviate)}
            figureLabel="in 7 days"
          />
        ))}
      </div>
    </>
  )
}
