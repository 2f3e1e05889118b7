import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { hiddenPlayer, isHidden } from '#server/history/not-tracked.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { Reason } from '#shared/contract/desk-reasons.ts'
import type { addMark, changeMark, listMarks, MarkKind } from '#shared/contract/desk-records.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { addDays, type CalendarDay, calendarDay, dayInWords, dayOf, daysBetween } from '#shared/days.ts'
import { BLACKLIST_DAYS, REASON_MAX, WARNING_DAYS } from '#shared/desk.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { authorName, authorTag, changeRecord, namesOf, noRecord, writeLog } from './desk-log.ts'
import { admitMark } from './desk-room.ts'
import type { Desk } from './open-desk.ts'

export type Mark = Output<typeof listMarks>['marks'][number]

type StoredMark = {
  id: number
  kind: MarkKind
  player_tag: string
  text: string
  facts: unknown
  pinned: boolean
  weight: number | null
  until: string | null
  author: string | null
  created_at: Date
  changed_at: Date
  version: number
}

/** The marks of a desk that were not taken away. */
function storedMarks(db: Database, desk: Desk) {
  const query = db
    .selectFrom('member_marks')
    .select(['id', 'kind', 'player_tag', 'text', 'facts', 'pinned', 'weight', 'created_at', 'changed_at', 'version'])
    .select(['until', authorTag('member_marks.author_id', desk.clubTag).as('author')])
    .where('desk', '=', desk.key)
    .where('removed_at', 'is', null)
  return query
}

type Page = { limit: number; before?: number | undefined; player?: string | undefined }

