import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { playerProgressionQuery } from '../../api/player-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { TrophyLine } from '../../ui/TrophyLine.tsx'
import { trendPoints } from '../../ui/trend-points.ts'
import { chartMilestones } from './chart-milestones.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The player's trophy line over the chosen timeframe, with the milestones it passed. */
export function TrophyChart({ tag, days, onDays }: Props) {
  const result = useQuery(playerProgressionQuery(tag, days))
  const points = useMemo(() => result.data && trendPoints(result.data), [result.data])
  return (
    <AnalyticsCard
      title="Trophy chart"
      id="trophies"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch trophy progression"
      loading="Loading the trophy progression"
      shape="h-76 rounded-md"
    >
      {() =>
        points && (
          <TrophyLine
            label="Trophies of the player"
            points={points}
            milestones={chartMilestones(points.map(({ value }) => value))}
          />
        )
      }
    </AnalyticsCard>
  )
}
