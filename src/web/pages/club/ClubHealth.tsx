import type { UseQueryResult } from '@tanstack/react-query'
import type { Timeframe } from '#shared/days.ts'
import { t } from '#shared/texts.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Pod, PodTable, podOf } from '#web/chrome/Pod.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { activityInputs } from './ClubOverview.tsx'

/** The health of a club as its pod: each member is a dolphin, the deeper the longer it has been silent. */
export function ClubHealth({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, days))
  // Without the scores nobody can tell how deep a member swims: that is no member who is not known.
  const result: UseQueryResult<unknown> = analytics.data === undefined ? analytics : scores
  return (
    <AnalyticsCard
      title={t('club.health')}
      id="health"
      className="overflow-hidden sm:grid sm:*:last:grid"
      action={<ScoreExplain of="club_activity" inputs={activityInputs(analytics.data)} />}
      result={result}
      failure={t('club.failed')}
      loading={t('club.healthLoading')}
      shape="h-76 rounded-md"
    >
      {() => {
        const pod = analytics.data && podOf(club.data?.members ?? [], analytics.data, scores.data?.member_scores ?? [])
        if (!pod?.length) return <EmptyState title={t('club.membersUnknown')} />
        return (
          <>
            {/* The sea goes to the edges of the card. */}
            <Pod pod={pod} className="-mx-3 -mb-3 sm:-mx-4.5 sm:-mb-4.5" />
            <PodTable pod={pod} />
          </>
        )
      }}
    </AnalyticsCard>
  )
}
