import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { LivePage } from '#web/ui/LivePage.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { KnownNumber, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'
import { type Dashboard, Highlights, RegionalInsights, Trending } from './Trending.tsx'

/** The whole platform: how much is tracked, who grows, highlights and regions. */
export function PlatformPage() {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery(
    query('GET /api/browse/dashboard', undefined),
  )
  const again = () => void refetch()
  return (
    <LivePage
      title="Analytics"
      lead="All tracked clubs and players at one look."
      updatedAt={dataUpdatedAt}
      refreshing={isFetching && !isPending}
      failure={data && error ? error.message : null}
      onRefresh={again}
    >
      {isPending && <PlatformPending />}
      {error && !data && (
        <ErrorState
          title="Unable to load analytics dashboard"
          message={error.message}
          onRetry={again}
          retrying={isFetching}
        >
          <Link to="/" className={buttonStyle('outline')}>
            Return Home
          </Link>
        </ErrorState>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-4 pb-6">
          <PlatformFigures overview={data.platform_overview} />
          <Trending entities={data.trending_this_week} />
          <Highlights highlights={data.analytics_highlights} />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <RegionalInsights regions={data.regional_insights} />
            <RecentActivity activity={data.recent_activity} />
          </div>
        </div>
      )}
    </LivePage>
  )
}

/** The shape of the page while it loads. */
function PlatformPending() {
  return (
    <div className="grid gap-4">
      <SkeletonGroup
        label="Loading the analytics dashboard"
        count={4}
        className="grid grid-cols-2 gap-3 lg:grid-cols-4"
        itemClassName="h-28 rounded-lg"
      />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

/** How many clubs and players are tracked, and how these numbers grow. */
function PlatformFigures({ overview }: { overview: Dashboard['platform_overview'] }) {
  const growth = overview.platform_growth_7d
  return (
    <StatGrid
      label="Platform overview"
      stats={[
        { label: 'Clubs tracked', value: formatThousands(overview.total_clubs) },
        {
          label: 'Players tracked',
          value: formatThousands(overview.total_players),
          ...(growth === null
            ? { note: 'growth not known yet' }
            : { trend: trendOf(growth, `${signed(growth, percent)} clubs and players in 7 days`) }),
        },
        {
          label: 'Analytics coverage',
          value: <KnownNumber value={overview.analytics_coverage} format={percent} />,
          explain: (
            <Explain label="Analytics coverage">
              <p>The share of tracked clubs and players with at least 7 days of observations.</p>
            </Explain>
          ),
        },
        { label: 'Recent activity', value: formatThousands(overview.recent_activity), note: 'updates in 24 hours' },
      ]}
    />
  )
}

/** What was stored in the last day and the last week. */
function RecentActivity({ activity }: { activity: Dashboard['recent_activity'] }) {
  const facts = [
    ['Data updates in 24 hours', activity.data_updates_24h],
    ['Analytics generated in 24 hours', activity.analytics_generated_24h],
    ['New clubs in 7 days', activity.new_clubs_7d],
    ['New players in 7 days', activity.new_players_7d],
  ] as const
  return (
    <Card title="Recent activity">
      <dl className="divide-y divide-edge">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <dt className="text-mut">{label}</dt>
            <dd className="text-lg font-extrabold">{formatThousands(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
