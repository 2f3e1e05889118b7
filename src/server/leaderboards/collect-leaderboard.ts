import { collectRanking, type RankingName } from '../collection/collect-ranking.ts'
import type { Context } from '../context.ts'
import { summarise } from '../summaries/summarise.ts'
import { createFlights } from './flights.ts'
import { gameTrouble } from './game-trouble.ts'
import { newestRanking, type StoredRanking } from './stored-rankings.ts'

/** A leaderboard collected more recently is not collected again, whoever asks. */
const COOL_DOWN_MS = 60_000

export type Refreshed = { ranking: StoredRanking; cached: boolean }

/** Collects a leaderboard unless it is fresh. Refuses with 503 when the game is in trouble. */
export type Refresh = (name: RankingName) => Promise<Refreshed>

/** One collection of each leaderboard at a time, however many ask for it. */
export function createRefresh(context: Context): Refresh {
  const flights = createFlights<Refreshed>()
  return (name) => flights(`${name.type} ${name.country} ${name.brawlerId}`, () => refresh(context, name))
}

async function refresh(context: Context, name: RankingName): Promise<Refreshed> {
  const stored = await newestRanking(context, name)
  if (stored !== null && context.clock.now().getTime() - stored.collectedAt.getTime() < COOL_DOWN_MS) {
    return { ranking: stored, cached: true }
  }
  try {
    // Not ended by one visitor going away: others may wait for the same.
    const collected = await collectRanking(context, name, { priority: 'visitor' })
    await summarise(context, collected)
  } catch (error) {
    throw gameTrouble(error)
  }
  const ranking = await newestRanking(context, name)
  if (ranking === null) throw new Error(`the ranking ${name.type} of ${name.country} was collected but is not stored`)
  return { ranking, cached: false }
}
