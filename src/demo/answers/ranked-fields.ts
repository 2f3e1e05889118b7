import { itemAt } from '../world/item-at.ts'
import type { PlayerState } from '../world/player-state.ts'
import { DAY, type Seconds } from '../world/time.ts'

const TIERS = ['BRONZE', 'SILVER', 'GOLD', 'DIAMOND', 'MYTHIC', 'LEGENDARY', 'MASTERS']
const STEPS = ['I', 'II', 'III']
const ELO_PER_RANK = 420
const TOP_RANK = 22
const SEASON_DAYS = 28

/** The competitive queue's fields; none of them for who never played it. */
export function rankedFields(state: PlayerState, at: Seconds) {
  if (state.highestElo === 0) return {}
  const now = rankOf(state.elo)
  const best = rankOf(state.highestElo)
  return {
    rankedSeasonId: Math.floor(at / (SEASON_DAYS * DAY)) - 700,
    rankedRank: now.rank,
    rankedRankName: now.name,
    rankedElo: state.elo,
    highestSeasonRankedRank: best.rank,
    highestSeasonRankedRankName: best.name,
    highestSeasonRankedElo: state.highestElo,
    highestAllTimeRankedRank: best.rank,
    highestAllTimeRankedRankName: best.name,
    highestAllTimeRankedElo: state.highestElo,
  }
}

/** Ranks 1 (BRONZE I) to 21 (MASTERS III) and 22, PRO. */
function rankOf(elo: number): { rank: number; name: string } {
  const rank = Math.min(TOP_RANK, 1 + Math.floor(elo / ELO_PER_RANK))
  if (rank === TOP_RANK) return { rank, name: 'PRO' }
  return { rank, name: `${itemAt(TIERS, Math.floor((rank - 1) / 3))} ${itemAt(STEPS, (rank - 1) % 3)}` }
}
