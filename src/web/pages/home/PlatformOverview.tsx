import type { Answer } from '../../api/client.ts'
import { percent, thousands } from '../../format/abbreviate.ts'
import { Explain } from '../../ui/Explain.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatGrid } from '../../ui/StatGrid.tsx'

type Props = { stats: Answer<'GET /api/browse/stats'> | undefined; loading: boolean }

/** How much is tracked; zeros where the server has no figures. */
export function PlatformOverview({ stats, loading }: Props) {
  const shown = (value: string) => (loading ? <Skeleton className="h-8 w-24" /> : value)
  const coverage = (value: number | null | undefined) => shown(percent(value ?? 0))
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="mb-3 text-xl font-semibold">
        Platform Overview
      </h2>
      <StatGrid
        stats={[
          { label: 'Clubs tracked', value: shown(thousands(stats?.total_clubs ?? 0)) },
          { label: 'Players tracked', value: shown(thousands(stats?.total_players ?? 0)) },
          {
            label: 'Clubs with analytics',
            value: coverage(stats?.analytics_coverage.clubs),
            explain: <Coverage of="clubs" />,
          },
          {
            label: 'Players with analytics',
            value: coverage(stats?.analytics_coverage.players),
            explain: <Coverage of="players" />,
          },
        ]}
      />
    </section>
  )
}

function Coverage({ of }: { of: 'clubs' | 'players' }) {
  return (
    <Explain label="Analytics coverage">
      <p>The share of tracked {of} with at least 7 days of observations. Analytics need that much history.</p>
    </Explain>
  )
}
