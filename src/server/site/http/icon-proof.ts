import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import type { Asker } from '#server/game/game-api.ts'
import { AppError } from '#server/kernel/errors.ts'
import { gameRefusal } from './answer-errors.ts'
import { admitKey } from './shared-rate-limit.ts'

// The proof that a player is the visitor's: two profile icons that we name, worn one after the other. It serves requests
// for privacy and the leader's desk (docs/decisions/0032-icon-proof.md).

/** The time for both changes of the icon. The game's answers lag by a few minutes. */
export const ICON_PROOF_MS = 15 * 60_000

/** The first icons of the game. No call tells who has which, so a request that names one too many is begun anew. */
export const STARTER_ICONS: readonly number[] = Array.from({ length: 12 }, (_, place) => 28_000_000 + place)

/** The icons of an open request: the one worn when it was opened, and the two that prove it, in this order. */
export type RequestIcons = { before: number; one: number; two: number }

/**
 * Chooses the icons that prove a new request about a player who wears the icon `before`, by chance. They differ from
 * those of all open requests about the player: whoever proves one request cannot prove another with it. Null when there
 * are too many open requests for that.
 */
export function chooseIcons(
  before: number,
  open: readonly RequestIcons[],
  random: (below: number) => number = randomInt,
): RequestIcons | null {
  const others = STARTER_ICONS.filter((icon) => icon !== before)
  const possible = others
    .flatMap((one) => others.filter((two) => two !== one).map((two) => ({ before, one, two })))
    .filter((icons) => !open.some((other) => proves(icons, other) || proves(other, icons)))
  return possible.length === 0 ? null : (possible[random(possible.length)] ?? null)
}

/** Whether someone who changes the icon as `done` asks, and back, may wear both icons of the other request as well. */
function proves(done: RequestIcons, other: RequestIcons): boolean {
  const worn = [done.before, done.one, done.two]
  return worn.includes(other.one) && worn.includes(other.two)
}

/** Any number that no other lock of ours has: proofs about a player are begun one after the other. */
const BEGINNING_LOCK = 7_201_971

/** Lets proofs about the player begin one after the other, until the transaction ends. */
export async function lockIcons(transaction: Database, tag: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BEGINNING_LOCK}, hashtext(${tag}))`.execute(transaction)
}

/** The icons of all open proofs about the player, whatever they are for. */
export function takenIcons(db: Database, tag: string, now: Date): Promise<RequestIcons[]> {
  return queryRows(
    db,
    { before: z.number(), one: z.number(), two: z.number() },
    sql`
      select icon_before as before, icon_one as one, icon_two as two from privacy_requests
      where tag = ${tag} and expires_at > ${now}
      union all select icon_before, icon_one, icon_two from desk_proofs
      where player_tag = ${tag} and expires_at > ${now} and proven_at is null`,
  )
}

type StoredProof = { icon_one: number; icon_two: number; one_seen_at: Date | null }

/** What an icon proves in addition: first that the first icon is worn, then that the second one is. */
export function provenBy({ one_seen_at, icon_one, icon_two }: StoredProof, icon: number): 'first' | 'both' | null {
  if (one_seen_at === null) return icon === icon_one ? 'first' : null
  return icon === icon_two ? 'both' : null
}

/** What the visitor is asked to do. */
export function proofSteps({ icon_one, icon_two, one_seen_at }: StoredProof, isProven: boolean) {
  const first = `In the game, choose the ${nameOf(icon_one)} as the player's profile icon.`
  return [
    { instruction: first, icon: icon_one, done: one_seen_at !== null },
    { instruction: `Then choose the ${nameOf(icon_two)}.`, icon: icon_two, done: isProven },
  ]
}

/** The icons have no names in the game, so their place among the first ones and their id tell which one is meant. */
function nameOf(icon: number): string {
  return `starter icon ${STARTER_ICONS.indexOf(icon) + 1} (${icon})`
}

/**
 * All proofs together, of all processes of the site, may take this share of the calls that one process may make: many open
 * ones starve nobody.
 */
const SHARE_OF_CALLS = 0.1

const MINUTE_MS = 60_000

const BUSY = 'Many players are being proven at the moment. Please try again in a minute.'

/** Counts a reading of an icon, or throws 503 when proofs have used their share of this minute's calls. */
async function admitProofRead(context: Context): Promise<void> {
  const limit = Math.max(1, Math.floor(context.gameApi.status().callsPerSecond * 60 * SHARE_OF_CALLS))
  await admitKey(context, { name: 'icon proofs', limit, windowMs: MINUTE_MS }, 'all', BUSY).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('unavailable', error.message, { code: 'busy', retryAfterSeconds: error.retryAfterSeconds ?? 60 })
  })
}

/** All proofs are one asker among the others, besides the visitor. */
const PROOFS_ASK = 'icon proofs'

/**
 * The player's name and the id of the profile icon in the game at this moment. Throws a refusal when the game does not
 * tell it, or when proofs have used their share of calls.
 */
export async function readIcon(context: Context, tag: string, asker: Asker): Promise<{ icon: number; name: string }> {
  await admitProofRead(context)
  const askedBy = [PROOFS_ASK, ...asker]
  const { body } = await context.gameApi.getPlayer(tag, { priority: 'visitor', askedBy }).catch((error: unknown) => {
    throw gameRefusal(error, { sentence: `No player has the tag ${tag}`, code: 'tag_not_found' })
  })
  if (body.iconId !== null) return { icon: body.iconId, name: body.name }
  throw new AppError('unavailable', 'The game does not tell the icon of this player. Please try later.')
}
