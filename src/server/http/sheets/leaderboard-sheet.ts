import type { Output } from '#shared/contract/endpoint.ts'
import type { getLeaderboard } from '#shared/contract/leaderboards.ts'
import type { Sheet } from '../render-answer.ts'

/** A leaderboard, a row a place. */
export function leaderboardSheet(board: Output<typeof getLeaderboard>): Sheet {
  const head = ['rank', 'previous_rank', 'tag', 'name', 'trophies', 'club_name', 'member_count', 'collected_at']
  const rows = board.leaderboard.map((entry) => [
    entry.rank_position,
    entry.previous_rank,
    entry.entity_tag,
    entry.entity_name,
    entry.trophies,
    entry.club_name,
    entry.member_count,
    board.collected_at,
  ])
  const brawler = board.brawler_id === undefined ? '' : `-${board.brawler_id}`
  return { name: `leaderboard-${board.type}${brawler}-${board.country}`, rows: [head, ...rows] }
}
