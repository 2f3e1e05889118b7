import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { listFormer } from '#shared/contract/desk-people.ts'
import type { addAbsence, changeAbsence, listAbsences } from '#shared/contract/desk-records.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { addDays, calendarDay, DAY_MS, dayInWords, dayOf, daysBetween } from '#shared/days.ts'
import { ABSENCE_DAYS_MAX } from '#shared/desk.ts'
import { CLUB_ROLES } from '#shared/kinds.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { authorName, authorTag, changeRecord, namesOf, noRecord, writeLog } from './desk-log.ts'
import { admitAbsence, CLEARED_AFTER_DAYS } from './desk-room.ts'
import { marksOf, refuseHidden } from './marks.ts'
import type { Desk } from './open-desk.ts'

type Absence = Output<typeof listAbsences>['absences'][number]

type StoredAbsence = {
  id: number
  player_tag: string
  from: string
  until: string
  note: string
  by_member: boolean
  author: string | null
  version: number
}

/** The absences of a desk that were not taken away. */
export function storedAbsences(db: Database, desk: Pick<Desk, 'key' | 'clubTag'>) {
  const query = db
    .selectFrom('absences')
    .select(['id', 'player_tag', 'note', 'by_member', 'version'])
    .select(['from_day as from', 'until_day as until'])
    .select(authorTag('absences.author_id', desk.clubTag).as('author'))
    .where('desk', '=', desk.key)
    .where('removed_at', 'is', null)
  return query
}

/** Who is away, will be, or was lately; the latest first. */
export async function readAbsences(context: Context, desk: Desk): Promise<Output<typeof listAbsences>> {
  const since = addDays(dayOf(context.clock.now()), -CLEARED_AFTER_DAYS)
  const rows = await storedAbsences(context.db, desk)
    .where('until_day', '>=', since)
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { absences: await toAbsences(context, desk, rows) }
}

async function toAbsences({ db, clock }: Context, desk: Desk, rows: readonly StoredAbsence[]): Promise<Absence[]> {
  const names = await namesOf(
    db,
    rows.flatMap(({ player_tag, author }) => (author === null ? [player_tag] : [player_tag, author])),
  )
  const today = dayOf(clock.now())
  return rows.map(({ author, ...row }) => ({
    ...row,
    player_name: names(row.player_tag),
    state: row.until < today ? 'over' : row.from > today ? 'ahead' : 'now',
    author: row.by_member ? names(row.player_tag) : authorName(desk, names, author),
  }))
}

type Span = { from: string; until: string; note: string }

/** Throws `invalid` for an absence that is backwards, too long, or over already. */
function checkSpan({ from, until }: Span, today: string): void {
  const days = daysBetween(calendarDay(from), calendarDay(until))
  const refuse = (sentence: Sentence) => new AppError('invalid', sentence, { fields: { until: sentence } })
  if (days < 0) throw refuse(said('error.untilBeforeFrom'))
  if (days >= ABSENCE_DAYS_MAX) throw refuse(said('error.absenceLong', { days: ABSENCE_DAYS_MAX }))
  if (until < today) throw refuse(said('error.absenceOver'))
  if (daysBetween(calendarDay(today), calendarDay(from)) > 365) throw refuse(said('error.absenceFar'))
}

/** Stores an absence. `byMember`: entered by the link. */
export async function createAbsence(
  context: Context,
  desk: Desk,
  { player_tag, byMember = false, ...span }: Input<typeof addAbsence>['body'] & { byMember?: boolean },
): Promise<Output<typeof addAbsence>> {
  const { db, clock } = context
  await refuseHidden(db, player_tag)
  const now = clock.now()
  checkSpan(span, dayOf(now))
  const made = await db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('absences')
      .values({
        desk: desk.key,
        player_tag,
        from_day: span.from,
        until_day: span.until,
        note: span.note,
        by_member: byMember,
        author_id: desk.userId,
        created_at: now,
        changed_at: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await admitAbsence(context, transaction, desk, player_tag)
    const undo = { table: 'absences', key: id, version: 1, set: { removed_at: now.toISOString() } } as const
    const log_id = await writeLog(context, transaction, desk, {
      kind: 'absence_added',
      player: player_tag,
      text: describeAbsence(span, byMember),
      facts: absenceFacts(span, byMember),
      undo: [undo],
    })
    return { id, log_id }
  })
  return { absence: await oneAbsence(context, desk, made.id), log_id: made.log_id }
}

