import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { playerAnalyticsQuery } from '../../api/player-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { HealthRing } from '../../ui/charts/HealthRing.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { performanceInputs } from './performance-inputs.tsx'

/** The performance score and its four parts. */
export function PerformanceAnalytics({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  const inputs = result.data ? performanceInputs(result.data) : []
  return (
    <AnalyticsCard
      title="Performance analytics"
      id="performance"
      action={<ScoreExplain of="performance_score" inputs={inputs} />}
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the performance"
    >
      {(analytics) => <Performance analytics={analytics} />}
    </AnalyticsCard>
  )
}

function Performance({ analytics }: { analytics: Answer<'GET /api/browse/player/{tag}/analytics'> }) {
  const { activity_score, consistency_rating, improvement_trend } = analytics.activity_analysis
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <HealthRing score={analytics.performance_score} label="Performance score" className="mx-auto size-34" />
      <dl className="grid min-w-0 flex-[1_1_15rem] gap-2.5">
        <ScoreBar
          label="Trophy percentile"
          score={analytics.trophy_percentile}
          kind="share"
          explain={<ScoreExplain of="trophy_percentile" />}
        />
        <ScoreBar label="Activity" score={activity_score} explain={<ScoreExplain of="activity_score" />} />
        <ScoreBar label="Consistency" score={consistency_rating} explain={<ScoreExplain of="consistency" />} />
        <ScoreBar
          label="Improvement"
          score={improvement_trend}
          kind="trend"
          explain={<ScoreExplain of="improvement_trend" />}
        />
      </dl>
    </div>
  )
}
