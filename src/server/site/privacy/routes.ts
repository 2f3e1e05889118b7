import { hash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { isHidden } from '#server/history/not-tracked.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import { HOUR_MS } from '#shared/days.ts'
import {
  chooseIcons,
  ICON_PROOF_MS,
  lockIcons,
  proofSteps,
  provenBy,
  type RequestIcons,
  readIcon,
  takenIcons,
} from '../http/icon-proof.ts'
import { type Server, serve } from '../http/serve.ts'
import { admitShared, askerOf } from '../http/shared-rate-limit.ts'
import { carryOut, type PrivacyAction } from './carry-out.ts'

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
    return checkRequest(context, params.request_id, address)
  })
}

const ID_BYTES = 24

const NOBODY = { kind: 'nobody' } as const

/** Open requests about a player from one network: a stranger cannot use up the icons of others. */
const OPEN_FROM_ONE_NETWORK = 3

type Asked = { tag: string; wish: PrivacyAction; address: string }

/** Opens a request and chooses the icons that prove it. */
async function openRequest(context: Context, { tag, wish, address }: Asked): Promise<RequestAnswer> {
  const { db, log } = context
  if (wish === 'show' && !(await isHidden(db, tag))) {
    throw new AppError('conflict', 'This player is not hidden', { code: 'not_hidden' })
  }
  const { icon: worn } = await readIcon(context, tag, askerOf(NOBODY, address))
  const id = randomBytes(ID_BYTES).toString('base64url')
  const network = hash('sha256', networkOf(address), 'buffer')
  const request = await db.transaction().execute(async (transaction) => {
    await lockIcons(transaction, tag)
    const open = await openRequests(context, transaction, tag)
    const taken = await takenIcons(transaction, tag, context.clock.now())
    const request = newRequest({ tag, wish, network }, { worn, open, taken }, context)
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
  { worn, open, taken }: { worn: number; open: StoredRequest[]; taken: RequestIcons[] },
  { clock }: Context,
): StoredRequest {
  const fromHere = open.filter(({ network }) => network.equals(asked.network))
  const icons = fromHere.length < OPEN_FROM_ONE_NETWORK ? chooseIcons(worn, taken) : null
  const now = clock.now().getTime()
  if (icons === null) {
    const until = Math.min(now + ICON_PROOF_MS, ...open.map(({ expires_at }) => expires_at.getTime()))
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
    expires_at: new Date(now + ICON_PROOF_MS),
  }
}

/** The stored form of a request's id. Only the owner has the id. */
function hashId(id: string): Buffer {
  return hash('sha256', id, 'buffer')
}

/** Looks at the icon. After both icons were worn in their order, the request is carried out. Can be repeated. */
async function checkRequest(context: Context, id: string, address: string): Promise<RequestAnswer> {
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
  const { icon } = await readIcon(context, request.tag, askerOf(NOBODY, address))
  const news = newsOf(provenBy(request, icon), clock.now())
  if (news.carried_out_at !== undefined) await carryOut(context, request.tag, request.wish)
  if (Object.keys(news).length > 0) {
    await db.updateTable('privacy_requests').set(news).where('id_hash', '=', idHash).execute()
  }
  return requestAnswer(context, id, { ...request, ...news }, icon)
}

/** What a proven step changes. */
function newsOf(
  proven: ReturnType<typeof provenBy>,
  now: Date,
): Partial<Pick<StoredRequest, 'one_seen_at' | 'carried_out_at'>> {
  if (proven === null) return {}
  return proven === 'first' ? { one_seen_at: now } : { carried_out_at: now }
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
  const { tag, wish, carried_out_at, expires_at } = request
  const carriedOut = carried_out_at !== null
  const waits = carriedOut && wish === 'delete'
  const tombstone = waits
    ? await db.selectFrom('tombstones').select('deletes_at').where('tag', '=', tag).executeTakeFirst()
    : undefined
  return {
    request_id: id,
    tag,
    wish,
    steps: proofSteps(request, carriedOut),
    current_icon: currentIcon,
    carried_out: carriedOut,
    deletes_at: tombstone?.deletes_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
  }
}
