import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { clubProgressionQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { TrophyLine } from '../../ui/TrophyLine.tsx'
import { trendPoints } from '../../ui/trend-points.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The club's trophy line over the chosen timeframe. */
export function TrophyProgression({ tag, days, onDays }: Props) {
  const result = useQuery(clubProgressionQuery(tag, days))
  const points = useMemo(() => result.data && trendPoints(result.data), [result.data])
  return (
    <AnalyticsCard
      title="Trophy progression"
      id="trophies"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch trophy progression"
      loading="Loading the trophy progression"
      shape="h-76 rounded-md"
    >
      {() => points && <TrophyLine label="Trophies of the club" points={points} />}
    </AnalyticsCard>
  )
}
