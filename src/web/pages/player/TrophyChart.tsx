import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { Card } from '../../ui/Card.tsx'
import { QuerySection } from '../../ui/QuerySection.tsx'
import { Timeframe } from '../../ui/Timeframe.tsx'
import { TrophyLine } from '../../ui/TrophyLine.tsx'
import { trendPoints } from '../../ui/trend-points.ts'
import { chartMilestones } from './chart-milestones.ts'
import { playerProgressionQuery } from './player-queries.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The player's trophy line over the chosen timeframe, with the milestones it passed. */
export function TrophyChart({ tag, days, onDays }: Props) {
  const result = useQuery(playerProgressionQuery(tag, days))
  const points = useMemo(() => result.data && trendPoints(result.data), [result.data])
  return (
    <Card title="Trophy chart" action={<Timeframe value={days} onChange={onDays} />}>
      <QuerySection
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
      </QuerySection>
    </Card>
  )
}
