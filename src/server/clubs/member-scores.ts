import type { getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { memberScores } from '../metrics/member-scores.ts'
import { clubNotTracked } from './stored-club.ts'

/** The scores of the present members, best first. */
export async function clubMemberScores(
  context: Context,
  tag: string,
  days: Timeframe,
): Promise<Output<typeof getMemberScores>> {
  const members = await readMemberHistories(context.db, tag, { days, now: context.clock.now() })
  if (members === null) throw clubNotTracked()
  return { club_tag: tag, days, member_scores: memberScores(members, days) }
}
