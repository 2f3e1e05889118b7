import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { LivePage } from '#web/ui/LivePage.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { KnownNumber, StatGrid } from '#web/ui/StatGrid.tsx'
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
      lead="Who grows most, and where."
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
          <Trending entities={data.trending_this_week} />
          <PlatformFigures overview={data.platform_overview} activity={data.recent_activity} />
          <Highlights highlights={data.analytics_highlights} />
          <RegionalInsights regions={data.regional_insights} />
        </div>
      )}
    </LivePage>
  )
}

/** The shape of the page while it loads. */
function PlatformPending() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-96 rounded-lg" />
      <SkeletonGroup
        label="Loading the analytics dashboard"
        count={4}
        className="grid grid-cols-2 gap-3 lg:grid-cols-4"
        itemClassName="h-28 rounded-lg"
      />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

type FiguresProps = { overview: Dashboard['platform_overview']; activity: Dashboard['recent_activity'] }

/** How many clubs and players are tracked, and how these numbers grow. */
function PlatformFigures({ overview, activity }: FiguresProps) {
  const growth = overview.platform_growth_7d
  const grown = growth === null ? [] : [`${signed(growth, percent)} clubs and players in 7 days`]
  return (
    <StatGrid
      label="Platform overview"
      stats={[
        {
          label: 'Clubs',
          value: formatThousands(overview.total_clubs),
          note: `${formatThousands(activity.new_clubs_7d)} new in 7 days`,
        },
        {
          label: 'Players',
          value: formatThousands(overview.total_players),
          note: `${formatThousands(activity.new_players_7d)} new in 7 days`,
        },
        {
          label: 'Analytics coverage',
          value: <KnownNumber value={overview.analytics_coverage} format={percent} />,
          explain: (
            <Explain label="Analytics coverage">
              <p>Clubs and players whom we have seen on 7 days or more, of all.</p>
            </Explain>
          ),
          note: grown[0] ?? 'growth not known yet',
        },
        { label: 'Updates', value: formatThousands(overview.recent_activity), note: 'in 24 hours' },
      ]}
    />
  )
}
