import { collectBrawlers, collectRanking, type RankingName } from '#server/collector/collect-ranking.ts'
import type { Context } from '#server/context.ts'
import { summarise } from '#server/directory/summarise.ts'
import { GameApiError, visitorSentence } from '#server/game/game-api.ts'
import { AppError } from '#server/kernel/errors.ts'
import { HOUR_MS } from '#shared/days.ts'
import { newestRanking, type StoredRanking } from './stored-rankings.ts'

/** A leaderboard collected more recently is not collected again, whoever asks. */
const COOL_DOWN_MS = 60_000

export type OnDemandRanking = { ranking: StoredRanking; cached: boolean }

/** Collects a leaderboard unless it is fresh. Refuses with 503 when the game is in trouble. */
export type CollectOnDemand = (name: RankingName) => Promise<OnDemandRanking>

/** One collection of each leaderboard at a time, however many ask for it. */
export function createCollectOnDemand(context: Context): CollectOnDemand {
  const flights = createCoalescedCalls<OnDemandRanking>()
  return (name) => flights(`${name.type} ${name.country} ${name.brawlerId}`, () => refresh(context, name))
}

async function refresh(context: Context, name: RankingName): Promise<OnDemandRanking> {
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

/** The game's list changes every few weeks. */
const RENEW_AFTER_MS = 24 * HOUR_MS

export type KnownBrawler = { id: number; name: string }

/** All brawlers by id. Collected on first need and daily; when the game is in trouble, as they were. */
export type KnownBrawlers = () => Promise<KnownBrawler[]>

/** One collection at a time, however many need it. */
export function createKnownBrawlers(context: Context): KnownBrawlers {
  const flights = createCoalescedCalls<void>()
  return async () => {
    const stored = await storedBrawlers(context)
    const newest = Math.max(0, ...stored.map((brawler) => brawler.seen_at.getTime()))
    if (context.clock.now().getTime() - newest < RENEW_AFTER_MS) return stored
    try {
      await flights('brawlers', async () => void (await collectBrawlers(context, { priority: 'visitor' })))
    } catch (error) {
      if (!(error instanceof GameApiError) || stored.length === 0) throw gameTrouble(error)
      return stored
    }
    return storedBrawlers(context)
  }
}

/** Refuses a brawler the game does not have, without asking it. */
export async function requireBrawler(known: KnownBrawlers, id: number): Promise<void> {
  const brawlers = await known()
  if (brawlers.some((brawler) => brawler.id === id)) return
  throw new AppError('not_found', 'There is no such brawler', { code: 'unknown_brawler' })
}

function storedBrawlers({ db }: Context) {
  return db.selectFrom('brawlers').select(['id', 'name', 'seen_at']).orderBy('id').execute()
}

const RETRY_MS = 30_000

/** What a visitor is told when the game brought no usable answer and nothing is stored. Other errors pass as they are. */
function gameTrouble(error: unknown): unknown {
  if (!(error instanceof GameApiError)) return error
  if (error.kind === 'not-found') {
    return new AppError('not_found', 'The game has no such leaderboard', { code: 'no_leaderboard', cause: error })
  }
  const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? RETRY_MS) / 1000)
  const code = `game_${error.kind.replace('-', '_')}`
  return new AppError('unavailable', visitorSentence(error), { code, retryAfterSeconds, cause: error })
}

/** Work under way by its key: who asks for the same meanwhile waits for the same. */
export type CoalescedCalls<T> = (key: string, work: () => Promise<T>) => Promise<T>

function createCoalescedCalls<T>(): CoalescedCalls<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, work) => {
    const flight = underWay.get(key) ?? work().finally(() => underWay.delete(key))
    underWay.set(key, flight)
    return flight
  }
}