/** A page of a desk's marks, newest first. */
export async function readMarks(context: Context, desk: Desk, page: Page): Promise<Output<typeof listMarks>> {
  const rows = await storedMarks(context.db, desk)
    .$if(page.player !== undefined, (query) => query.where('player_tag', '=', page.player ?? ''))
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return {
    marks: await toMarks(context, desk, rows),
    next_before: rows.length === page.limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

/** All marks of some players, by player, newest first. */
export async function marksOf(context: Context, desk: Desk, tags: readonly string[]): Promise<Map<string, Mark[]>> {
  const rows = await storedMarks(context.db, desk)
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(await toMarks(context, desk, rows), ({ player_tag }) => player_tag)
}

async function toMarks({ db, clock }: Context, desk: Desk, rows: readonly StoredMark[]): Promise<Mark[]> {
  const names = await namesOf(
    db,
    rows.flatMap(({ player_tag, author }) => (author === null ? [player_tag] : [player_tag, author])),
  )
  const today = dayOf(clock.now())
  return rows.map(({ author, created_at, changed_at, facts, ...row }) => ({
    ...row,
    // Only a decision writes one.
    facts: facts as Reason | null,
    player_name: names(row.player_tag),
    expired: row.until !== null && row.until < today,
    author: authorName(desk, names, author),
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  }))
}

type Given = Omit<Input<typeof changeMark>['body'], 'version'>

/** The columns of a mark, checked for its kind. Throws `invalid`. */
function columnsOf(kind: MarkKind, { text, pinned, weight, until }: Given, today: CalendarDay) {
  const refuse = (field: string, sentence: Sentence) =>
    new AppError('invalid', sentence, { fields: { [field]: sentence } })
  if (kind === 'note' && text === '') throw refuse('text', said('error.textRequired'))
  if (kind !== 'note' && text.length > REASON_MAX) throw refuse('text', said('error.reasonLong', { count: REASON_MAX }))
  const lastDay = until === undefined ? usualEnd(kind, today) : until === null ? null : calendarDay(until)
  const days = lastDay === null ? null : daysBetween(today, lastDay)
  const max = { note: null, safe: null, warning: WARNING_DAYS.max, blacklist: BLACKLIST_DAYS.max }[kind]
  if (kind === 'note' && days !== null) throw refuse('until', said('error.noteHasNoEnd'))
  if (kind === 'blacklist' && days === null) throw refuse('until', said('error.blacklistEnd'))
  if (days !== null && (days < 0 || days > (max ?? 3650))) {
    throw refuse('until', said('error.untilWithin', { days: max ?? 3650 }))
  }
  return {
    text,
    facts: null,
    pinned: kind === 'note' && (pinned ?? false),
    weight: kind === 'warning' ? (weight ?? 1) : null,
    until: lastDay,
  }
}

function usualEnd(kind: MarkKind, today: CalendarDay): CalendarDay | null {
  if (kind === 'warning') return addDays(today, WARNING_DAYS.usual)
  return kind === 'blacklist' ? addDays(today, BLACKLIST_DAYS.usual) : null
}

/** Throws 404 for the tag of a hidden player: the desk knows them by their alias alone. */
export async function refuseHidden(db: Database, tag: string): Promise<void> {
  if (await isHidden(db, tag)) throw hiddenPlayer()
}

type NewMark = Input<typeof addMark>['body']

/** Marks a player. */
export async function createMark(context: Context, desk: Desk, given: NewMark): Promise<Output<typeof addMark>> {
  await refuseHidden(context.db, given.player_tag)
  const columns = columnsOf(given.kind, given, dayOf(context.clock.now()))
  const made = await context.db.transaction().execute(async (db) => {
    const id = await insertMark(context, db, desk, { kind: given.kind, player_tag: given.player_tag, ...columns })
    const log_id = await writeLog(context, db, desk, {
      kind: 'mark_added',
      player: given.player_tag,
      text: describeMark(given.kind, columns),
      facts: markFacts(given.kind, columns),
      undo: [undoOfNew(context, id)],
    })
    return { id, log_id }
  })
  return { mark: await oneMark(context, desk, made.id), log_id: made.log_id }
}

type Columns = Omit<ReturnType<typeof columnsOf>, 'until' | 'facts'> & { until: string | null; facts: Reason | null }

/** Inserts a mark in a transaction. Throws `conflict` when the desk is full. */
export async function insertMark(
  context: Context,
  db: Database,
  desk: Desk,
  mark: { kind: MarkKind; player_tag: string } & Columns,
): Promise<number> {
  const now = context.clock.now()
  const { id } = await db
    .insertInto('member_marks')
    .values({
      desk: desk.key,
      ...mark,
      facts: mark.facts && JSON.stringify(mark.facts),
      author_id: desk.userId,
      created_at: now,
      changed_at: now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admitMark(db, desk)
  return id
}

/** A new mark is undone by taking it away. */
export function undoOfNew({ clock }: Context, id: number) {
  return { table: 'member_marks', key: id, version: 1, set: { removed_at: clock.now().toISOString() } } as const
}

/** `Warning of weight 2 until Apr 14, 2026: rude in chat`. */
function describeMark(kind: MarkKind, { text, weight, until }: Pick<Mark, 'text' | 'weight' | 'until'>): string {
  const named = { note: 'Note', warning: `Warning of weight ${weight}`, safe: 'Safe', blacklist: 'Blacklist' }[kind]
  return `${named}${until === null ? '' : ` until ${dayInWords(until)}`}${text === '' ? '' : `: ${text}`}`
}

function markFacts(kind: MarkKind, { text, facts, weight, until }: Pick<Mark, 'text' | 'facts' | 'weight' | 'until'>) {
  return { about: 'mark', kind, text, reason: facts, weight, until } as const
}

async function oneMark(context: Context, desk: Desk, id: number): Promise<Mark> {
  const [mark] = await toMarks(context, desk, await storedMarks(context.db, desk).where('id', '=', id).execute())
  if (mark === undefined) throw noRecord()
  return mark
}

/** Changes a mark that is still as the caller knows it. */
export async function updateMark(
  context: Context,
  desk: Desk,
  { id, version, ...given }: Input<typeof changeMark>['body'] & { id: number },
): Promise<Output<typeof changeMark>> {
  const before = await oneMark(context, desk, id)
  const { pinned = before.pinned, weight = before.weight ?? 1 } = given
  const checked = columnsOf(before.kind, { ...given, pinned, weight }, dayOf(context.clock.now()))
  const { text, facts, until, player_tag: player } = before
  const columns = {
    ...checked,
    ...(given.until === undefined && { until }),
    facts: checked.text === text ? facts : null,
  }
  const restored = { text, facts, pinned: before.pinned, weight: before.weight, until }
  const told = { text: describeMark(before.kind, columns), facts: markFacts(before.kind, columns) }
  const said = { kind: 'mark_changed', ...told } as const
  const change = { table: 'member_marks', id, player, version, set: columns, restored, ...said } as const
  const log_id = await changeRecord(context, desk, change, () => oneMark(context, desk, id))
  return { mark: await oneMark(context, desk, id), log_id }
}

/** Takes a mark away. */
export async function deleteMark(context: Context, desk: Desk, { id, version }: { id: number; version: number }) {
  const before = await oneMark(context, desk, id)
  const set = { removed_at: context.clock.now() }
  const [player, restored] = [before.player_tag, { removed_at: null }]
  const told = { text: describeMark(before.kind, before), facts: markFacts(before.kind, before) }
  const said = { kind: 'mark_removed', ...told } as const
  const change = { table: 'member_marks', id, player, version, set, restored, ...said } as const
  const log_id = await changeRecord(context, desk, change, () => oneMark(context, desk, id))
  return { log_id }
}
