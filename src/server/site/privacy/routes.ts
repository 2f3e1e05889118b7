import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { isHidden } from '#server/history/hidden-players.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import { HOUR_MS } from '#shared/days.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { type Server, serve } from '../http/serve.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { carryOut, type PrivacyAction } from './carry-out.ts'
import { chooseIcons, STARTER_ICONS } from './icons.ts'

const TOO_MANY = 'Too many requests from your address. Please wait.'

export function registerPrivacy(server: Server, context: Context): void {
  const { config } = context
  const requests = { name: 'privacy requests', limit: config.PRIVACY_REQUESTS_PER_HOUR, windowMs: HOUR_MS }
  const checks = { name: 'privacy checks', limit: config.PRIVACY_CHECKS_PER_HOUR, windowMs: HOUR_MS }
  serve(server, requestPrivacy, async ({ body, address }) => {
    await admitShared(context, requests, address, TOO_MANY)
    return openRequest(context, { ...body, address })
  })
  serve(server, checkPrivacy, async ({ params, address }) => {
    await admitShared(context, checks, address, TOO_MANY)
    return checkRequest(context, params.request_id)
  })
}

/** The time for both changes of the icon. The game's answers lag by a few minutes. */
const OPEN_MS = 15 * 60_000

const ID_BYTES = 24

/** Open requests about a player from one network: a stranger cannot use up the icons of others. */
const OPEN_FROM_ONE_NETWORK = 3

/** Any number that no other lock of ours has: requests about a player are opened one after the other. */
const OPENING_LOCK = 7_201_971

type Asked = { tag: string; wish: PrivacyAction; address: string }

