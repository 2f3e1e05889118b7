import { hash, randomBytes } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { AppError } from '#server/kernel/errors.ts'
import type {
  addAbsence,
  addOwnAbsence,
  changeAbsence,
  listAbsences,
  makeAbsenceLink,
  readOwnAbsences,
} from '#shared/contract/desk-records.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { addDays, calendarDay, DAY_MS, dayOf, daysBetween } from '#shared/days.ts'
import { ABSENCE_DAYS_MAX } from '#shared/desk.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { authorName, authorTag, changedMeanwhile, namesOf, noRecord, writeLog } from './desk-log.ts'
import { refuseHidden } from './marks.ts'
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

function storedAbsences(db: Database, desk: Pick<Desk, 'key' | 'clubTag'>) {
  const query = db
    .selectFrom('absences')
    .select(['id', 'player_tag', 'note', 'by_member', 'version'])
    .select([sql<string>`from_day::text`.as('from'), sql<string>`until_day::text`.as('until')])
    .select(authorTag('absences.author_id', desk.clubTag).as('author'))
    .where('desk', '=', desk.key)
    .where('removed_at', 'is', null)
  return query as SelectQueryBuilder<Tables, 'absences', StoredAbsence>
}

/** Absences that ended longer ago are in the log alone. */
const SHOWN_DAYS = 90

/** Who is away, will be, or was lately; the latest first. */
export async function readAbsences(context: Context, desk: Desk): Promise<Output<typeof listAbsences>> {
  const since = addDays(dayOf(context.clock.now()), -SHOWN_DAYS)
  const rows = await storedAbsences(context.db, desk)
    .where('until_day', '>=', since)
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { absences: await shown(context, desk, rows) }
}

async function shown({ db, clock }: Context, desk: Desk, rows: readonly StoredAbsence[]): Promise<Absence[]> {
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
  const refuse = (sentence: string) => new AppError('invalid', sentence, { fields: { until: sentence } })
  if (days < 0) throw refuse('until must not be before from')
  if (days > ABSENCE_DAYS_MAX) throw refuse(`An absence has ${ABSENCE_DAYS_MAX} days at most`)
  if (until < today) throw refuse('This absence is over already')
  if (daysBetween(calendarDay(today), calendarDay(from)) > 365) throw refuse('An absence begins within a year')
}

/** A player has few absences that are not over, since nobody is away twice at once. */
const OPEN_MAX = 10

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
    const open = await storedAbsences(transaction, desk)
      .where('player_tag', '=', player_tag)
      .where('until_day', '>=', dayOf(now))
      .execute()
    if (open.length >= OPEN_MAX)
      throw new AppError('conflict', 'This player has many absences already', { code: 'absences_full' })
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
    const undo = { table: 'absences', key: id, version: 1, set: { removed_at: now.toISOString() } } as const
    const log_id = await writeLog(context, transaction, desk, {
      kind: 'absence_added',
      player: player_tag,
      text: inWords(span, byMember),
      undo: [undo],
    })
    return { id, log_id }
  })
  return { absence: await oneAbsence(context, desk, made.id), log_id: made.log_id }
}

function inWords({ from, until, note }: Span, byMember: boolean): string {
  return `Away from ${from} to ${until}${byMember ? ', as the member says' : ''}${note === '' ? '' : `: ${note}`}`
}

async function oneAbsence(context: Context, desk: Desk, id: number): Promise<Absence> {
  const rows = await storedAbsences(context.db, desk).where('id', '=', id).execute()
  const [absence] = await shown(context, desk, rows)
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
  const text = inWords(span, before.by_member)
  const log_id = await changeRow(context, desk, { before, version, set, kind: 'absence_changed', text })
  return { absence: await oneAbsence(context, desk, id), log_id }
}

/** Takes an absence away. */
export async function deleteAbsence(context: Context, desk: Desk, { id, version }: { id: number; version: number }) {
  const before = await oneAbsence(context, desk, id)
  const set = { removed_at: context.clock.now() }
  const text = inWords(before, before.by_member)
  return { log_id: await changeRow(context, desk, { before, version, set, kind: 'absence_removed', text }) }
}

type RowChange = {
  before: Absence
  version: number
  set: { from_day: string; until_day: string; note: string } | { removed_at: Date }
  kind: 'absence_changed' | 'absence_removed'
  text: string
}

