import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Highlights } from './Highlights.tsx'
import { PlatformFigures } from './PlatformFigures.tsx'
import { PlatformPending } from './PlatformPending.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { RegionalInsights } from './RegionalInsights.tsx'
import { Trending } from './Trending.tsx'

/** The platform at a glance: how much is tracked, who moves, where, and what stands out. */
export function PlatformPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(query('GET /api/browse/dashboard', undefined))
  useDocumentTitle(documentTitle('Analytics'))
  const again = () => void refetch()
  return (
    <>
      <h1 className="text-hero font-extrabold">Analytics</h1>
      <p className="mt-1 mb-6 text-mut">All tracked clubs and players at one look.</p>
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
        <div className="grid gap-4 pb-6">
          <PlatformFigures overview={data.platform_overview} />
          <Trending entities={data.trending_this_week} />
          <Highlights highlights={data.analytics_highlights} />
          <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
            <RegionalInsights regions={data.regional_insights} />
            <RecentActivity activity={data.recent_activity} />
          </div>
        </div>
      )}
    </>
  )
}
