import type { UseQueryResult } from '@tanstack/react-query'
import { weekSentence } from '#shared/club-sentence.ts'
import type { Timeframe } from '#shared/days.ts'
import { abbreviate } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Pod, PodTable, podOf } from '#web/chrome/Pod.tsx'
import { movesOf, Week } from '#web/chrome/Week.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState, LearningNotice, learningOf } from '#web/ui/Notice.tsx'
import { activityInputs } from './ClubOverview.tsx'

type ClubAnswer = Answer<'GET /api/browse/club/{tag}'>
type ClubAnalytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type ClubWeekProps = {
  analytics: ClubAnalytics | undefined
  club: ClubAnswer | undefined
}

/** The week in one sentence, and what moved the club. With little history, how far the learning is. */
export function ClubWeek({ analytics, club }: ClubWeekProps) {
  const learning = learningOf(analytics)
  const sentence = analytics && !learning ? weekSentence(analytics) : club && clubSentence(club)
  return (
    <>
      {sentence && <Week sentence={sentence} {...movesOf(learning ? undefined : analytics?.club_health_metrics)} />}
      {analytics && learning && (
        <LearningNotice
          learning={learning}
          isWordedByServer={analytics.unavailable_reason !== null}
          availableOn={analytics.available_on}
          what={t('club.learns')}
        />
      )}
    </>
  )
}

/** A sentence about a club that has no analytics yet. */
export function clubSentence({ memberCount, trophies }: Pick<ClubAnswer, 'memberCount' | 'trophies'>): string {
  return t('club.sentence', { members: memberCount, trophies: abbreviate(trophies) })
}

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
      className="max-sm:late-110"
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
            <Pod pod={pod} />
            <PodTable pod={pod} />
          </>
        )
      }}
    </AnalyticsCard>
  )
}
