import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { clubProgressionQuery, rosterQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { TrophyLine } from '../../ui/TrophyLine.tsx'
import { trendPoints } from '../../ui/trend-points.ts'
import { rosterNotes } from './roster-notes.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The club's trophy line over the chosen timeframe; days on which members joined or left say so. */
export function TrophyProgression({ tag, days, onDays }: Props) {
  const result = useQuery(clubProgressionQuery(tag, days))
  const { data: roster } = useQuery(rosterQuery(tag))
  const points = useMemo(() => {
    const notes = rosterNotes(roster?.events ?? [])
    return result.data && trendPoints(result.data).map((point) => ({ ...point, note: notes.get(point.date) }))
  }, [result.data, roster])
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