/** Opens a request and chooses the icons that prove it. */
async function openRequest(context: Context, { tag, wish, address }: Asked): Promise<RequestAnswer> {
  const { db, log } = context
  if (wish === 'show' && !(await isHidden(db, tag))) {
    throw new AppError('conflict', 'This player is not hidden', { code: 'not_hidden' })
  }
  const worn = await readIcon(context, tag)
  const id = randomBytes(ID_BYTES).toString('base64url')
  const network = hash('sha256', networkOf(address), 'buffer')
  const request = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${OPENING_LOCK}, hashtext(${tag}))`.execute(transaction)
    const request = newRequest({ tag, wish, network }, worn, await openRequests(context, transaction, tag), context)
    await transaction
      .insertInto('privacy_requests')
      .values({ ...request, id_hash: hashId(id) })
      .execute()
    return request
  })
  log.info({ audit: 'privacy_requested', tag, wish, address }, 'privacy request opened')
  return requestAnswer(context, id, request, worn)
}

/** The requests about a player that are not over. Those that are over are deleted. */
async function openRequests({ clock }: Context, db: Database, tag: string): Promise<StoredRequest[]> {
  await db.deleteFrom('privacy_requests').where('expires_at', '<=', clock.now()).execute()
  const rows = await db.selectFrom('privacy_requests').selectAll().where('tag', '=', tag).execute()
  return rows.map(({ wish, ...row }) => ({ ...row, wish: wish as PrivacyAction }))
}

function newRequest(
  asked: Pick<StoredRequest, 'tag' | 'wish' | 'network'>,
  worn: number,
  open: StoredRequest[],
  { clock }: Context,
): StoredRequest {
  const taken = open.map(({ icon_before, icon_one, icon_two }) => ({
    before: icon_before,
    one: icon_one,
    two: icon_two,
  }))
  const fromHere = open.filter(({ network }) => network.equals(asked.network))
  const icons = fromHere.length < OPEN_FROM_ONE_NETWORK ? chooseIcons(worn, taken) : null
  const now = clock.now().getTime()
  if (icons === null) {
    const until = Math.min(...open.map(({ expires_at }) => expires_at.getTime()))
    throw new AppError('too_many', 'Several requests about this player are open. Please wait until they are over.', {
      retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
    })
  }
  return {
    ...asked,
    icon_before: icons.before,
    icon_one: icons.one,
    icon_two: icons.two,
    one_seen_at: null,
    carried_out_at: null,
    expires_at: new Date(now + OPEN_MS),
  }
}

/** The stored form of a request's id. Only the owner has the id. */
function hashId(id: string): Buffer {
  return hash('sha256', id, 'buffer')
}

/** Looks at the icon. After both icons were worn in their order, the request is carried out. Can be repeated. */
async function checkRequest(context: Context, id: string): Promise<RequestAnswer> {
  const { db, clock } = context
  const idHash = hashId(id)
  const row = await db
    .selectFrom('privacy_requests')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (row === undefined) {
    throw new AppError('not_found', 'This request is over. Please start a new one.', { code: 'request_over' })
  }
  const request: StoredRequest = { ...row, wish: row.wish as PrivacyAction }
  if (request.carried_out_at !== null) return requestAnswer(context, id, request, request.icon_two)
  const icon = await readIcon(context, request.tag)
  const news = progress(request, icon, clock.now())
  if (news.carried_out_at !== undefined) await carryOut(context, request.tag, request.wish)
  if (Object.keys(news).length > 0) {
    await db.updateTable('privacy_requests').set(news).where('id_hash', '=', idHash).execute()
  }
  return requestAnswer(context, id, { ...request, ...news }, icon)
}

/** What this icon proves in addition: first that the first icon is worn, then that the second one is. */
function progress(
  { one_seen_at, icon_one, icon_two }: StoredRequest,
  icon: number,
  now: Date,
): Partial<Pick<StoredRequest, 'one_seen_at' | 'carried_out_at'>> {
  if (one_seen_at === null) return icon === icon_one ? { one_seen_at: now } : {}
  return icon === icon_two ? { carried_out_at: now } : {}
}

type RequestAnswer = Output<typeof requestPrivacy>

type StoredRequest = {
  tag: string
  wish: PrivacyAction
  /** A hash of who asked. */
  network: Buffer
  icon_before: number
  icon_one: number
  icon_two: number
  one_seen_at: Date | null
  carried_out_at: Date | null
  expires_at: Date
}

/** A request as its owner sees it. */
async function requestAnswer(
  { db }: Context,
  id: string,
  request: StoredRequest,
  currentIcon: number,
): Promise<RequestAnswer> {
  const { tag, wish, icon_one, icon_two, one_seen_at, carried_out_at, expires_at } = request
  const carriedOut = carried_out_at !== null
  const waits = carriedOut && wish === 'delete'
  const tombstone = waits
    ? await db.selectFrom('tombstones').select('deletes_at').where('tag', '=', tag).executeTakeFirst()
    : undefined
  const first = `In the game, choose the ${nameOf(icon_one)} as the player's profile icon.`
  return {
    request_id: id,
    tag,
    wish,
    steps: [
      { instruction: first, icon: icon_one, done: one_seen_at !== null },
      { instruction: `Then choose the ${nameOf(icon_two)}.`, icon: icon_two, done: carriedOut },
    ],
    current_icon: currentIcon,
    carried_out: carriedOut,
    deletes_at: tombstone?.deletes_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
  }
}

/** The icons have no names in the game, so their place among the first ones and their id tell which one is meant. */
function nameOf(icon: number): string {
  return `starter icon ${STARTER_ICONS.indexOf(icon) + 1} (${icon})`
}

/** The id of the player's profile icon in the game at this moment. Throws a refusal when the game does not tell it. */
async function readIcon({ gameApi }: Pick<Context, 'gameApi'>, tag: string): Promise<number> {
  const { body } = await gameApi.getPlayer(tag, { priority: 'visitor' }).catch((error: unknown) => {
    throw gameRefusal(error, { sentence: `No player has the tag ${tag}`, code: 'tag_not_found' })
  })
  if (body.iconId !== null) return body.iconId
  throw new AppError('unavailable', 'The game does not tell the icon of this player. Please try later.')
}
