import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { ActivitySection } from './ActivitySection.tsx'
import { ClubAnalyticsNotice } from './ClubAnalyticsNotice.tsx'
import { ClubFailure, isNotFound } from './ClubFailure.tsx'
import { ClubHeader } from './ClubHeader.tsx'
import { ClubOverview } from './ClubOverview.tsx'
import { clubAnalyticsQuery, clubQuery, refreshClub } from './club-queries.ts'
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
  if (!club.data && lost) return <ClubFailure error={club.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="page grid gap-4 py-6">
      {club.data && <ClubHeader club={club.data} onRefresh={refresh} refreshing={refreshing} />}
      {!club.data && club.isError && <ClubFailure error={club.error} onRetry={refresh} retrying={refreshing} />}
      {club.isPending && <HeaderPending />}
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

function useRefresh(tag: string): [boolean, () => void] {
  const client = useQueryClient()
  const [refreshing, setRefreshing] = useState(false)
  const refresh = () => {
    setRefreshing(true)
    void refreshClub(client, tag).finally(() => setRefreshing(false))
  }
  return [refreshing, refresh]
}

function HeaderPending() {
  return (
    <div role="status" aria-label="Loading the club" className="flex items-center gap-4.5">
      <Skeleton className="size-18 rounded-lg" />
      <div className="grid gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    </div>
  )
}
