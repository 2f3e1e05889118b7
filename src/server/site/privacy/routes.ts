import { hash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { isHidden } from '#server/history/hidden-players.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import { HOUR_MS } from '#shared/days.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { type Server, serve } from '../http/serve.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { carryOut, type PrivacyAction } from './carry-out.ts'

const TOO_MANY = 'Too many requests from your address. Please wait.'

export function registerPrivacy(server: Server, context: Context): void {
  const { config } = context
  const requests = { name: 'privacy requests', limit: config.PRIVACY_REQUESTS_PER_HOUR, windowMs: HOUR_MS }
  const checks = { name: 'privacy checks', limit: config.PRIVACY_CHECKS_PER_HOUR, windowMs: HOUR_MS }
  serve(server, requestPrivacy, async ({ body, address }) => {
    await admitShared(context, requests, address, TOO_MANY)
    return openRequest(context, body)
  })
  serve(server, checkPrivacy, async ({ params, address }) => {
    await admitShared(context, checks, address, TOO_MANY)
    return checkRequest(context, params.request_id)
  })
}

/** The time for both changes of the icon. The game's answers lag by a few minutes. */
const OPEN_MS = 15 * 60_000

const ID_BYTES = 24

/** Opens a request and notes the player's icon of this moment. */
async function openRequest(
  context: Context,
  { tag, wish }: { tag: string; wish: PrivacyAction },
): Promise<RequestAnswer> {
  const { db, clock, log } = context
  if (wish === 'show' && !(await isHidden(db, tag))) {
    throw new AppError('conflict', 'This player is not hidden', { code: 'not_hidden' })
  }
  const icon = await readIcon(context, tag)
  const now = clock.now()
  await db.deleteFrom('privacy_requests').where('expires_at', '<=', now).execute()
  const id = randomBytes(ID_BYTES).toString('base64url')
  const request: StoredRequest = {
    tag,
    wish,
    first_icon: icon,
    other_icon: null,
    carried_out_at: null,
    expires_at: new Date(now.getTime() + OPEN_MS),
  }
  await db
    .insertInto('privacy_requests')
    .values({ ...request, id_hash: hashId(id) })
    .execute()
  log.info({ audit: 'privacy_requested', tag, wish }, 'privacy request opened')
  return requestAnswer(id, request, icon)
}

/** The stored form of a request's id. Only the owner has the id. */
function hashId(id: string): Buffer {
  return hash('sha256', id, 'buffer')
}

/** Looks at the icon again. After it was changed and changed back, the request is carried out. Can be repeated. */
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
  if (request.carried_out_at !== null) return requestAnswer(id, request, request.first_icon)
  const icon = await readIcon(context, request.tag)
  const news = progress(request, icon, clock.now())
  if (news.carried_out_at !== undefined) {
    news.wish = await prevailingAction(context, { ...request, idHash })
    await carryOut(context, request.tag, news.wish)
  }
  if (Object.keys(news).length > 0) {
    await db.updateTable('privacy_requests').set(news).where('id_hash', '=', idHash).execute()
  }
  return requestAnswer(id, { ...request, ...news }, icon)
}

type Progress = { other_icon?: number; carried_out_at?: Date; wish?: PrivacyAction }

/** What this icon proves in addition: first that the icon was changed, then that it was changed back. */
function progress(request: StoredRequest, icon: number, now: Date): Progress {
  if (request.other_icon === null) return icon === request.first_icon ? {} : { other_icon: icon }
  return icon === request.first_icon ? { carried_out_at: now } : {}
}

type Proved = { tag: string; wish: PrivacyAction; expires_at: Date; idHash: Buffer }

/**
 * What is done for a proved request. The same changes of the icon prove every open request about the player, also that of
 * a stranger who waits for them. If open requests differ, the player is hidden, since that can be undone.
 */
async function prevailingAction({ db, clock }: Pick<Context, 'db' | 'clock'>, proved: Proved): Promise<PrivacyAction> {
  const openedAt = new Date(proved.expires_at.getTime() - OPEN_MS)
  const other = await db
    .selectFrom('privacy_requests')
    .select('wish')
    .where('tag', '=', proved.tag)
    .where('id_hash', '!=', proved.idHash)
    .where('wish', '!=', proved.wish)
    .where('expires_at', '>', clock.now())
    .where((row) => row.or([row('carried_out_at', 'is', null), row('carried_out_at', '>', openedAt)]))
    .executeTakeFirst()
  return other === undefined ? proved.wish : 'hide'
}

type RequestAnswer = Output<typeof requestPrivacy>

/** A stored request. `other_icon` is the icon that the player changed to, once it was seen. */
type StoredRequest = {
  tag: string
  wish: PrivacyAction
  first_icon: number
  other_icon: number | null
  carried_out_at: Date | null
  expires_at: Date
}

/** A request as its owner sees it. */
function requestAnswer(id: string, request: StoredRequest, currentIcon: number): RequestAnswer {
  const { tag, wish, other_icon, carried_out_at, expires_at } = request
  const carriedOut = carried_out_at !== null
  return {
    request_id: id,
    tag,
    wish,
    steps: [
      { instruction: "In the game, change the player's profile icon to any other.", done: other_icon !== null },
      { instruction: 'Change it back to the icon that it was before.', done: carriedOut },
    ],
    current_icon: currentIcon,
    carried_out: carriedOut,
    expires_at: expires_at.toISOString(),
  }
}

/** The id of the player's profile icon in the game at this moment. Throws a refusal when the game does not tell it. */
async function readIcon({ gameApi }: Pick<Context, 'gameApi'>, tag: string): Promise<number> {
  const { body } = await gameApi.getPlayer(tag, { priority: 'visitor' }).catch((error: unknown) => {
    throw gameRefusal(error, { sentence: `No player has the tag ${tag}`, code: 'tag_not_found' })
  })
  if (body.iconId !== null) return body.iconId
  throw new AppError('unavailable', 'The game does not tell the icon of this player. Please try later.')
}
