import type { Timeframe as Days } from '#shared/timeframe.ts'
import { ActivityAnalysis } from './ActivityAnalysis.tsx'
import { BrawlerTable } from './BrawlerTable.tsx'
import { ClubContribution } from './ClubContribution.tsx'
import { Milestones } from './Milestones.tsx'
import { PerformanceAnalytics } from './PerformanceAnalytics.tsx'
import { TrophyChart } from './TrophyChart.tsx'
import { VictoryStats } from './VictoryStats.tsx'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The parts of a player's page below the first screen, whose code comes after the first paint. */
export function PlayerDetails({ tag, days, onDays }: Props) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <VictoryStats tag={tag} />
        <PerformanceAnalytics tag={tag} />
      </div>
      <TrophyChart tag={tag} days={days} onDays={onDays} />
      <ActivityAnalysis tag={tag} />
      <ClubContribution tag={tag} />
      <Milestones tag={tag} />
      <BrawlerTable tag={tag} />
    </>
  )
}
