import { useQuery } from '@tanstack/react-query'
import { plainName } from '#shared/plain-name.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { HeroPending } from '../../ui/HeroPending.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { ActivitySection } from './ActivitySection.tsx'
import { ClubAnalyticsNotice } from './ClubAnalyticsNotice.tsx'
import { ClubFailure, isNotFound } from './ClubFailure.tsx'
import { ClubHeader } from './ClubHeader.tsx'
import { ClubOverview } from './ClubOverview.tsx'
import { clubAnalyticsQuery, clubQuery } from './club-queries.ts'
import { HealthMetrics } from './HealthMetrics.tsx'
import { MemberScorecards } from './MemberScorecards.tsx'
import { MemberTable } from './MemberTable.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { RosterEvents } from './RosterEvents.tsx'
import { TopPerformer } from './TopPerformer.tsx'
import { TrophyProgression } from './TrophyProgression.tsx'

/** Analytics of one club. The tag is canonical, with its `#`. */
export function ClubPage({ tag }: { tag: string }) {
  return <Club key={tag} tag={tag} />
}

function Club({ tag }: { tag: string }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const [refreshing, refresh] = useRefresh(tag)
  useDocumentTitle(trackerTitle(club.data && plainName(club.data.name)))
  const lost = club.isError && (analytics.isError || isNotFound(club.error))
  if (!club.data && lost) return <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="grid gap-4 pb-10">
      {club.data && <ClubHeader club={club.data} onRefresh={refresh} refreshing={refreshing} />}
      {!club.data && club.isError && (
        <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
      )}
      {club.isPending && <HeroPending label="Loading the club" />}
      <ClubAnalyticsNotice analytics={analytics.data} club={club.data} />
      <ClubOverview tag={tag} days={days} />
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <TrophyProgression tag={tag} days={days} onDays={setDays} />
        <HealthMetrics tag={tag} />
      </div>
      <NeedsAttention tag={tag} days={days} />
      <MemberScorecards tag={tag} days={days} onDays={setDays} />
      <ActivitySection tag={tag} days={days} onDays={setDays} />
      <TopPerformer tag={tag} />
      <MemberTable tag={tag} days={days} />
      <RosterEvents tag={tag} />
    </div>
  )
}
