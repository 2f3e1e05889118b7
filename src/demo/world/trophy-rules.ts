import type { BattleKind } from './battle-kinds.ts'
import { itemAt } from './item-at.ts'

/** Trophies of one brawler above which a season end takes a quarter of the excess. */
export const SEASON_FLOOR = 1000

/** A brawler's trophies after a season end: a quarter of the excess over 1,000 is lost, rounded in the player's favour. */
export function trophiesAfterSeasonEnd(trophies: number): number {
  return trophies <= SEASON_FLOOR ? trophies : trophies - Math.floor((trophies - SEASON_FLOOR) / 4)
}

const LOSS_PER_200 = [-1, -2, -2, -3, -4, -5, -8, -8, -9, -10]
const CHANGE_BY_RANK = {
  solo: [20, 16, 12, 8, 5, 2, -1, -4, -7, -10],
  duo: [20, 12, 5, -4, -9],
  trio: [18, 9, -3, -8],
} as const

/** What a defeat costs at a number of trophies (rules of 2026, counted in battle logs). */
export function lossAt(trophies: number): number {
  return itemAt(LOSS_PER_200, Math.min(LOSS_PER_200.length - 1, Math.floor(trophies / 200)))
}

/** Trophy change of a team battle. `streak`: wins in a row before it. A draw changes nothing. */
export function teamChange(kind: BattleKind, trophies: number, won: boolean, streak: number): number {
  if (!won) return Math.max(lossAt(trophies), -trophies)
  if (trophies >= 2000) return 8
  return 10 + kind.bonus + Math.min(10, Math.max(0, streak - 1))
}

/** Trophy change of a showdown by rank, from 1. Losses are never worse than a 3v3 defeat and two more. */
export function showdownChange(shape: 'solo' | 'duo' | 'trio', trophies: number, rank: number): number {
  const change = itemAt(CHANGE_BY_RANK[shape], rank - 1)
  return change > 0 ? change : Math.max(change, lossAt(trophies) - 2, -trophies)
}

/** Rank of a brawler from its highest trophies, 2026: 1 below 250 up to 7 from 3,000 on. */
export function brawlerRank(highest: number): number {
  if (highest < 1000) return 1 + Math.floor(highest / 250)
  return Math.min(7, 4 + Math.floor(highest / 1000))
}

/** The level n with 5n²+25n−30 ≤ points, as every recorded account has it. */
export function experienceLevel(points: number): number {
  return Math.max(1, Math.floor((-25 + Math.sqrt(625 + 20 * (points + 30))) / 10))
}
