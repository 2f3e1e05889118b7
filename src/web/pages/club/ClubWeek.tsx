import { weekSentence } from '#shared/club-sentence.ts'
import { abbreviate } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { movesOf, Week } from '#web/chrome/Week.tsx'
import { LearningNotice } from '#web/ui/LearningNotice.tsx'
import { learningOf } from '#web/ui/learning.ts'

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
      {sentence && (
        <Week sentence={sentence} {...movesOf(learning ? undefined : analytics?.club_health_metrics)} leads />
      )}
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
