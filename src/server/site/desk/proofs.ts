import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { collectPlayer } from '#server/collector/collect-tag.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { hiddenPlayer, isHidden } from '#server/history/not-tracked.ts'
import { playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { beginProof } from '#shared/contract/desk-links.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DAY_MS } from '#shared/days.ts'
import { LINKED_PLAYERS_MAX, PROOF_DAYS, PROOFS_A_DAY } from '#shared/desk.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import {
  chooseIcons,
  ICON_PROOF_MS,
  lockIcons,
  proofSteps,
  provenBy,
  readIcon,
  takenIcons,
} from '../http/icon-proof.ts'
import { askerOf } from '../http/shared-rate-limit.ts'
import type { Asking } from './open-desk.ts'

type Proof = Output<typeof beginProof>
type Owner = Asking & { userId: number }

/** The icon is read so often at most, and so many times for a proof. */
const READ_EVERY_MS = 30_000
const READS_MAX = 30

const ID_BYTES = 24

/** Any number that no other lock of ours has: a user begins one proof after the other. */
const USER_LOCK = 7_201_977

/** Begins to prove that a player is the user's. Counts as one of the day's proofs. */
export async function startProof(context: Context, owner: Owner, tag: string): Promise<Proof> {
  const { db, clock } = context
  if (await isHidden(db, tag)) throw hiddenPlayer()
  await admitProof(context, db, owner.userId, tag)
  const askedBy = askerOf(owner.visitor, owner.address)
  const { icon, name } = await readIcon(context, tag, askedBy)
  await collectPlayer(context, tag, { priority: 'visitor', askedBy }).catch((error: unknown) => {
    throw gameRefusal(error, { sentence: `No player has the tag ${tag}`, code: 'tag_not_found' })
  })
  const id = randomBytes(ID_BYTES).toString('base64url')
  const now = clock.now()
  const row = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${USER_LOCK}, ${owner.userId}::integer)`.execute(transaction)
    await admitProof(context, transaction, owner.userId, tag)
    await lockIcons(transaction, tag)
    const icons = chooseIcons(icon, await takenIcons(transaction, tag, now))
    if (icons === null)
      throw tooMany('Several proofs about this player are open. Please wait until they are over.', 900)
    return transaction
      .insertInto('desk_proofs')
      .values({
        id_hash: hashId(id),
        user_id: owner.userId,
        player_tag: tag,
        icon_before: icons.before,
        icon_one: icons.one,
        icon_two: icons.two,
        icon_now: icon,
        reads: 0,
        read_at: now,
        begun_at: now,
        expires_at: new Date(now.getTime() + ICON_PROOF_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  context.log.info({ audit: 'proof_begun', userId: owner.userId, tag }, 'proof of a player begun')
  return proofAnswer({ ...row, name }, id, now)
}

/** Throws when the user may not begin a proof about this player now. */
async function admitProof({ clock }: Context, db: Database, userId: number, tag: string): Promise<void> {
  const now = clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('desk_proofs').where('user_id', '=', userId).where('begun_at', '<=', dayAgo).execute()
  const linked = await db
    .selectFrom('linked_players')
    .select(['player_tag', 'linked_at'])
    .where('user_id', '=', userId)
    .execute()
  const own = linked.find(({ player_tag }) => player_tag === tag)
  const renewable = now.getTime() - (PROOF_DAYS.holds - PROOF_DAYS.renewable) * DAY_MS
  if (own !== undefined && own.linked_at.getTime() > renewable)
    throw refused('already_linked', 'This player is linked already')
  if (own === undefined && linked.length >= LINKED_PLAYERS_MAX)
    throw refused('players_full', `An account may link ${LINKED_PLAYERS_MAX} players. Unlink one first.`)
  const today = await db
    .selectFrom('desk_proofs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('begun_at')
    .execute()
  if (today.some((proof) => isOpen(proof, now)))
    throw refused('proof_open', 'Another proof is open. Finish it, or give it up.')
  const [first] = today
  if (first === undefined || today.length < PROOFS_A_DAY) return
  const seconds = Math.ceil((first.begun_at.getTime() + DAY_MS - now.getTime()) / 1000)
  throw tooMany(`You have begun ${PROOFS_A_DAY} proofs in 24 hours. Please come back later.`, seconds)
}

function refused(code: string, sentence: string): AppError {
  return new AppError('conflict', sentence, { code })
}

function tooMany(sentence: string, retryAfterSeconds: number): AppError {
  return new AppError('too_many', sentence, { code: 'proofs_used_up', retryAfterSeconds })
}

/** How many proofs the user may still begin today. */
export async function proofsLeft({ db, clock }: Context, userId: number): Promise<number> {
  const { begun } = await db
    .selectFrom('desk_proofs')
    .select(({ fn }) => fn.countAll<number>().as('begun'))
    .where('user_id', '=', userId)
    .where('begun_at', '>', new Date(clock.now().getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return Math.max(0, PROOFS_A_DAY - Number(begun))
}

type StoredProof = {
  player_tag: string
  icon_one: number
  icon_two: number
  icon_now: number
  reads: number
  read_at: Date
  one_seen_at: Date | null
  proven_at: Date | null
  begun_at: Date
  expires_at: Date
}

function isOpen({ expires_at, proven_at, reads }: StoredProof, now: Date): boolean {
  return proven_at === null && expires_at > now && reads < READS_MAX
}

/** Reads the icon, unless it was read moments ago. After both icons were worn in their order, the player is linked. */
export async function advanceProof(context: Context, owner: Owner, id: string): Promise<Proof> {
  const { db, clock } = context
  const found = await storedProof(context, owner.userId, id)
  const now = clock.now()
  if (!isOpen(found, now) || nextReadAt(found) > now) return proofAnswer(found, id, now)
  // One statement decides which of several checks at once may read.
  const claimed = await db
    .updateTable('desk_proofs')
    .set({ read_at: now, reads: found.reads + 1 })
    .where('id_hash', '=', hashId(id))
    .where('reads', '=', found.reads)
    .returning('reads')
    .executeTakeFirst()
  if (claimed === undefined) return proofAnswer(await storedProof(context, owner.userId, id), id, now)
  const { icon } = await readIcon(context, found.player_tag, askerOf(owner.visitor, owner.address))
  const proven = provenBy(found, icon)
  const news = {
    icon_now: icon,
    ...(proven === 'first' ? { one_seen_at: now } : {}),
    ...(proven === 'both' ? { proven_at: now } : {}),
  }
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('desk_proofs').set(news).where('id_hash', '=', hashId(id)).execute()
    if (proven === 'both') await link(context, transaction, owner.userId, found.player_tag)
  })
  return proofAnswer({ ...found, ...claimed, read_at: now, ...news }, id, now)
}

/** In the demo: lets the player wear the icon of the next step in the simulated world, and reads it at once. */
export async function wearNextIcon(context: Context, owner: Owner, id: string): Promise<Proof> {
  const { db, clock, wearIcon } = context
  if (wearIcon === null) {
    throw new AppError('not_found', 'Icons can be set from here in the demo alone', { code: 'no_demo' })
  }
  const { player_tag, one_seen_at, icon_one, icon_two } = await storedProof(context, owner.userId, id)
  await wearIcon(player_tag, one_seen_at === null ? icon_one : icon_two)
  const due = new Date(clock.now().getTime() - READ_EVERY_MS)
  await db.updateTable('desk_proofs').set({ read_at: due }).where('id_hash', '=', hashId(id)).execute()
  return advanceProof(context, owner, id)
}

async function link({ clock, log }: Context, db: Database, userId: number, tag: string): Promise<void> {
  const linked_at = clock.now()
  await db
    .insertInto('linked_players')
    .values({ user_id: userId, player_tag: tag, linked_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'player_tag']).doUpdateSet({ linked_at }))
    .execute()
  log.info({ audit: 'player_linked', userId, tag }, 'player linked to an account')
}

async function storedProof({ db }: Context, userId: number, id: string): Promise<StoredProof & { name: string }> {
  const row = await db
    .selectFrom('desk_proofs')
    .leftJoin('players', 'players.tag', 'desk_proofs.player_tag')
    .selectAll('desk_proofs')
    .select('players.name')
    .where('id_hash', '=', hashId(id))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined)
    throw new AppError('not_found', 'This proof is over. Please start a new one.', { code: 'proof_over' })
  return { ...row, name: row.name ?? row.player_tag }
}

function hashId(id: string): Buffer {
  return hash('sha256', id, 'buffer')
}

/** The first reading comes at once. */
function nextReadAt({ reads, read_at }: StoredProof): Date {
  return reads === 0 ? read_at : new Date(read_at.getTime() + READ_EVERY_MS)
}

function proofAnswer(proof: StoredProof & { name: string }, id: string, now: Date): Proof {
  const state = proof.proven_at !== null ? 'proven' : isOpen(proof, now) ? 'open' : 'over'
  return {
    proof_id: id,
    tag: proof.player_tag,
    name: nameOrTag(proof.name, proof.player_tag),
    steps: proofSteps(proof, state === 'proven'),
    current_icon: proof.icon_now,
    state,
    reads_left: Math.max(0, READS_MAX - proof.reads),
    next_read_at: nextReadAt(proof).toISOString(),
    expires_at: proof.expires_at.toISOString(),
  }
}

/** Ends an open proof. It still counts as one of the day's. */
export async function giveUpProof(context: Context, userId: number, id: string): Promise<void> {
  await storedProof(context, userId, id)
  const now = context.clock.now()
  await context.db
    .updateTable('desk_proofs')
    .set({ expires_at: now })
    .where('id_hash', '=', hashId(id))
    .where('expires_at', '>', now)
    .execute()
}

/** Forgets that the player is the user's, and the link for absences and the reviews that they shared with it. */
export async function unlink({ db, log, announcements }: Context, userId: number, tag: string): Promise<void> {
  const ended = await db
    .deleteFrom('linked_players')
    .where('user_id', '=', userId)
    .where('player_tag', '=', tag)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new AppError('not_found', 'This player is not linked', { code: 'not_linked' })
  announcements.announce([playerChange(tag)])
  log.info({ audit: 'player_unlinked', userId, tag }, 'player unlinked from an account')
}
