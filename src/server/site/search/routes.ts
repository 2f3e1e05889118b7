import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Collected } from '#server/collector/collect-tag.ts'
import { type TargetClass, track } from '#server/collector/targets.ts'
import type { Context } from '#server/context.ts'
import { noteVisit } from '#server/directory/noted-visits.ts'
import { type Asker, GameApiError } from '#server/game/game-api.ts'
import { hiddenPlayer, isHidden } from '#server/history/not-tracked.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { searchTag } from '#shared/contract/search.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { type EntityType, firstGuess } from '#shared/tag.ts'
import { said, t } from '#shared/texts.ts'
import { admitUserAsk, refundSearch, reserveSearch } from '../accounts/search-quota.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { type Server, serve, type Visitor } from '../http/serve.ts'
import { askerOf, type WaitSentence } from '../http/shared-rate-limit.ts'
import {
  collectEntity,
  FRESH_MS,
  isKeyRefused,
  optionsOf,
  registerRefresh,
  type VisitorsCall,
  withKeyOf,
} from './refresh.ts'

export function registerSearch(server: Server, context: Context): void {
  const findTag = createFindTag(context)
  serve(server, searchTag, ({ body, visitor, address }) =>
    search(context, { tag: body.tag, visitor, address }, findTag),
  )
  registerRefresh(server, context)
}

type Search = { tag: string; visitor: Visitor; address: string }

/**
 * Searches a tag for a visitor. The charge comes first, so that two searches at once cannot share the last free one. It
 * is given back if the search fails.
 */
async function search(context: Context, asked: Search, findTag: FindTag): Promise<Output<typeof searchTag>> {
  const reservation = await reserveSearch(context, asked.visitor, asked.tag, asked.address)
  try {
    const tooMany = reservation.added ? await countAsk(context, asked.visitor) : null
    const found = await withKeyOf(context, asked.visitor, (apiKey) => {
      if (tooMany !== null && apiKey === null) return storedOnly(context, asked.tag, tooMany)
      const trackedAs = tooMany === null ? 'searched' : 'discovered'
      return findTag(asked.tag, apiKey, { askedBy: askerOf(asked.visitor, asked.address), trackedAs })
    })
    noteVisit(context.visits, { tag: found.tag, type: found.type, visitor: asked.address, kind: 'search' })
    return {
      type: found.type,
      tag: found.tag,
      name: plainName(found.name),
      ingested_at: found.observedAt.toISOString(),
      searches_remaining: reservation.searches_remaining,
      search_limit: reservation.search_limit,
      search_history: reservation.search_history,
    }
  } catch (error) {
    await refundSearch(context, reservation)
    throw gameRefusal(error, { sentence: said('error.nothingOfTag', { tag: asked.tag }), code: 'tag_not_found' })
  }
}

/** Counts a tag that is new to a user. Answers the refusal when those are too many; for guests, never. */
async function countAsk(context: Context, visitor: Visitor): Promise<unknown> {
  if (visitor.kind !== 'user') return null
  const sentence: WaitSentence = (seconds) => t('error.manySearches', { minutes: Math.ceil(seconds / 60) })
  return admitUserAsk(context, 'searches', visitor.userId, sentence).then(
    () => null,
    (refusal: unknown) => refusal,
  )
}

/** What is stored of a tag, without asking the game. Throws the refusal for a tag that is not. */
async function storedOnly(context: Context, tag: string, refusal: unknown): Promise<Found> {
  const stored = await storedEntity(context, tag)
  if (stored === null) throw refusal
  return stored
}

type Found = Collected & { type: EntityType }

/** How long the game is not asked again for a tag that it did not know. */
const NOT_FOUND_MS = 5 * MINUTE_MS

type NotFoundMemory = LRUCache<string, true>

/**
 * Finds out whether a tag is a club or a player, collects it and has it tracked (docs/decisions/0014-tags.md). An unknown
 * tag is tried as the likelier kind first. Recent data is not collected again, and while the game is in trouble stored
 * data is returned. Throws GameApiError.
 */
type FindTag = (tag: string, apiKey: string | null, by?: SearchedBy) => Promise<Found>
type SearchedBy = { askedBy: Asker; trackedAs: TargetClass }

export function createFindTag(context: Context): FindTag {
  // The cache reads a time of 0 as none.
  const now = () => context.clock.monotonic() + 1
  const memory: NotFoundMemory = new LRUCache({ max: 10_000, ttl: NOT_FOUND_MS, perf: { now } })
  // One run reads the store, asks the game and stores its answer, so that equal searches cost one call of the game.
  const calls = createCoalescedCalls<Found>()
  return (tag, apiKey, by) => {
    const options = optionsOf(apiKey, by?.askedBy, by?.trackedAs)
    return calls.join(`${tag} ${apiKey ?? ''}`, () => findTag(context, tag, options, memory))
  }
}

async function findTag(context: Context, tag: string, options: VisitorsCall, memory: NotFoundMemory): Promise<Found> {
  const stored = await storedEntity(context, tag)
  if (stored === null) {
    if (await isHidden(context.db, tag)) throw hiddenPlayer()
    if (memory.has(tag)) throw new GameApiError('not-found', 'remembered as not found')
    return collectUnknown(context, tag, options, memory)
  }
  await track(context, [{ kind: stored.type, key: tag, class: options.trackedAs }])
  const isRecent = context.clock.now().getTime() - (stored.collectedAt?.getTime() ?? 0) < FRESH_MS
  return isRecent ? stored : collectKnown(context, stored, options)
}

async function collectKnown(context: Context, stored: Stored, options: VisitorsCall): Promise<Found> {
  try {
    return await collect(context, stored.type, stored.tag, options)
  } catch (error) {
    if (!(error instanceof GameApiError) || isKeyRefused(error, options)) throw error
    context.log.info({ tag: stored.tag, kind: error.kind }, 'the game is in trouble: stored data is shown')
    return stored
  }
}

async function collectUnknown(
  context: Context,
  tag: string,
  options: VisitorsCall,
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

async function collect(context: Context, type: EntityType, tag: string, options: VisitorsCall): Promise<Found> {
  return { type, ...(await collectEntity(context, { type, tag }, options)) }
}

type Stored = {
  type: EntityType
  tag: string
  name: string
  observedAt: Date
  /** When the club or the player's profile was collected; null for a player known only from a club's list. */
  collectedAt: Date | null
}

/** The stored club or player of a tag, without hidden players. If both exist, the likelier kind. */
async function storedEntity({ db }: Context, tag: string): Promise<Stored | null> {
  const club = await db.selectFrom('clubs').select(['name', 'observed_at']).where('tag', '=', tag).executeTakeFirst()
  const player = await db
    .selectFrom('players')
    .leftJoin('player_profiles', 'player_tag', 'tag')
    .select(['name', 'observed_at', 'read_at'])
    .where('tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  const entities: Stored[] = []
  if (club !== undefined)
    entities.push({ type: 'club', tag, name: club.name, observedAt: club.observed_at, collectedAt: club.observed_at })
  if (player !== undefined)
    entities.push({
      type: 'player',
      tag,
      name: player.name,
      observedAt: player.observed_at,
      collectedAt: player.read_at,
    })
  return entities.find((entity) => entity.type === firstGuess(tag)) ?? entities[0] ?? null
}
