import { sql } from 'kysely'
import { dayOf } from '#shared/calendar-day.ts'
import type { Context } from '../context.ts'
import { countWork } from './count-work.ts'
import { renewSummaries, type Subjects } from './summarise.ts'

/**
 * Renews up to `limit` summaries whose scores are of an earlier UTC day: a silent player's activity falls though nobody
 * looks. Returns how many; 0 when none is left.
 */
export async function summariseStale(context: Context, limit: number): Promise<number> {
  const clubs = await staleTags(context, sql.table('club_summaries'), limit)
  const players = await staleTags(context, sql.table('player_summaries'), limit - clubs.length)
  await renew(context, { clubs, players })
  return clubs.length + players.length
}

/**
 * Makes the summaries of the next `limit` stored clubs, and when those are done players, in the order of tags after
 * `after`: for an import or the demo's history, which store without summarising. Returns where to go on; null at the end.
 */
export async function summariseStored(
  context: Pick<Context, 'db' | 'clock'>,
  limit: number,
  after: Cursor = START,
): Promise<Cursor | null> {
  const clubs = await nextTags(context, sql.table('clubs'), after.club, limit)
  const players = clubs.length > 0 ? [] : await nextTags(context, sql.table('players'), after.player, limit)
  await renew(context, { clubs, players })
  if (clubs.length === 0 && players.length === 0) return null
  return { club: clubs.at(-1) ?? after.club, player: players.at(-1) ?? after.player }
}

/** Renews the summaries of all that is stored, a few at a time, until it is stopped. */
export async function summariseAll(context: Pick<Context, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  let cursor: Cursor | null | undefined
  while (!signal.aborted && cursor !== null) cursor = await summariseStored(context, AT_ONCE, cursor)
}

/** Short, so that a stop need not wait. */
const AT_ONCE = 100

/** The last club and player that were done. */
export type Cursor = { club: string; player: string }

const START: Cursor = { club: '', player: '' }

async function renew(context: Pick<Context, 'db' | 'clock'>, subjects: Subjects): Promise<void> {
  await renewSummaries(context, subjects)
  await countWork(context, { updates: 0, summaries: subjects.clubs.length + subjects.players.length })
}

async function staleTags(
  { db, clock }: Context,
  table: ReturnType<typeof sql.table>,
  limit: number,
): Promise<string[]> {
  if (limit <= 0) return []
  const { rows } = await sql<{ tag: string }>`
    select tag from ${table} where summarised_on < ${dayOf(clock.now())}::date
    order by summarised_on limit ${limit}`.execute(db)
  return rows.map(({ tag }) => tag)
}

async function nextTags(
  { db }: Pick<Context, 'db'>,
  table: ReturnType<typeof sql.table>,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from ${table} where tag > ${after} order by tag limit ${limit}`.execute(db)
  return rows.map(({ tag }) => tag)
}
