import { collectBrawlers } from '../collection/collect-brawlers.ts'
import type { Context } from '../context.ts'
import { GameApiError } from '../game-api/errors.ts'
import { AppError } from '../http/app-error.ts'
import { createFlights } from './flights.ts'
import { gameTrouble } from './game-trouble.ts'

/** The game's list changes every few weeks. */
const RENEW_AFTER_MS = 24 * 3_600_000

export type KnownBrawler = { id: number; name: string }

/** All brawlers by id. Collected on first need and daily; when the game is in trouble, as they were. */
export type KnownBrawlers = () => Promise<KnownBrawler[]>

/** One collection at a time, however many need it. */
export function createKnownBrawlers(context: Context): KnownBrawlers {
  const flights = createFlights<void>()
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