function describeAbsence({ from, until, note }: Span, byMember: boolean): string {
  return `Away from ${dayInWords(from)} to ${dayInWords(until)}${byMember ? ', as the member says' : ''}${note === '' ? '' : `: ${note}`}`
}

function absenceFacts({ from, until, note }: Span, by_member: boolean) {
  return { about: 'absence', from, until, note, by_member } as const
}

async function oneAbsence(context: Context, desk: Desk, id: number): Promise<Absence> {
  const rows = await storedAbsences(context.db, desk).where('id', '=', id).execute()
  const [absence] = await toAbsences(context, desk, rows)
  if (absence === undefined) throw noRecord()
  return absence
}

/** Changes an absence that is still as the caller knows it. One that began may end today. */
export async function updateAbsence(
  context: Context,
  desk: Desk,
  { id, version, ...span }: Input<typeof changeAbsence>['body'] & { id: number },
): Promise<Output<typeof changeAbsence>> {
  const before = await oneAbsence(context, desk, id)
  checkSpan(span, dayOf(context.clock.now()))
  const set = { from_day: span.from, until_day: span.until, note: span.note }
  const said = { text: describeAbsence(span, before.by_member), facts: absenceFacts(span, before.by_member) }
  const { from, until, note, player_tag: player } = before
  const restored = { from_day: from, until_day: until, note }
  const change = { table: 'absences', id, player, version, set, restored, kind: 'absence_changed', ...said } as const
  const log_id = await changeRecord(context, desk, change, () => oneAbsence(context, desk, id))
  return { absence: await oneAbsence(context, desk, id), log_id }
}

/** Takes an absence away. */
export async function deleteAbsence(context: Context, desk: Desk, { id, version }: { id: number; version: number }) {
  const before = await oneAbsence(context, desk, id)
  const set = { removed_at: context.clock.now() }
  const said = { text: describeAbsence(before, before.by_member), facts: absenceFacts(before, before.by_member) }
  const [player, restored] = [before.player_tag, { removed_at: null }]
  const change = { table: 'absences', id, player, version, set, restored, kind: 'absence_removed', ...said } as const
  return { log_id: await changeRecord(context, desk, change, () => oneAbsence(context, desk, id)) }
}

const FORMER = {
  tag: z.string(),
  role: z.enum(CLUB_ROLES),
  trophies: z.number(),
  since: z.date(),
  atLeast: z.boolean(),
  leftAt: z.date(),
  removed: z.boolean(),
}

/** Days after a removal that leaders noted in which it explains a leave. */
const EXPLAINS_DAYS = 14

/** `before`: how many of the list were given already. */
type FormerPage = { limit: number; before?: number | undefined }

/** A page of those who left the club, the last first, each with this club's marks. */
export async function readFormer(
  context: Context,
  desk: Desk,
  { limit, before = 0 }: FormerPage,
): Promise<Output<typeof listFormer>> {
  const rows = await queryRows(
    context.db,
    FORMER,
    sql`
      select m.player_tag as tag, m.role, m.trophies, coalesce(m.joined_at, m.first_seen_at) as since,
        m.joined_at is null as "atLeast", m.left_at as "leftAt", exists (
          select from queue_decisions d
          where d.desk = ${desk.key} and d.player_tag = m.player_tag and d.action = 'removed' and d.removed_at is null
            and d.changed_at < m.left_at and d.changed_at > m.left_at - ${EXPLAINS_DAYS} * interval '1 day') as removed
      from club_members m where m.club_tag = ${desk.clubTag} and m.left_at is not null
      order by m.left_at desc, m.player_tag limit ${limit + 1} offset ${before}`,
  )
  const shown = rows.slice(0, limit)
  const tags = shown.map(({ tag }) => tag)
  const [names, marks] = await Promise.all([namesOf(context.db, tags), marksOf(context, desk, tags)])
  const former = shown.map(({ tag, role, trophies, since, atLeast, leftAt, removed }) => ({
    player_tag: tag,
    player_name: names(tag),
    role,
    trophies,
    left_at: leftAt.toISOString(),
    tenure_days: Math.max(0, Math.floor((leftAt.getTime() - since.getTime()) / DAY_MS)),
    tenure_at_least: atLeast,
    why: removed ? ('removed' as const) : ('left' as const),
    marks: marks.get(tag) ?? [],
  }))
  return { former, next_before: rows.length > limit ? before + limit : null }
}
