import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { LivePage } from '#web/ui/LivePage.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { type Dashboard, Highlights, RegionalInsights, Trending } from './Trending.tsx'

/** The whole platform: how much is tracked, who grows, highlights and regions. */
export function PlatformPage() {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery(
    query('GET /api/browse/dashboard', undefined),
  )
  const again = () => void refetch()
  return (
    <LivePage
      title={t('pages.analytics')}
      lead={t('platform.lead')}
      updatedAt={dataUpdatedAt}
      refreshing={isFetching && !isPending}
      failure={data && error ? error.message : null}
      onRefresh={data ? again : null}
    >
      {isPending && <PlatformPending />}
      {error && !data && (
        <ErrorState title={t('platform.failure')} message={error.message} onRetry={again}>
          <Link to="/" className={buttonStyle('outline')}>
            {t('platform.home')}
          </Link>
        </ErrorState>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-4 pb-6">
          <Trending entities={data.trending_this_week} highlights={data.analytics_highlights} />
          <Highlights highlights={data.analytics_highlights} trending={data.trending_this_week[0]} />
          <RegionalInsights
            regions={data.regional_insights}
            tracked={data.platform_overview.total_clubs + data.platform_overview.total_players}
          />
          <PlatformFigures overview={data.platform_overview} activity={data.recent_activity} />
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
        label={t('platform.loading')}
        count={4}
        className="grid grid-cols-2 gap-3 lg:grid-cols-4"
        itemClassName="h-28 rounded-lg"
      />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

type FiguresProps = { overview: Dashboard['platform_overview']; activity: Dashboard['recent_activity'] }

/** How many clubs and players are tracked, how these numbers grow, and how much of them is known. */
function PlatformFigures({ overview, activity }: FiguresProps) {
  const growth = overview.platform_growth_7d
  const figures = [
    [t('ui.clubs'), formatThousands(overview.total_clubs), <Newcomers key="clubs" count={activity.new_clubs_7d} />],
    [
      t('ui.players'),
      formatThousands(overview.total_players),
      <Newcomers key="players" count={activity.new_players_7d} />,
    ],
    [t('platform.coverage'), <KnownNumber key="coverage" value={overview.analytics_coverage} format={percent} />, null],
    [t('platform.updates'), formatThousands(overview.recent_activity), t('status.day')],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-edge pt-4 text-sm text-mut">
      <dl aria-label={t('platform.overview')} className="flex flex-wrap gap-x-6 gap-y-2">
        {figures.map(([label, value, note]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt>{label}</dt>
            <dd className="font-semibold text-ink">{value}</dd>
            {note !== null && <dd>{note}</dd>}
          </div>
        ))}
      </dl>
      {growth !== null && <span>{t('platform.growth', { change: signed(growth, percent) })}</span>}
      <Explain label={t('platform.tracked')}>
        <p>{t('platform.newOnes')}</p>
        <p>{t('platform.coverageWords')}</p>
      </Explain>
    </div>
  )
}

function Newcomers({ count }: { count: number }) {
  return <span className={count > 0 ? 'text-good' : ''}>{signed(count)}</span>
}
