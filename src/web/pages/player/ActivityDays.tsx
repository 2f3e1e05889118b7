import { useQuery } from '@tanstack/react-query'
import { DEFAULT_TIMEFRAME } from '#shared/timeframe.ts'
import { playerProgressionQuery } from '../../api/player-queries.ts'
import { ActivityStrip } from '../../ui/charts/ActivityStrip.tsx'
import { QuerySection } from '../../ui/QuerySection.tsx'
import { trendPoints } from '../../ui/trend-points.ts'

/** What was won and lost on each of the last 30 days, whatever timeframe the chart shows. */
export function ActivityDays({ tag }: { tag: string }) {
  const result = useQuery(playerProgressionQuery(tag, DEFAULT_TIMEFRAME))
  return (
    <QuerySection
      result={result}
      failure="Failed to fetch activity data"
      loading="Loading the days"
      shape="h-26 rounded-md"
    >
      {(progression) => (
        <div>
          <p className="mb-2 text-sm text-mut normal-nums">
            Trophies won (up) and lost (down) a day; a dash is a day without change, hatched is not observed.
          </p>
          <ActivityStrip label="Activity of the last 30 days" points={trendPoints(progression)} />
        </div>
      )}
    </QuerySection>
  )
}
