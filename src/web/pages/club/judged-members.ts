import { signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { learningText } from '#web/ui/learning.ts'

export type MemberScore = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

/** A gain in words that fit beside a name; nothing where it is not known. */
export function gainText(gain: number | null, days: number): string | null {
  if (gain === null) return null
  return gain === 0 ? t('club.noChange', { days }) : t('club.inDays', { gain: signed(gain), days })
}

/** The least score called Excellent. */
export const EXCELLENT = 80

/** Members as the server ranks them, by the exact overall score; those who are not judged come last. */
export function rankScores<S extends Pick<MemberScore, 'learning' | 'resting'>>(scores: readonly S[]): S[] {
  return scores.toSorted((one, other) => Number(whyNotJudged(one) !== null) - Number(whyNotJudged(other) !== null))
}

/** Why a member has no scores: `Learning: 3 of 7 days` or `Silent`; null where nothing hinders them. */
export function whyNotJudged({ learning, resting }: Pick<MemberScore, 'learning' | 'resting'>): string | null {
  return learning ? learningText(learning) : resting ? t('club.resting') : null
}
