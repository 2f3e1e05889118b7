import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayerAnalytics } from '#shared/contract/players.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Context } from '../context.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { contributions } from '../metrics/member-scores.ts'
import { oneDecimal } from '../metrics/one-decimal.ts'
import { rankBy } from '../metrics/rank-by.ts'

const DAYS = 30

export type ClubContribution = NonNullable<Output<typeof getPlayerAnalytics>['club_contribution']>

/** What a player adds to the club among its present members; null in no club, or in one whose list was never read. */
export async function clubContribution(
  context: Context,
  player: { tag: string; club_tag: string | null; club_name: string | null },
): Promise<ClubContribution | null> {
  if (player.club_tag === null || player.club_name === null) return null
  const club = await readMemberHistories(context.db, player.club_tag, { days: DAYS, now: context.clock.now() })
  if (club === null) return null
  const added = contributions(club.members, DAYS)
  const place = added.findIndex(({ member }) => member.tag === player.tag)
  const own = added[place]
  if (own === undefined) return null
  const ranks = rankBy(added.map(({ contribution }) => contribution))
  return {
    club_name: plainName(player.club_name),
    club_tag: player.club_tag,
    contribution_score: oneDecimal(own.contribution),
    rank_in_club: ranks[place] ?? null,
    members_ranked: ranks.filter((rank) => rank !== null).length,
    gain: own.gain,
  }
}
