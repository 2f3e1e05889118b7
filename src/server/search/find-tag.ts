import { LRUCache } from 'lru-cache'
import { type EntityType, firstGuess } from '#shared/tag.ts'
import { type Collected, collectClub } from '../collection/collect-club.ts'
import { collectPlayer } from '../collection/collect-player.ts'
import { track } from '../collection/track.ts'
import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import { GameApiError } from '../game-api/errors.ts'
import { hiddenPlayer, isHidden } from '../history/hidden-players.ts'
import { FRESH_MS, type Stored, storedEntity } from './stored-entity.ts'

export type Found = Collected & { type: EntityType }

/** A tag that the game did not know is not asked for again for this long. */
const NOT_FOUND_MS = 5 * 60_000

type NotFoundMemory = LRUCache<string, true>

/**
 * Finds out whether a tag is a club or a player, and stores it. What is stored already is what the store says; else the
 * likelier kind is asked for first, then the other (decision D7). Data a few minutes old is not asked for again, and
 * when the game is in trouble what is stored is shown with its age. Whoever asks for a tag that is being looked for
 * waits for that. Throws GameApiError.
 */
export type FindTag = (tag: string, apiKey: string | null) => Promise<Found>

export function createFindTag(context: Context): FindTag {
  const now = () => context.clock.monotonic() + 1
  const memory: NotFoundMemory = new LRUCache({ max: 10_000, ttl: NOT_FOUND_MS, perf: { now } })
  const underWay = new Map<string, Promise<Found>>()
  return (tag, apiKey) => {
    const key = `${tag} ${apiKey ?? ''}`
    const joined = underWay.get(key)
    if (joined !== undefined) return joined
    const options: CallOptions = { priority: 'visitor', apiKey: apiKey ?? undefined }
    const found = findTag(context, tag, options, memory).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
}

async function findTag(context: Context, tag: string, options: CallOptions, memory: NotFoundMemory): Promise<Found> {
  const stored = await storedEntity(context, tag)
  if (stored === null) {
    if (await isHidden(context.db, tag)) throw hiddenPlayer()
    if (memory.has(tag)) throw new GameApiError('not-found', 'remembered as not found')
    return collectUnknown(context, tag, options, memory)
  }
  await track(context, [{ kind: stored.type, key: tag, class: 'searched' }])
  if (stored.readAt !== null && context.clock.now().getTime() - stored.readAt.getTime() < FRESH_MS) return stored
  return collectKnown(context, stored, options)
}

async function collectKnown(context: Context, stored: Stored, options: CallOptions): Promise<Found> {
  try {
    return await collect(context, stored.type, stored.tag, options)
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    context.log.info({ tag: stored.tag, kind: error.kind }, 'showing what is stored')
    return stored
  }
}

async function collectUnknown(
  context: Context,
  tag: string,
  options: CallOptions,
  memory: NotFoundMemory,
): Promise<Found> {
  const first = firstGuess(tag)
  const second: EntityType = first === 'club' ? 'player' : 'club'
  for (const type of [first, second]) {
    try {
      return await collect(context, type, tag, options)
    } catch (error) {
      if (!(error instanceof GameApiError) || error.kind !== 'not-found') throw error
    }
  }
  memory.set(tag, true)
  throw new GameApiError('not-found', 'neither a club nor a player')
}

async function collect(context: Context, type: EntityType, tag: string, options: CallOptions): Promise<Found> {
  await context.demoHistory?.ahead(type, tag)
  if (type === 'club') return { type, ...(await collectClub(context, tag, options)) }
  const player = await collectPlayer(context, tag, options)
  if (player.clubTag !== null) await followClub(context, player.clubTag, options)
  return { type, ...player }
}

/** A player's page says how he does in the club: a club nobody looked at yet is collected with him, if it can be. */
async function followClub(context: Context, tag: string, options: CallOptions): Promise<void> {
  const known = await context.db.selectFrom('clubs').select('tag').where('tag', '=', tag).executeTakeFirst()
  if (known !== undefined) return
  try {
    await collectClub(context, tag, options)
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    context.log.warn({ tag, kind: error.kind }, 'club of a searched player not read')
  }
}
