import type { Timeframe as Days } from '#shared/timeframe.ts'
import { ActivitySection } from './ActivitySection.tsx'
import { MemberScorecards } from './MemberScorecards.tsx'
import { MemberTable } from './MemberTable.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { RosterEvents } from './RosterEvents.tsx'
import { TopPerformer } from './TopPerformer.tsx'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The parts of a club's page below the first screen, whose code comes after the first paint. */
export function ClubDetails({ tag, days, onDays }: Props) {
  return (
    <>
      <NeedsAttention tag={tag} days={days} />
      <MemberScorecards tag={tag} days={days} onDays={onDays} />
      <ActivitySection tag={tag} days={days} onDays={onDays} />
      <TopPerformer tag={tag} />
      <MemberTable tag={tag} days={days} />
      <RosterEvents tag={tag} />
    </>
  )
}
