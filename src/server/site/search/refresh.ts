import { sql } from 'kysely'
import { type Collected, collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import type { TargetClass } from '#server/collector/targets.ts'
import type { Context } from '#server/context.ts'
import { type Asker, type CallOptions, GameApiError } from '#server/game/game-api.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import { AppError, errorBody } from '#server/kernel/errors.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { refreshClub, refreshPlayer } from '#shared/contract/search.ts'
import { MINUTE_MS } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { said, type Translator, t } from '#shared/texts.ts'
import { networkLimits } from '../accounts/login-guard.ts'
import { markKeyRefused, personalKey } from '../accounts/personal-key.ts'
import { admitUserAsk } from '../accounts/search-quota.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { type Server, serve, type Visitor } from '../http/serve.ts'
import { admitShared, askerOf, type WaitSentence } from '../http/shared-rate-limit.ts'

export function registerRefresh(server: Server, context: Context): void {
  const ask = createAskAgain(context)
  serve(server, refreshClub, ({ params, ...by }) => refresh(context, { type: 'club', tag: params.tag, ...by }, ask))
  serve(server, refreshPlayer, ({ params, ...by }) => refresh(context, { type: 'player', tag: params.tag, ...by }, ask))
}

type Entity = { type: EntityType; tag: string }
type Asked = Entity & { visitor: Visitor; address: string; texts: Translator }
type Refreshed = Output<typeof refreshClub>
type Told = { trouble: string | null; message?: string }

/**
 * Collects a stored club or player now (docs/decisions/0027-refresh.md). Recent data is not collected again, and while
 * the game is in trouble the stored data stays. Throws `not_found`, and 429 after too many refreshes by a user, or by
 * guests of one address.
 */
async function refresh(
  context: Context,
  { type, tag, visitor, address, texts }: Asked,
  ask: AskAgain,
): Promise<Refreshed> {
  const entity = { type, tag }
  const before = await storedLook(context, entity)
  const answer = (outcome: Refreshed['outcome'], after: StoredLook, next: Date, told: Told = { trouble: null }) => ({
    ...entity,
    outcome,
    before: toShown(before),
    after: toShown(after),
    next_possible_at: next.toISOString(),
    ...told,
  })
  if (isRecent(context, before)) return answer('too_early', before, computeNextLook(before))
  try {
    const after = await withKeyOf(context, visitor, async (apiKey) => {
      if (apiKey === null) await admitRefresh(context, visitor, address)
      return ask(entity, apiKey, askerOf(visitor, address))
    })
    return answer(after.trophies === before.trophies ? 'unchanged' : 'changed', after, computeNextLook(after))
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    context.log.info({ tag, kind: error.kind }, 'not refreshed: the game is in trouble')
    const { retryMs, ...told } = troubleOf(error, texts)
    return answer('failed', before, new Date(context.clock.now().getTime() + retryMs), told)
  }
}

/** Collects an entity and answers what is stored then. Throws GameApiError. */
type AskAgain = (entity: Entity, apiKey: string | null, askedBy: Asker) => Promise<StoredLook>

/** Equal refreshes at the same time, or one right after the other, cost one call of the game. */
function createAskAgain(context: Context): AskAgain {
  const calls = createCoalescedCalls<StoredLook>()
  return (entity, apiKey, askedBy) =>
    calls.join(`${entity.type} ${entity.tag} ${apiKey ?? ''}`, async () => {
      const stored = await storedLook(context, entity)
      if (isRecent(context, stored)) return stored
      await collectEntity(context, entity, optionsOf(apiKey, askedBy))
      return storedLook(context, entity)
    })
}

/** What was seen of a club or player last, and when the game was asked for it: null for a player without a profile. */
type StoredLook = { observedAt: Date; trophies: number; collectedAt: Date | null }

/** Throws `not_found` for what is not tracked, or hidden. */
async function storedLook({ db }: Context, { type, tag }: Entity): Promise<StoredLook> {
  if (type === 'club') {
    const club = await db
      .selectFrom('clubs')
      .select(['observed_at as observedAt', 'trophies'])
      .where('tag', '=', tag)
      .executeTakeFirst()
    if (club === undefined) throw clubNotTracked()
    return { ...club, collectedAt: club.observedAt }
  }
  const player = await db
    .selectFrom('players')
    .leftJoin('player_profiles', 'player_tag', 'players.tag')
    .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
    .select(['players.trophies', 'players.observed_at', 'read_at', 'clubs.observed_at as club_observed_at'])
    .where('players.tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  if (player === undefined) throw await playerNotShown(db, tag)
  // A scan of the club counts as a look, also where it changed nothing.
  const seen = Math.max(player.observed_at.getTime(), player.club_observed_at?.getTime() ?? 0)
  return { observedAt: new Date(seen), trophies: player.trophies, collectedAt: player.read_at }
}

function toShown({ observedAt, trophies }: StoredLook): Refreshed['before'] {
  return { observed_at: observedAt.toISOString(), trophies }
}

function isRecent({ clock }: Context, { collectedAt }: StoredLook): boolean {
  return collectedAt !== null && clock.now().getTime() - collectedAt.getTime() < FRESH_MS
}

function computeNextLook({ collectedAt, observedAt }: StoredLook): Date {
  return new Date((collectedAt ?? observedAt).getTime() + FRESH_MS)
}

/** Counts a refresh with the shared tokens: of the user, or of a guest's network. */
async function admitRefresh(context: Context, visitor: Visitor, address: string): Promise<void> {
  const sentence: WaitSentence = (seconds) => t('error.manyRefreshes', { minutes: Math.ceil(seconds / 60) })
  if (visitor.kind === 'user') return admitUserAsk(context, 'refreshes', visitor.userId, sentence)
  await admitShared(context, networkLimits(context).guestRefreshes, address, sentence)
}

const GONE = { sentence: said('error.tagGone'), code: 'tag_not_found' }

/** What a visitor is told of a call without an answer, and when another one makes sense. */
function troubleOf(error: GameApiError, texts: Translator): Told & { retryMs: number } {
  const refusal = gameRefusal(error, GONE)
  if (!(refusal instanceof AppError)) throw error
  const { error: trouble, message } = errorBody(refusal, texts)
  const retryMs = refusal.retryAfterSeconds === undefined ? FRESH_MS : refusal.retryAfterSeconds * 1000
  return { trouble, retryMs, ...(message === undefined ? {} : { message }) }
}

/** The game renews its own answers every few minutes, so younger data is not collected again. */
export const FRESH_MS = 2 * MINUTE_MS

/** Asks with the visitor's own API key if there is one, and with the shared tokens if the game refuses that key. */
export async function withKeyOf<T>(
  context: Context,
  visitor: Visitor,
  ask: (apiKey: string | null) => Promise<T>,
): Promise<T> {
  const apiKey = await personalKey(context, visitor)
  if (apiKey === null) return ask(null)
  try {
    return await ask(apiKey)
  } catch (error) {
    if (!isKeyRefused(error, optionsOf(apiKey))) throw error
    await markKeyRefused(context, visitor, apiKey)
    return ask(null)
  }
}

/** Whether the game refused the visitor's own key: whoever catches errors of the game leaves this one to `withKeyOf`. */
export function isKeyRefused(error: unknown, { apiKey }: CallOptions): boolean {
  return apiKey !== undefined && error instanceof GameApiError && error.kind === 'forbidden'
}

/** How the game is asked for a visitor, and the class of what it knows from then on. */
export type VisitorsCall = CallOptions & { trackedAs: TargetClass }

/** Makes a call of the game before those of the collector, in the asker's share, with an own key if there is one. */
export function optionsOf(apiKey: string | null, askedBy?: Asker, trackedAs: TargetClass = 'searched'): VisitorsCall {
  return { priority: 'visitor', apiKey: apiKey ?? undefined, askedBy, trackedAs }
}

/** Collects a club, or a player with their club, for a visitor who waits. Throws GameApiError. */
export async function collectEntity(
  context: Context,
  { type, tag }: { type: EntityType; tag: string },
  options: VisitorsCall,
): Promise<Collected> {
  await context.demoHistory?.ahead(type, tag)
  if (type === 'club') return collectClub(context, tag, options, options.trackedAs)
  const player = await collectPlayer(context, tag, options, options.trackedAs)
  if (player.clubTag !== null) await collectClubOfPlayer(context, player.clubTag, options)
  return player
}

/** Collects the club of a player if it is not tracked yet: the player's page compares them with its members. */
async function collectClubOfPlayer(context: Context, tag: string, options: VisitorsCall): Promise<void> {
  const known = await context.db.selectFrom('clubs').select('tag').where('tag', '=', tag).executeTakeFirst()
  if (known !== undefined) return
  try {
    await collectClub(context, tag, options, options.trackedAs)
  } catch (error) {
    if (!(error instanceof GameApiError) || isKeyRefused(error, options)) throw error
    context.log.warn({ tag, kind: error.kind }, 'club of a searched player not collected')
  }
}
