import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { hiddenPlayer, isHidden } from '#server/history/not-tracked.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { ProofWish } from '#shared/contract/proofs.ts'
import { DAY_MS } from '#shared/days.ts'
import { LINKED_PLAYERS_MAX, PROOF_DAYS, PROOFS_A_DAY } from '#shared/desk.ts'
import { type Sentence, said } from '#shared/texts.ts'

/** Proofs of one network that are not over. */
const NETWORK_MAX = 3

/** Proofs of one player that wait behind the open one. */
const WAITING_MAX = 5

type Asked = { key: string; player_tag: string; wish: ProofWish; user_id: number | null; network: Buffer }

/** Throws when this proof may not begin now. */
export async function admitProof(context: Context, db: Database, asked: Asked): Promise<void> {
  const { player_tag: tag, wish, user_id } = asked
  if (user_id !== null) await admitUser(context, db, user_id, tag)
  if (wish === 'show' && !(await isHiddenUnder(context, db, asked))) {
    throw refused('not_hidden', said('error.notHidden'))
  }
  await admitPlace(context, db, asked)
}

/** Whether the player is hidden; in the demo, for this visitor. */
async function isHiddenUnder({ installation, clock }: Context, db: Database, { key, player_tag }: Asked) {
  if (!installation.demo) return isHidden(db, player_tag)
  const last = await db
    .selectFrom('proofs')
    .select('wish')
    .where('key', '=', key)
    .where('wish', '!=', 'link')
    .where('done_at', '>', dayBefore(clock.now()))
    .orderBy('done_at', 'desc')
    .executeTakeFirst()
  return last !== undefined && last.wish !== 'show'
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

async function admitUser({ clock }: Context, db: Database, userId: number, tag: string): Promise<void> {
  const now = clock.now()
  if (await isHidden(db, tag)) throw hiddenPlayer()
  const linked = await db
    .selectFrom('linked_players')
    .select(['player_tag', 'linked_at'])
    .where('user_id', '=', userId)
    .execute()
  const own = linked.find(({ player_tag }) => player_tag === tag)
  const renewable = now.getTime() - (PROOF_DAYS.holds - PROOF_DAYS.renewable) * DAY_MS
  if (own !== undefined && own.linked_at.getTime() > renewable) {
    throw refused('already_linked', said('error.linkedAlready'))
  }
  if (own === undefined && linked.length >= LINKED_PLAYERS_MAX) {
    throw refused('players_full', said('error.playersFull', { count: LINKED_PLAYERS_MAX }))
  }
  const today = await db
    .selectFrom('proofs')
    .select(['asked_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('asked_at', '>', dayBefore(now))
    .orderBy('asked_at')
    .execute()
  if (today.some(({ expires_at }) => expires_at > now)) {
    throw refused('proof_open', said('error.proofOpen'))
  }
  const [first] = today
  if (first === undefined || today.length < PROOFS_A_DAY) return
  const sentence = said('error.proofsUsedUp', { count: PROOFS_A_DAY })
  throw tooMany('proofs_used_up', sentence, first.asked_at.getTime() + DAY_MS - now.getTime())
}

/** Neither a network nor the line of those who wait for one player is endless. */
async function admitPlace({ clock }: Context, db: Database, { key, network }: Asked): Promise<void> {
  const now = clock.now()
  const open = await db
    .selectFrom('proofs')
    .select(['key', 'network', 'expires_at'])
    .where(({ or, eb }) => or([eb('key', '=', key), eb('network', '=', network)]))
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute()
  const fromHere = open.filter((proof) => proof.network.equals(network))
  const inLine = open.filter((proof) => proof.key === key)
  const [first] = fromHere.length >= NETWORK_MAX ? fromHere : inLine.length > WAITING_MAX ? inLine : []
  if (first === undefined) return
  const sentence =
    fromHere.length >= NETWORK_MAX ? said('error.networkProofs', { count: NETWORK_MAX }) : said('error.playerProofs')
  throw tooMany('proofs_open', sentence, first.expires_at.getTime() - now.getTime())
}

function refused(code: string, sentence: Sentence): AppError {
  return new AppError('conflict', sentence, { code })
}

function tooMany(code: string, sentence: Sentence, waitMs: number): AppError {
  return new AppError('too_many', sentence, { code, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}
