import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayerAnalytics } from '#shared/contract/players.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Context } from '../context.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { memberScores } from '../metrics/member-scores.ts'

const DAYS = 30

export type ClubContribution = NonNullable<Output<typeof getPlayerAnalytics>['club_contribution']>

/** What a player adds to the club among its present members; null in no club, or in one whose list was never read. */
export async function clubContribution(
  context: Context,
  player: { tag: string; club_tag: string | null; club_name: string | null },
): Promise<ClubContribution | null> {
  if (player.club_tag === null || player.club_name === null) return null
  const members = await readMemberHistories(context.db, player.club_tag, { days: DAYS, now: context.clock.now() })
  if (members === null) return null
  const scores = memberScores(members, DAYS)
  const own = scores.find((row) => row.player_tag === player.tag)
  if (own === undefined) return null
  return {
    club_name: plainName(player.club_name),
    club_tag: player.club_tag,
    contribution_score: own.trophy_contribution,
    rank_in_club: own.rank_in_club,
    members_ranked: scores.filter((row) => row.rank_in_club !== null).length,
    gain: own.gain,
  }
}
