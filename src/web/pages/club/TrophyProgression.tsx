import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { Card } from '../../ui/Card.tsx'
import { QuerySection } from '../../ui/QuerySection.tsx'
import { Timeframe } from '../../ui/Timeframe.tsx'
import { TrophyLine } from '../../ui/TrophyLine.tsx'
import { trendPoints } from '../../ui/trend-points.ts'
import { clubProgressionQuery } from './club-queries.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The club's trophy line over the chosen timeframe. */
export function TrophyProgression({ tag, days, onDays }: Props) {
  const result = useQuery(clubProgressionQuery(tag, days))
  const points = useMemo(() => result.data && trendPoints(result.data), [result.data])
  return (
    <Card title="Trophy progression" action={<Timeframe value={days} onChange={onDays} />}>
      <QuerySection
        result={result}
        failure="Failed to fetch trophy progression"
        loading="Loading the trophy progression"
        shape="h-76 rounded-md"
      >
        {() => points && <TrophyLine label="Trophies of the club" points={points} />}
      </QuerySection>
    </Card>
  )
}
