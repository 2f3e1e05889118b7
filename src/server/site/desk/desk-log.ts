import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { shownNames } from '#server/history/members.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import { toldFrom } from '#server/reach/channels.ts'
import { LOG_KINDS, type LogFacts, type LogKind, type listLog } from '#shared/contract/desk-log.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { HIDDEN_NAME, isAlias } from '#shared/tag.ts'
import { said } from '#shared/texts.ts'
import { admitAbsence, admitGoal, makeRoom } from './desk-room.ts'
import type { Desk } from './open-desk.ts'

/** The tables whose records are changed at a desk, and the column that finds a record within it. */
const KEYS = {
  member_marks: 'id',
  absences: 'id',
  queue_decisions: 'player_tag',
  club_rules: 'desk',
  club_notices: 'desk',
  club_staff: 'player_tag',
  week_reports: 'week',
  club_reviews: 'period',
  club_channels: 'id',
  club_goals: 'id',
} as const

type RecordTable = keyof typeof KEYS

/** What undoes the change of one record: these columns are set, unless it was changed again. */
export type Undo = { table: RecordTable; key: string | number; version: number; set: Record<string, unknown> }

type Change = {
  kind: LogKind
  player: string | null
  /** In words, without names: those go with the account or the player. */
  text: string
  /** The same as facts; null where an older entry is undone. */
  facts: LogFacts | null
  /** The record that was changed, and those that were changed with it. */
  undo: readonly [Undo, ...Undo[]]
  undoes?: number
  /** It cannot be undone: `undo` only names the record. */
  final?: boolean
}

