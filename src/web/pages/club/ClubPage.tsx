import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag } from '#shared/tag.ts'
import { clubAnalyticsQuery, clubQuery, heatmapQuery, memberScoresQuery, rosterQuery } from '../../api/club-queries.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { BelowPending } from '../../ui/BelowPending.tsx'
import { HeroPending } from '../../ui/HeroPending.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PageSections } from '../../ui/PageSections.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { ClubAnalyticsNotice } from './ClubAnalyticsNotice.tsx'
import { ClubFailure, isNotFound } from './ClubFailure.tsx'
import { ClubHeader } from './ClubHeader.tsx'
import { ClubOverview } from './ClubOverview.tsx'
import { HealthMetrics } from './HealthMetrics.tsx'
import { TrophyProgression } from './TrophyProgression.tsx'

const ClubDetails = lazyPart(() => import('./ClubDetails.tsx').then((file) => file.ClubDetails))

const SECTIONS = [
  ['overview', 'Overview'],
  ['trophies', 'Trophies'],
  ['health', 'Health'],
  ['attention', 'Attention'],
  ['scorecards', 'Scorecards'],
  ['activity', 'Activity'],
  ['top-performer', 'Top performer'],
  ['members', 'Members'],
  ['events', 'Events'],
] as const

/** Analytics of one club. The tag is canonical, with its `#`; of what is no tag nothing is asked. */
export function ClubPage({ tag }: { tag: string }) {
  return normaliseTag(tag) === null ? <NoClub tag={tag} /> : <Club key={tag} tag={tag} />
}

function NoClub({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle())
  return <ClubFailure tag={tag} error={null} />
}

function Club({ tag }: { tag: string }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const [refreshing, refresh] = useRefresh(tag)
  // What the parts below need is asked for with the rest, not once their code is there.
  usePrefetchQuery(heatmapQuery(tag, days))
  usePrefetchQuery(memberScoresQuery(tag, days))
  usePrefetchQuery(rosterQuery(tag))
  useDocumentTitle(trackerTitle(club.data && plainName(club.data.name)))
  const lost = club.isError && (analytics.isError || isNotFound(club.error))
  if (!club.data && lost) return <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="pb-10">
      {club.data && <ClubHeader club={club.data} onRefresh={refresh} refreshing={refreshing} />}
      {!club.data && club.isError && (
        <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
      )}
      {club.isPending && <HeroPending label="Loading the club" />}
      <PageSections sections={SECTIONS} />
      <div className="grid grid-cols-1 gap-4">
        <ClubAnalyticsNotice analytics={analytics.data} club={club.data} />
        <ClubOverview tag={tag} days={days} />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TrophyProgression tag={tag} days={days} onDays={setDays} />
          <HealthMetrics tag={tag} />
        </div>
        <Suspense fallback={<BelowPending />}>
          <ClubDetails tag={tag} days={days} onDays={setDays} />
        </Suspense>
      </div>
    </div>
  )
}
