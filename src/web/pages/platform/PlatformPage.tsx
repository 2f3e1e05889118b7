import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { View } from '../../ui/View.tsx'
import { Highlights } from './Highlights.tsx'
import { PlatformFigures } from './PlatformFigures.tsx'
import { PlatformPending } from './PlatformPending.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { RegionalInsights } from './RegionalInsights.tsx'
import { Trending } from './Trending.tsx'

/** The platform at a glance: how much is tracked, who moves, where, and what stands out. */
export function PlatformPage() {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery(
    query('GET /api/browse/dashboard', undefined),
  )
  useDocumentTitle(documentTitle('Analytics'))
  const again = () => void refetch()
  return (
    <View
      title="Analytics"
      lead="All tracked clubs and players at one look."
      updatedAt={dataUpdatedAt}
      refreshing={isFetching && !isPending}
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
    </View>
  )
}