async function changeRow(
  context: Context,
  desk: Desk,
  { before, version, set, kind, text }: RowChange,
): Promise<number> {
  const { id, player_tag, from, until, note } = before
  const restored = 'removed_at' in set ? { removed_at: null } : { from_day: from, until_day: until, note }
  const logged = await context.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('absences')
      .set({ ...set, changed_at: context.clock.now(), version: version + 1 })
      .where('desk', '=', desk.key)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      .returning('version')
      .executeTakeFirst()
    if (row === undefined) return null
    const undo = { table: 'absences', key: id, version: row.version, set: restored } as const
    return writeLog(context, db, desk, { kind, player: player_tag, text, undo: [undo] })
  })
  if (logged === null) throw changedMeanwhile(await oneAbsence(context, desk, id).catch(() => undefined))
  return logged
}

/** A link works for so long; a new one ends the one before. */
const LINK_MS = 180 * DAY_MS
const TOKEN_BYTES = 24

/** Makes the link by which the desk's visitor reports their own player away. */
export async function makeLink(context: Context, desk: Desk, tag: string): Promise<Output<typeof makeAbsenceLink>> {
  const { db, clock } = context
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = new Date(clock.now().getTime() + LINK_MS)
  const linked = await db
    .updateTable('linked_players')
    .set({ link_hash: hashToken(token), link_club: desk.clubTag, link_until: until })
    .where('user_id', '=', desk.userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('player_tag', '=', tag),
        exists(
          selectFrom('tombstones')
            .whereRef('tombstones.tag', '=', 'linked_players.player_tag')
            .where('alias', '=', tag),
        ),
      ]),
    )
    .returning('player_tag')
    .executeTakeFirst()
  if (linked === undefined)
    throw new AppError('not_found', 'This player is not linked to your account', { code: 'not_linked' })
  return { token, player_tag: tag, expires_at: until.toISOString() }
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

type Own = { desk: Desk; playerTag: string }

/**
 * Whose link it is: a player who is in the club now, under the alias where they are hidden. Throws 404 for every other
 * token.
 */
async function ownerOf({ db, clock }: Context, token: string): Promise<Own> {
  const row = await db
    .selectFrom('linked_players as l')
    .innerJoin('clubs as c', 'c.tag', 'l.link_club')
    .leftJoin('tombstones as t', 't.tag', 'l.player_tag')
    .innerJoin('club_members as m', (join) =>
      join
        .onRef('m.club_tag', '=', 'c.tag')
        .on(sql<boolean>`m.player_tag in (l.player_tag, t.alias) and m.left_at is null`),
    )
    .select(['l.user_id', 'm.player_tag', 'c.tag', 'c.name'])
    .where('link_hash', '=', hashToken(token))
    .where('link_until', '>', clock.now())
    .executeTakeFirst()
  if (row === undefined) {
    throw new AppError('not_found', 'This link does not work any more. Ask for a new one.', { code: 'link_over' })
  }
  const desk: Desk = {
    key: row.tag,
    clubTag: row.tag,
    clubName: nameOrTag(row.name, row.tag),
    role: 'member',
    userId: row.user_id,
    playerTag: row.player_tag,
    readsUntil: null,
    trial: false,
  }
  return { desk, playerTag: row.player_tag }
}

/** What the member entered and is not over, and nothing else of the desk. */
export async function ownAbsences(context: Context, token: string): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  return answerOwn(context, own)
}

async function answerOwn({ db, clock }: Context, { desk, playerTag }: Own): Promise<Output<typeof readOwnAbsences>> {
  const rows = await storedAbsences(db, desk)
    .where('player_tag', '=', playerTag)
    .where('by_member', '=', true)
    .where('until_day', '>=', dayOf(clock.now()))
    .orderBy('from_day')
    .orderBy('id')
    .execute()
  const names = await namesOf(db, [playerTag])
  return {
    club_tag: desk.clubTag,
    club_name: desk.clubName,
    player_tag: playerTag,
    player_name: names(playerTag),
    absences: rows.map(({ id, from, until, note, version }) => ({ id, from, until, note, version })),
  }
}

/** Reports the owner of the link away. */
export async function createOwnAbsence(
  context: Context,
  { token, ...span }: Input<typeof addOwnAbsence>['body'],
): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  await createAbsence(context, own.desk, { ...span, player_tag: own.playerTag, byMember: true })
  return answerOwn(context, own)
}

/** Takes away an absence that the member entered. */
export async function deleteOwnAbsence(
  context: Context,
  { token, id, version }: { token: string; id: number; version: number },
): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  const { absences } = await answerOwn(context, own)
  if (!absences.some((absence) => absence.id === id)) throw noRecord()
  await deleteAbsence(context, own.desk, { id, version })
  return answerOwn(context, own)
}
