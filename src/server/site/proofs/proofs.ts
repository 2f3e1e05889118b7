import { hash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { collectPlayer } from '#server/collector/collect-tag.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { LOCKS } from '#server/database/locks.ts'
import type { Tables } from '#server/database/tables.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { checkProof, ProofWish } from '#shared/contract/proofs.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { proofStep } from '#shared/proof-steps.ts'
import { said } from '#shared/texts.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { loginRequired } from '../http/serve.ts'
import { askerOf } from '../http/shared-rate-limit.ts'
import { type Asking, keyFor } from '../http/visitor-key.ts'
import { admitProof } from './admit-proof.ts'
import { carryOut } from './carry-out.ts'
import { readIcon } from './read-icon.ts'

// The proof that a player is the visitor's: the profile icon is changed to any other one, and back. Whatever it is for, only
// one proof of a player is open at a time (docs/decisions/0032-icon-proof.md).

/** The time for all changes of the icon. The game's answers lag by a few minutes. */
const PROOF_MS = 20 * MINUTE_MS

/** The least time between two readings of one proof, and the most readings. */
const READ_EVERY_MS = 20_000
const READS_MAX = 40

/** Steps of a proof (`proofStep`). A deletion cannot be undone, so it asks for both twice. */
const STEPS = 2
const STEPS_OF_DELETION = 4

type Proof = Selectable<Tables['proofs']> & { name: string }
type Answer = Output<typeof checkProof>

/** What is asked for. `userId`: the account that the player is linked to; null for what needs no account. */
export type Asked = { tag: string; wish: ProofWish; userId: number | null }

const ID_BYTES = 24

/** Begins a proof, or goes on with the user's open one of the player. While another's is open, it waits for its turn. */
export async function startProof(context: Context, asking: Asking, { tag, wish, userId }: Asked): Promise<Answer> {
  const { db, clock, log } = context
  const key = keyFor(context, asking, tag)
  const asked = { key, player_tag: tag, wish, user_id: userId, network: hashOf(networkOf(asking.address)) }
  const id = randomBytes(ID_BYTES).toString('base64url')
  if (userId !== null && (await goesOn(context, { key, userId, id }))) return advanceProof(context, asking, id)
  // Who may not begin costs no call of the game.
  await admitProof(context, db, asked)
  const askedBy = askerOf(asking.visitor, asking.address)
  const { icon } = await readIcon(context, tag, askedBy)
  if (wish === 'link') {
    await collectPlayer(context, tag, { priority: 'visitor', askedBy }).catch((error: unknown) => {
      throw gameRefusal(error, { sentence: said('error.noPlayerOfTag', { tag }), code: 'tag_not_found' })
    })
  }
  await db.transaction().execute(async (transaction) => {
    await lockProofs(transaction)
    await admitProof(context, transaction, asked)
    const now = clock.now()
    const starts_at = await freeFrom(transaction, key, now)
    const noted = starts_at > now ? {} : { icon_before: icon, icon_now: icon, reads: 1, read_at: now }
    const expires_at = new Date(starts_at.getTime() + PROOF_MS)
    const row = { id_hash: hashOf(id), ...asked, asked_at: now, starts_at, expires_at, ...noted }
    await transaction.insertInto('proofs').values(row).execute()
  })
  const { address } = asking
  const audit = wish === 'link' ? 'proof_begun' : 'privacy_requested'
  log.info({ audit, userId, tag, wish, address }, 'proof of a player begun')
  return answerOf(context, await storedProof(context, asking, id), id)
}

/** Gives the user's open proof of the player a new id: another browser, or one that was cleared, knows none. */
async function goesOn({ db, clock }: Context, { key, userId, id }: { key: string; userId: number; id: string }) {
  const { numUpdatedRows } = await db
    .updateTable('proofs')
    .set({ id_hash: hashOf(id) })
    .where('key', '=', key)
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

async function lockProofs(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.proofs})`.execute(transaction)
}

/** When the last proof under the key is over. The times of proofs under one key never overlap. */
async function freeFrom(db: Database, key: string, now: Date): Promise<Date> {
  const { last } = await db
    .selectFrom('proofs')
    .select(({ fn }) => fn.max('expires_at').as('last'))
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return last ?? now
}

/** A proof that its visitor may see: one for an account is the account's alone. */
async function storedProof({ db }: Context, { visitor }: Asking, id: string): Promise<Proof> {
  const row = await db
    .selectFrom('proofs')
    .leftJoin('players', 'players.tag', 'proofs.player_tag')
    .selectAll('proofs')
    .select('players.name')
    .where('id_hash', '=', hashOf(id))
    .executeTakeFirst()
  if (row !== undefined && row.user_id !== null && visitor.kind !== 'user') throw loginRequired()
  const userId = visitor.kind === 'user' ? visitor.userId : null
  if (row === undefined || (row.user_id !== null && row.user_id !== userId)) {
    throw new AppError('not_found', said('error.proofOver'), { code: 'proof_over' })
  }
  return { ...row, name: row.name ?? row.player_tag }
}

function stateOf({ done_at, starts_at, expires_at }: Proof, now: Date): Answer['state'] {
  if (done_at !== null) return 'done'
  if (expires_at <= now) return 'over'
  return starts_at > now ? 'waiting' : 'open'
}

function nextReadAt({ read_at, starts_at }: Proof): Date {
  return read_at === null ? starts_at : new Date(read_at.getTime() + READ_EVERY_MS)
}

/** Reads the icon, unless it was read moments ago. After the last step, what was asked for is done. */
export async function advanceProof(context: Context, asking: Asking, id: string): Promise<Answer> {
  const found = await storedProof(context, asking, id)
  const now = context.clock.now()
  const isDue = stateOf(found, now) === 'open' && nextReadAt(found) <= now
  // In the demo the visitor's steps are nobody else's, so they are not seen in the game.
  if (!isDue || context.installation.demo) return answerOf(context, found, id)
  // One statement decides which of several checks at once may read.
  const claimed = await context.db
    .updateTable('proofs')
    .set({ read_at: now, reads: found.reads + 1 })
    .where('id_hash', '=', hashOf(id))
    .where('reads', '=', found.reads)
    .returning(['reads', 'read_at'])
    .executeTakeFirst()
  if (claimed !== undefined) {
    const { icon } = await readIcon(context, found.player_tag, askerOf(asking.visitor, asking.address))
    await noteIcon(context, { ...found, ...claimed }, icon)
  }
  return answerOf(context, await storedProof(context, asking, id), id)
}

/** In the demo: does the next step for the visitor, and sees it at once. The player in the simulated game keeps the icon. */
export async function wearNextIcon(context: Context, asking: Asking, id: string): Promise<Answer> {
  if (!context.installation.demo) {
    throw new AppError('not_found', said('error.onlyInDemo'), { code: 'no_demo' })
  }
  const found = await storedProof(context, asking, id)
  const { icon_before, steps_done } = found
  const before = icon_before ?? 0
  if (stateOf(found, context.clock.now()) === 'open') {
    await noteIcon(context, { ...found, icon_before: before }, asksForOther(steps_done) ? before + 1 : before)
  }
  return answerOf(context, await storedProof(context, asking, id), id)
}

/** Whether the step after this many is another icon, or the one worn before. */
function asksForOther(stepsDone: number): boolean {
  return stepsDone % 2 === 0
}

function stepsOf(wish: ProofWish): number {
  return wish === 'delete' ? STEPS_OF_DELETION : STEPS
}

/** How many steps are done once this icon was seen. The first icon that is read is the one worn before. */
function stepsAfter({ wish, icon_before, steps_done }: Proof, icon: number): number {
  if (icon_before === null || steps_done === stepsOf(wish)) return steps_done
  return asksForOther(steps_done) === (icon !== icon_before) ? steps_done + 1 : steps_done
}

/** Notes the icon that was seen in a proof's time, and does what was asked for after the last step. Can be repeated. */
async function noteIcon(context: Context, proof: Proof, icon: number): Promise<void> {
  const { db, clock, installation } = context
  const now = clock.now()
  // The reading may have taken until the time was over.
  if (stateOf(proof, now) !== 'open') return
  const { id_hash, player_tag, wish, user_id, reads } = proof
  const steps_done = stepsAfter(proof, icon)
  const isDone = steps_done === stepsOf(wish)
  if (isDone && wish !== 'link' && !installation.demo) await carryOut(context, player_tag, wish)
  await db.transaction().execute(async (transaction) => {
    await lockProofs(transaction)
    await transaction
      .updateTable('proofs')
      .set({ icon_before: proof.icon_before ?? icon, icon_now: icon, steps_done, done_at: isDone ? now : null })
      .where('id_hash', '=', id_hash)
      .execute()
    if (isDone && user_id !== null) await linkPlayer({ ...context, db: transaction }, user_id, player_tag)
    if (isDone || reads >= READS_MAX) await freePlace(transaction, id_hash, now)
  })
}

async function linkPlayer({ db, clock, log }: Context, userId: number, tag: string): Promise<void> {
  const linked_at = clock.now()
  await db
    .insertInto('linked_players')
    .values({ user_id: userId, player_tag: tag, linked_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'player_tag']).doUpdateSet({ linked_at }))
    .execute()
  // The first proven player is the user, unless they have named another one.
  await db
    .updateTable('users')
    .set({ my_player: tag })
    .where('id', '=', userId)
    .where('my_player', 'is', null)
    .where(sql<boolean>`not exists (
      select from linked_players l where l.user_id = ${userId} and l.player_tag <> ${tag})`)
    .execute()
  log.info({ audit: 'player_linked', userId, tag }, 'player linked to an account')
}

/** Ends a proof before its time, under the lock of proofs. Those that wait behind it come so much sooner. */
async function freePlace(db: Database, idHash: Buffer, now: Date): Promise<void> {
  const proof = await db
    .selectFrom('proofs')
    .select(['key', 'starts_at', 'expires_at'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  // Meanwhile it may have gone on under another id.
  if (proof === undefined || proof.expires_at <= now) return
  const { key, starts_at, expires_at } = proof
  const begins = starts_at > now ? now : starts_at
  await db.updateTable('proofs').set({ starts_at: begins, expires_at: now }).where('id_hash', '=', idHash).execute()
  const freed = sql`${expires_at.getTime() - Math.max(now.getTime(), starts_at.getTime())} * interval '1 millisecond'`
  await sql`
    update proofs set starts_at = starts_at - ${freed}, expires_at = expires_at - ${freed}
    where key = ${key} and starts_at >= ${expires_at}`.execute(db)
}

/** Ends an open or waiting proof. It still counts as one of the day's. */
export async function giveUpProof(context: Context, asking: Asking, id: string): Promise<void> {
  await storedProof(context, asking, id)
  await context.db.transaction().execute(async (transaction) => {
    await lockProofs(transaction)
    await freePlace(transaction, hashOf(id), context.clock.now())
  })
}

async function answerOf({ db, clock }: Context, proof: Proof, id: string): Promise<Answer> {
  const { player_tag: tag, wish, icon_before, icon_now, steps_done, reads, starts_at, expires_at } = proof
  const tombstone =
    proof.done_at !== null && wish === 'delete'
      ? await db.selectFrom('tombstones').select('deletes_at').where('tag', '=', tag).executeTakeFirst()
      : undefined
  return {
    proof_id: id,
    tag,
    name: nameOrTag(proof.name, tag),
    wish,
    steps: Array.from({ length: stepsOf(wish) }, (_, place) => ({
      instruction: proofStep(place),
      icon: asksForOther(place) ? null : icon_before,
      done: place < steps_done,
    })),
    current_icon: icon_now,
    state: stateOf(proof, clock.now()),
    reads_left: Math.max(0, READS_MAX - reads),
    next_read_at: nextReadAt(proof).toISOString(),
    starts_at: starts_at.toISOString(),
    expires_at: expires_at.toISOString(),
    deletes_at: tombstone?.deletes_at?.toISOString() ?? null,
  }
}
