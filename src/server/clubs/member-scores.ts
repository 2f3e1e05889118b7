import type { getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { memberScores } from '../metrics/member-scores.ts'
import { clubNotTracked } from './stored-club.ts'

/** The scores of the present members, best first. */
export async function clubMemberScores(
  context: Context,
  tag: string,
  days: Timeframe,
): Promise<Output<typeof getMemberScores>> {
  const now = context.clock.now()
  const club = await readMemberHistories(context.db, tag, { days, now })
  if (club === null) throw clubNotTracked()
  return {
    club_tag: tag,
    days,
    ...freshness(club.observedAt, now),
    member_scores: memberScores(club.members, days),
  }
}
