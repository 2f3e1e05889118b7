import { useQuery } from '@tanstack/react-query'
import { scoreBand } from '#shared/score-band.ts'
import { playerAnalyticsQuery, playerQuery } from '../../api/player-queries.ts'
import { signed, thousands } from '../../format/abbreviate.ts'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Stat, StatGrid } from '../../ui/StatGrid.tsx'
import { trendOf } from '../../ui/trend-of.ts'
import { performanceInputs } from './performance-inputs.tsx'

/** The player's key figures; each stands as soon as its own call has answered. */
export function PlayerOverview({ tag }: { tag: string }) {
  const player = useQuery(playerQuery(tag))
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const { trophies = null, highestTrophies: highest = null } = player.data ?? {}
  const change = analytics.data?.trophy_progression.trophy_change_30d ?? null
  const performance = analytics.data?.performance_score ?? null
  const consistency = analytics.data?.activity_analysis.consistency_rating ?? null
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Trophies',
          value: waiting(player.isPending, <KnownNumber value={trophies} />),
          ...(change === null ? {} : { trend: trendOf(change, `${signed(change)} in 30 d`) }),
          explain: <ScoreExplain of="trophy_change_30d" />,
        },
        {
          label: 'Highest',
          value: waiting(player.isPending, <KnownNumber value={highest} />),
          ...(trophies === null || highest === null ? {} : { note: toBest(highest - trophies) }),
        },
        {
          ...scored(
            'Performance',
            waiting(analytics.isPending, <KnownNumber value={performance} format={whole} />),
            performance,
          ),
          explain: (
            <ScoreExplain of="performance_score" inputs={analytics.data ? performanceInputs(analytics.data) : []} />
          ),
        },
        {
          ...scored(
            'Consistency',
            waiting(analytics.isPending, <KnownNumber value={consistency} format={whole} />),
            consistency,
          ),
          explain: <ScoreExplain of="consistency" />,
        },
      ]}
    />
  )
}

const whole = (value: number) => String(Math.round(value))

function toBest(missing: number): string {
  return missing <= 0 ? 'at the best ever' : `${thousands(missing)} to beat`
}

function scored(label: string, value: Stat['value'], score: number | null): Stat {
  return { label, value, ...(score === null ? {} : { note: scoreBand(score) }) }
}
