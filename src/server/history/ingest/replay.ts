import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows, runAll } from '#server/database/database.ts'
import { readSetting } from '#server/database/settings.ts'
import type { Observed } from '#server/game/answers.ts'
import { type CalendarDay, dayOf, monthOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { isAlias } from '#shared/tag.ts'
import { takeScan } from './fold-club.ts'
import { retryTransaction } from './ingest.ts'
import { type ClubDay, type ClubState, emptyLedger, type Ledger } from './ledger.ts'
import { hideInList } from './load-ledger.ts'
import {
  clubOf,
  isHeldBack,
  type RawList,
  readAnswers,
  type ScanVerdict,
  withRenamed,
  withVerdict,
} from './raw-answers.ts'
import { pack, type RawDay } from './raw-lines.ts'
import { replayPlayer, tellAll } from './replay-player.ts'
import { clubPart, eventStatements, formerPart, memberPart, upsertRaw } from './write-ledger.ts'

/** Few, so that an ingestion that waits for one of them does not wait long. */
const AT_ONCE = 10

/** Puts all answers that came late into their places. */
export async function replayDue(db: Database): Promise<void> {
  const some = () => db.transaction().execute((transaction) => replaySome(transaction))
  while ((await retryTransaction(some)) > 0);
}

/**
 * Makes everything that comes from raw answers again: events, members and days of clubs, days and resets of players. Days
 * whose raw answers were dropped stay as they are. To repeat it changes nothing. Returns the number of players.
 */
export async function rebuildHistory(db: Database): Promise<number> {
  await sql`
    insert into due_replays (type, tag) select 'club', tag from clubs union all select 'player', tag from players
    on conflict do nothing`.execute(db)
  const { players } = await db
    .selectFrom('players')
    .select((player) => player.fn.countAll<number>().as('players'))
    .executeTakeFirstOrThrow()
  await replayDue(db)
  return players
}

/**
 * Makes the history of some who are due again from the raw answers: clubs first, since they tell who was a member. Returns
 * how many were due.
 */
async function replaySome(db: Database): Promise<number> {
  const due = await db
    .selectFrom('due_replays')
    .select(['type', 'tag'])
    .orderBy('type')
    .orderBy('tag')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  const rawSince = await rawHistorySince(db)
  const clubs = due.filter(({ type }) => type === 'club')
  const some = clubs.length > 0 ? clubs : due
  for (const { type, tag } of some) {
    if (type === 'club') await replayClub(db, tag, rawSince)
    else await replayPlayer(db, tag, rawSince)
    await db.deleteFrom('due_replays').where('type', '=', type).where('tag', '=', tag).execute()
  }
  return some.length
}

/** The first day whose raw answers were not dropped for their age; null while none were. */
async function rawHistorySince(db: Database): Promise<CalendarDay | null> {
  return (await readSetting(db, 'raw_history'))?.since ?? null
}

/** What a replay makes of a club, beside its state: its days, and the scans that are judged otherwise than before. */
type ReplayedClub = { ledger: Ledger; club: ClubState; days: Map<CalendarDay, ClubDay>; judgedAnew: JudgedAnew }

type JudgedAnew = Map<RawList, ScanVerdict>

async function replayClub(db: Database, tag: string, rawSince: CalendarDay | null): Promise<void> {
  const stored = await db.selectFrom('clubs').selectAll().where('tag', '=', tag).forUpdate().executeTakeFirst()
  const days = await db
    .selectFrom('club_answers')
    .select(['day', 'entries'])
    .where('club_tag', '=', tag)
    .orderBy('day')
    .execute()
  if (stored === undefined) return
  const all = listsOf(days)
  const isWhole = tellAll(all, stored.first_seen_at, rawSince)
  const edge = isWhole ? null : (rawSince ?? dayOf(stored.first_seen_at))
  const answers = edge === null ? all : fromBelieved(all.filter(({ at }) => dayOf(at) >= edge))
  const first = answers[0]
  if (first === undefined) return
  const base = edge === null ? null : await stateAt(db, tag, first, stored.first_seen_at)
  const made = foldAll(tag, answers, { base, hidden: await aliases(db) })
  if (made === null) return
  made.club.country = stored.country
  made.club.countryAt = stored.country_at
  await replaceRoster(db, made, base === null ? null : first.at)
  await writeClubDays(db, tag, made.days)
  const start = { first_seen_at: first.at, first_trophies: first.trophies }
  if (edge === null) await db.updateTable('clubs').set(start).where('tag', '=', tag).execute()
  else
    await fillClubDays(
      db,
      tag,
      all.filter((answer) => dayOf(answer.at) < edge && !isHeldBack(answer)),
    )
  await countObservedDays(db, tag)
  await judgeAnew(db, tag, answers, made.judgedAnew)
}

/** The lists in the answers of a club. */
function listsOf(days: readonly RawDay[]): RawList[] {
  return readAnswers(days).filter((answer) => answer.kind === 'club')
}

/** Without the first ones that were held back: what was believed before them was dropped. */
function fromBelieved(answers: RawList[]): RawList[] {
  const first = answers.findIndex((answer) => !isHeldBack(answer))
  return first < 0 ? [] : answers.slice(first)
}

async function aliases(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('tombstones').select(['tag', 'alias']).execute()
  return new Map(rows.map(({ tag, alias }) => [tag, alias]))
}

type FoldOptions = { base: ClubState | null; hidden: ReadonlyMap<string, string> }

/** Folds the scans of a club as they were folded when they came in. */
function foldAll(tag: string, answers: readonly RawList[], { base, hidden }: FoldOptions): ReplayedClub | null {
  const ledger = emptyLedger()
  if (base !== null) ledger.clubs.set(tag, base)
  const days = new Map<CalendarDay, ClubDay>()
  const judgedAnew: JudgedAnew = new Map()
  for (const answer of base === null ? answers : answers.slice(1)) {
    const day = dayOf(answer.at)
    if (!days.has(day)) {
      ledger.clubDays.clear()
      ledger.playerDays.clear()
    }
    const scan: Observed<'club'> = { kind: 'club', body: clubOf(tag, answer), observedAt: answer.at }
    const verdict = takeScan(ledger, hideInList(scan, hidden).body, answer.at)
    if (verdict !== answer.verdict) judgedAnew.set(answer, verdict)
    const clubDay = ledger.clubDays.get(tag)
    if (clubDay !== undefined) days.set(day, clubDay)
  }
  const club = ledger.clubs.get(tag)
  return club === undefined ? null : { ledger, club, days, judgedAnew }
}

/** The club as its oldest raw scan found it, when older ones were dropped: events tell who had joined by then. */
async function stateAt(db: Database, tag: string, list: RawList, firstSeenAt: Date): Promise<ClubState> {
  const { at } = list
  const body = clubOf(tag, list)
  const rows = await db.selectFrom('club_members').selectAll().where('club_tag', '=', tag).execute()
  const joins = await db
    .selectFrom('roster_events')
    .select(['player_tag', (event) => event.fn.max('observed_at').as('at')])
    .where('club_tag', '=', tag)
    .where('kind', 'in', ['joined', 'returned'])
    .where('observed_at', '<=', at)
    .groupBy('player_tag')
    .execute()
  const joinedAt = new Map(joins.map((join) => [join.player_tag, join.at]))
  const known = new Map(rows.map((row) => [row.player_tag, row]))
  const former = rows.filter(({ left_at }) => left_at !== null && left_at <= at)
  const members: ClubState['members'] = new Map([
    ...former.map((row) => {
      const { name, role, trophies, first_seen_at, joined_at, left_at } = row
      const moments = { firstSeenAt: first_seen_at, joinedAt: joined_at, leftAt: left_at }
      return [row.player_tag, { name, role, trophies, ...moments }] as const
    }),
    ...body.members.map((member) => {
      const firstSeen = known.get(member.tag)?.first_seen_at ?? at
      const moments = { firstSeenAt: firstSeen < at ? firstSeen : at, joinedAt: joinedAt.get(member.tag) ?? null }
      const { name, role, trophies } = member
      return [member.tag, { name, role: role ?? 'member', trophies, ...moments, leftAt: null }] as const
    }),
  ])
  const state = {
    country: null,
    countryAt: null,
    firstSeenAt,
    observedAt: at,
    observedDays: 1,
    firstTrophies: null,
    heldSince: null,
  }
  return { ...body, ...state, memberCount: body.members.length, members }
}

/** Replaces events and members; those of before `since` stay, where older scans were dropped. */
async function replaceRoster(db: Database, { ledger, club }: ReplayedClub, since: Date | null): Promise<void> {
  const { tag } = club
  await db
    .deleteFrom('roster_events')
    .where('club_tag', '=', tag)
    .$if(since !== null, (query) => query.where('observed_at', '>', since as Date))
    .execute()
  if (since === null) await db.deleteFrom('club_members').where('club_tag', '=', tag).execute()
  ledger.changedMembers.set(tag, new Set(club.members.keys()))
  ledger.changedClubs.add(tag)
  // Of the players only those of this club's list are known here, so their names are left alone.
  ledger.formerNames = ledger.formerNames.filter(({ type }) => type === 'club')
  const parts = [clubPart(ledger), memberPart(ledger), formerPart(ledger)]
  await sql`with ${sql.join(parts.filter((part) => part !== null))} select 1`.execute(db)
  await runAll(db, eventStatements(ledger))
}

/** Sets all of these days but their scans, which were counted as the answers came in. */
async function writeClubDays(db: Database, tag: string, days: ReadonlyMap<CalendarDay, ClubDay>): Promise<void> {
  for (const [day, { close, members, joined, departed }] of days) {
    const i = sql.lit(Number(day.slice(8, 10)))
    await sql`
      insert into club_months as stored (club_tag, month, trophies, members, scans)
      values (${tag}, ${monthOf(day)}::date, '{NULL}', '{NULL}', '{NULL}') on conflict do nothing`.execute(db)
    await sql`
      update club_months set trophies[${i}] = ${close}::integer, members[${i}] = ${members}::smallint,
        joined[${i}] = ${joined}::integer, departed[${i}] = ${departed}::integer
      where club_tag = ${tag} and month = ${monthOf(day)}::date`.execute(db)
  }
}

/** Puts closes where no better ones are known: of days whose raw answers were dropped. */
async function fillClubDays(db: Database, tag: string, answers: readonly RawList[]): Promise<void> {
  for (const answer of answers) {
    const { at, trophies } = answer
    const i = sql.lit(at.getUTCDate())
    const { members } = clubOf(tag, answer)
    await sql`
      update club_months set trophies[${i}] = ${trophies}::integer, members[${i}] = ${members.length}::smallint
      where club_tag = ${tag} and month = ${monthOf(dayOf(at))}::date and trophies[${i}] is null`.execute(db)
  }
}

/** Two statements, since in a distributed store the days lie elsewhere than the directory. */
async function countObservedDays(db: Database, tag: string): Promise<void> {
  const [days] = await queryRows(
    db,
    { observed: z.int() },
    sql`
    select coalesce(sum(cardinality(array_remove(trophies, null))), 0)::integer as observed
    from club_months where club_tag = ${tag}`,
  )
  await db
    .updateTable('clubs')
    .set({ observed_days: days?.observed ?? 0 })
    .where('tag', '=', tag)
    .execute()
}

/** Gives a member another tag and name in the raw answers of these clubs: for a player who is hidden or shown again. */
export async function renameInRaw(
  db: Database,
  clubs: readonly string[],
  from: string,
  to: { tag: string; name: string },
): Promise<void> {
  const rows = await db
    .selectFrom('club_answers')
    .select(['club_tag', 'day', 'entries'])
    .where('club_tag', '=', sql<string>`any(${clubs})`)
    .orderBy('club_tag')
    .orderBy('day')
    .execute()
  for (const [tag, days] of Map.groupBy(rows, ({ club_tag }) => club_tag)) {
    if (!days.some(({ entries }) => entries.includes(`"t${from}"`))) continue
    const answers = listsOf(days).map((list) => withRenamed(list, from, to))
    await writeRaw(db, tag, answers)
  }
}

/** Writes raw answers of whole weeks in place of those that are stored. */
async function writeRaw(db: Database, tag: string, answers: readonly RawList[]): Promise<void> {
  for (const ofWeek of Map.groupBy(answers, ({ at }) => mondayOf(dayOf(at))).values()) {
    const lines = ofWeek.map(({ line }) => line)
    const days = pack({ answers: lines, stored: 0, appends: false }).map((day) => ({ tag, ...day }))
    await runAll(db, upsertRaw('club', days))
  }
}

/** Corrects in the raw scans what they seemed to be, and has their members replayed. */
async function judgeAnew(db: Database, tag: string, answers: RawList[], judged: JudgedAnew): Promise<void> {
  if (judged.size === 0) return
  const corrected = answers.map((answer) => {
    const verdict = judged.get(answer)
    return verdict === undefined ? answer : withVerdict(answer, verdict)
  })
  const wrong = [...judged.keys()]
  const weeks = new Set(wrong.map(({ at }) => mondayOf(dayOf(at))))
  await writeRaw(
    db,
    tag,
    corrected.filter(({ at }) => weeks.has(mondayOf(dayOf(at)))),
  )
  const members = wrong.flatMap((list) => clubOf(tag, list).members.map((member) => member.tag))
  // An alias stands for a hidden player, of whom nothing is stored under it.
  const due = [...new Set(members)]
    .filter((member) => !isAlias(member))
    .map((member) => ({ type: 'player' as const, tag: member }))
  if (due.length === 0) return
  await db
    .insertInto('due_replays')
    .values(due)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
