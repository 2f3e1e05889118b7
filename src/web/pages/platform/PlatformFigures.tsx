import { percent, signed, thousands } from '../../format/abbreviate.ts'
import { Explain } from '../../ui/Explain.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { StatGrid } from '../../ui/StatGrid.tsx'
import { trendOf } from '../../ui/trend-of.ts'
import type { Dashboard } from './dashboard-answer.ts'

/** How much is tracked, and how that grows. */
export function PlatformFigures({ overview }: { overview: Dashboard['platform_overview'] }) {
  const growth = overview.platform_growth_7d
  return (
    <StatGrid
      label="Platform overview"
      stats={[
        { label: 'Clubs tracked', value: thousands(overview.total_clubs) },
        {
          label: 'Players tracked',
          value: thousands(overview.total_players),
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
        { label: 'Recent activity', value: thousands(overview.recent_activity), note: 'updates in 24 hours' },
      ]}
    />
  )
}