/** Writes what was done into the log, in the transaction that does it. Returns the entry's id. */
export async function writeLog(context: Context, db: Database, desk: Desk, change: Change): Promise<number> {
  const [first] = change.undo
  const { id } = await db
    .insertInto('desk_log')
    .values({
      desk: desk.key,
      at: context.clock.now(),
      kind: change.kind,
      author_id: desk.userId,
      player_tag: change.player,
      text: change.text,
      facts: change.facts && JSON.stringify(change.facts),
      record: recordName(first),
      undo: JSON.stringify(change.final ? [] : change.undo),
      undoes: change.undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await makeRoom(context, db, desk)
  return id
}

function recordName({ table, key }: Undo): string {
  return `${table} ${key}`
}

/** The refusal of a change that was made from an older version. `current` is the record as it is now. */
export function changedMeanwhile(current?: object): AppError {
  return new AppError('conflict', said('error.changedMeanwhile'), {
    code: 'changed_meanwhile',
    current,
  })
}

/** The refusal of a change of a record that is not at this desk. */
export function noRecord(): AppError {
  return new AppError('not_found', said('error.noRecord'), { code: 'no_record' })
}

/** A change of a mark or an absence that was not taken away, or of a channel. */
type RecordChange = {
  table: 'absences' | 'member_marks' | 'club_channels' | 'club_goals'
  id: number
  player: string | null
  /** The version that the caller knows. */
  version: number
  /** Columns with their new values, and with those that undo the change. */
  set: Record<string, unknown>
  restored: Record<string, unknown>
  kind: LogKind
  text: string
  facts: LogFacts
}

/**
 * Changes a record that is still as the caller knows it, and writes the change into the log. Returns the entry's id.
 * @throws AppError `changed_meanwhile` with what `readNow` tells of the record
 */
export async function changeRecord(
  context: Context,
  desk: Desk,
  { table, id, player, version, set, restored, kind, text, facts }: RecordChange,
  readNow: () => Promise<object>,
): Promise<number> {
  const columns = sql.join(Object.keys(set).map((column) => sql.ref(column)))
  const logged = await context.db.transaction().execute(async (db) => {
    const [row] = await queryRows(
      db,
      { version: z.number() },
      sql`
        update ${sql.table(table)} set (${columns}) = (
            select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(set)}::jsonb)),
          changed_at = ${context.clock.now()}, version = version + 1
        where desk = ${desk.key} and id = ${id} and version = ${version}
          ${table === 'club_channels' ? sql`` : sql`and removed_at is null`} returning version`,
    )
    if (row === undefined) return null
    return writeLog(context, db, desk, {
      kind,
      player,
      text,
      facts,
      undo: [{ table, key: id, version: row.version, set: restored }],
    })
  })
  if (logged === null) throw changedMeanwhile(await readNow().catch(() => undefined))
  return logged
}

/** Changes that are the owner's alone, and so is undoing them. */
const OF_OWNER: readonly LogKind[] = ['week_published', 'week_withdrawn']

function mayUndo({ role }: Desk, kind: LogKind): boolean {
  return role === 'owner' || (role === 'editor' && !OF_OWNER.includes(kind))
}

const UNDONE = {
  kind: z.enum(LOG_KINDS),
  player: z.nullable(z.string()),
  facts: z.nullable(z.custom<LogFacts>()),
  undo: z.array(z.custom<Undo>()),
  newest: z.boolean(),
}

/**
 * Undoes what an entry of the log tells. Throws `conflict` when a record was changed again since, or there is no room
 * for it.
 */
export async function undoEntry(context: Context, desk: Desk, id: number): Promise<{ log_id: number }> {
  const done = await context.db.transaction().execute(async (db) => {
    const [entry] = await queryRows(
      db,
      UNDONE,
      sql`select kind, player_tag as player, facts, undo, ${isNewest} as newest from desk_log l
        where desk = ${desk.key} and id = ${id}`,
    )
    if (entry === undefined) throw noRecord()
    if (!mayUndo(desk, entry.kind)) {
      throw new AppError('forbidden', said('error.roleNeeded', { role: 'owner' }), { code: 'role_too_low' })
    }
    if (!entry.newest || entry.kind === 'undone') {
      throw new AppError('conflict', said('error.changedAgain'), {
        code: 'changed_meanwhile',
      })
    }
    const undone: Undo[] = []
    for (const step of entry.undo) {
      undone.push(await restore(context, db, desk, step))
      const isBack = step.set.removed_at === null
      if (isBack && step.table === 'absences') await admitAbsence(context, db, desk, entry.player)
      if (isBack && step.table === 'club_goals') await admitGoal(context, db, desk)
    }
    const [first, ...others] = undone
    if (first === undefined) throw noRecord()
    const text = `Undone: ${entry.kind.replaceAll('_', ' ')}`
    const log_id = await writeLog(context, db, desk, {
      kind: 'undone',
      player: entry.player,
      text,
      facts: undoneFacts(entry),
      undo: [first, ...others],
      undoes: id,
    })
    return { log_id }
  })
  // A week or a review may be private again, of which pictures are kept.
  context.announcements.announce([clubChange(desk.clubTag)])
  return done
}

function undoneFacts({ kind, facts }: { kind: LogKind; facts: LogFacts | null }): LogFacts | null {
  return facts === null || facts.about === 'undone' ? null : { about: 'undone', kind, of: facts }
}

/** Whether no later entry of the desk's log `l` is about the same record. */
const isNewest = sql<boolean>`not exists (
  select from desk_log later where later.desk = l.desk and later.record = l.record and later.id > l.id)`

async function restore(
  { clock }: Context,
  db: Database,
  desk: Desk,
  { table, key, version, set }: Undo,
): Promise<Undo> {
  const columns = Object.keys(set).map((column) => sql.ref(column))
  if (table === 'club_channels' && set.paused === false) await tellFromNow(db, desk, { id: key, now: clock.now() })
  const keepsTime = table === 'week_reports' || 'changed_at' in set
  const [row] = await queryRows(
    db,
    { version: z.number() },
    sql`
      update ${sql.table(table)} t set (${sql.join(columns)}) = (
          select ${sql.join(columns)} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(set)}::jsonb)),
        version = t.version + 1${keepsTime ? sql`` : sql`, changed_at = ${clock.now()}`}
      where t.desk = ${desk.key} and ${sql.ref(`t.${KEYS[table]}`)}::text = ${String(key)} and t.version = ${version}
      returning t.version`,
  )
  if (row === undefined) throw changedMeanwhile()
  return { table, key, version: row.version, set: {} }
}

/** What happened while a channel was paused is not posted when it goes on. */
async function tellFromNow(db: Database, desk: Desk, { id, now }: { id: string | number; now: Date }): Promise<void> {
  await db
    .updateTable('club_channels')
    .set(toldFrom(now))
    .where('desk', '=', desk.key)
    .where('id', '=', Number(id))
    .where('paused', '=', true)
    .execute()
}

type Log = Output<typeof listLog>

const ENTRY = {
  id: z.number(),
  kind: z.enum(LOG_KINDS),
  at: z.date(),
  author: z.nullable(z.string()),
  player: z.nullable(z.string()),
  text: z.string(),
  facts: z.nullable(z.custom<LogFacts>()),
  undoes: z.nullable(z.number()),
  newest: z.boolean(),
  undoable: z.boolean(),
}

/**
 * The player through whom a user, `author`, leads or led the club, under the alias where they are hidden; null for an
 * account without one. The user's players in other clubs are nobody's business here.
 */
export function authorTag(author: string, clubTag: string) {
  return sql<string>`(
    select m.player_tag from linked_players linked
      left join tombstones hidden on hidden.tag = linked.player_tag
      join club_members m on m.club_tag = ${clubTag} and m.player_tag in (linked.player_tag, hidden.alias)
    where linked.user_id = ${sql.ref(author)}
    order by linked.linked_at, m.player_tag limit 1)`
}

type Page = { limit: number; before?: number | undefined; player?: string | undefined }

/** A page of the log, newest first. */
export async function readLog(context: Context, desk: Desk, { limit, before, player }: Page): Promise<Log> {
  const rows = await queryRows(
    context.db,
    ENTRY,
    sql`
      select id, kind, at, ${authorTag('l.author_id', desk.clubTag)} as author, player_tag as player, text, facts, undoes,
        ${isNewest} as newest, undo <> '[]' as undoable
      from desk_log l
      where desk = ${desk.key} ${before === undefined ? sql`` : sql`and id < ${before}`}
        ${player === undefined ? sql`` : sql`and player_tag = ${player}`}
      order by id desc limit ${limit}`,
  )
  const names = await namesOf(
    context.db,
    rows.flatMap((row) => [row.author ?? [], row.player ?? []].flat()),
  )
  const entries = rows.map(({ newest, undoable, author, player: tag, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    author: authorName(desk, names, author),
    player_tag: tag,
    player_name: tag === null ? null : names(tag),
    can_undo: newest && undoable && row.kind !== 'undone' && mayUndo(desk, row.kind),
  }))
  return { entries, next_before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}

/** What the author of a record is called; null where the account is gone. */
export function authorName(desk: Desk, names: Names, author: string | null): string | null {
  if (desk.trial) return 'You'
  return author === null ? null : names(author)
}

/** What a player is called; the tag where no name is known. */
export type Names = (tag: string) => string

/** The names of players, and of hidden ones what stands in place of their names. */
export async function namesOf(db: Database, tags: readonly string[]): Promise<Names> {
  const names = await shownNames(db, tags)
  return (tag) => (isAlias(tag) ? HIDDEN_NAME : (names.get(tag) ?? tag))
}
