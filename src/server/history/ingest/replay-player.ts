import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { addDays, type CalendarDay, dayOf, monthOf } from '#shared/days.ts'
import { trophyChangeOf, unpackDay } from '../battles/pack-battles.ts'
import { noteKnownLogs } from './battle-logs.ts'
import { endMembership, noteLastSeen, takeMembership } from './fold-club.ts'
import { observePlayer, profileSighting, rankingSighting, type Sighting, takeClub } from './fold-player.ts'
import { emptyLedger, type Ledger, type PlayerState } from './ledger.ts'
import { type Look, type Played, playedDays, resetBetween, type TakenBetween } from './played-days.ts'
import { brawlersOf, isHeldBack, memberOf, type RawAnswer, unpack, weekOf } from './raw-answers.ts'
import { replayLadder } from './replay-ladder.ts'
import { formerPart } from './write-ledger.ts'

/** A raw answer that may tell of the player; of which club, where it is a club's list. */
export type Line = RawAnswer & { club: string | null }

/** What the raw answers tell of a player. */
type Past = {
  /** After the last answer; null when none tells of the player. */
  state: PlayerState | null
  looks: Look[]
  /** The last trophies of each day on which an answer told of the player. */
  closes: Map<CalendarDay, number>
  /** The names of the player, and when each was seen last. */
  names: Map<string, Date>
  taken: TakenBetween[]
}

/**
 * Counts a player's games again from the raw answers, battles and logs, since more is known from a moment on. Closes stay
 * as they are. To repeat it changes nothing.
 */
export async function recountPlayer(db: Database, tag: string, from: Date): Promise<void> {
  const stored = await storedPlayer(db, tag)
  if (stored === null) return
  const since = addDays(weekOf(dayOf(from)), -7)
  const near = pastOf(tag, await readLines(db, tag, since))
  const start = startOf(near, from)
  // Where the look before lies farther back, what happened since then counts from there.
  const isNear = start !== null && start > since && (await recountDays(db, near, stored, start))
  if (isNear) return
  const all = pastOf(tag, await readLines(db, tag, null))
  const first = all.looks[0]
  if (first === undefined) return
  const isWhole = first.at.getTime() === stored.first_seen_at.getTime()
  const earliest = isWhole ? dayOf(first.at) : addDays(dayOf(first.at), 1)
  const wanted = startOf(all, from) ?? earliest
  await recountDays(db, all, stored, wanted > earliest ? wanted : earliest)
}

/** False when these looks do not tell when the player played last. */
async function recountDays(db: Database, past: Past, stored: StoredPlayer, from: CalendarDay): Promise<boolean> {
  const { tag, first_seen_at, changed_at } = stored
  const played = await playedFrom(db, tag, past)
  const { lastChangeAt } = played
  const first = past.looks[0]?.at ?? first_seen_at
  const isOlder = lastChangeAt === null && changed_at !== null && changed_at <= first
  if (lastChangeAt === null && changed_at !== null && !isOlder && first > first_seen_at) return false
  await writeDays(db, tag, { from, played, closes: new Map() })
  if (isOlder || changed_at?.getTime() === lastChangeAt?.getTime()) return true
  await db.updateTable('players').set({ changed_at: lastChangeAt }).where('tag', '=', tag).execute()
  return true
}

/** The day of the last look that is not after the moment, or of the profile before a reset that goes back farther. */
function startOf({ looks, taken }: Past, from: Date): CalendarDay | null {
  const look = looks.findLast(({ at }) => at <= from)
  if (look === undefined) return null
  let start = dayOf(look.at)
  for (const { from: since, to } of taken.toReversed()) {
    if (dayOf(to) >= start && dayOf(since) < start) start = dayOf(since)
  }
  return start
}

/** Makes all that is stored of a player again from the raw answers, after one came late. To repeat it changes nothing. */
export async function replayPlayer(db: Database, tag: string, rawSince: CalendarDay | null): Promise<void> {
  const stored = await storedPlayer(db, tag)
  const lines = await readLines(db, tag, null)
  const isWhole = stored === null || lines.some(({ at }) => at.getTime() === stored.first_seen_at.getTime())
  const edge = isWhole ? null : (rawSince ?? dayOf(stored.first_seen_at))
  const past = pastOf(tag, edge === null ? lines : lines.filter(({ at }) => dayOf(at) >= edge))
  const first = past.looks[0]
  if (first === undefined || past.state === null) return
  const played = await playedFrom(db, tag, past)
  const from = isWhole ? dayOf(first.at) : addDays(dayOf(first.at), 1)
  await writeDays(db, tag, { from, played, closes: past.closes })
  if (edge !== null) {
    const older = lines.filter(({ at }) => dayOf(at) < edge)
    await fillDays(db, tag, pastOf(tag, older).closes)
  }
  await replayLadder(db, tag, { lines, edge })
  await writeState(db, past, { isWhole, lastChangeAt: played.lastChangeAt, lines })
  await writeNames(db, tag, past)
  if (stored === null) await noteKnownLogs(db, [tag])
}

type StoredPlayer = { tag: string; first_seen_at: Date; changed_at: Date | null }

async function storedPlayer(db: Database, tag: string): Promise<StoredPlayer | null> {
  const row = await db
    .selectFrom('players')
    .select(['tag', 'first_seen_at', 'changed_at'])
    .where('tag', '=', tag)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The raw answers that may tell of a player, in the order of time: of all clubs that they were in, and their own. */
export async function readLines(db: Database, tag: string, since: CalendarDay | null): Promise<Line[]> {
  const clubs = await db.selectFrom('club_members').select('club_tag').where('player_tag', '=', tag).execute()
  const ofClubs = await db
    .selectFrom('club_answers')
    .select(['club_tag', 'day', 'entries'])
    .where('club_tag', '=', sql<string>`any(${clubs.map((club) => club.club_tag)})`)
    .$if(since !== null, (query) => query.where(sql<boolean>`day >= ${since}::date`))
    .orderBy('club_tag')
    .orderBy('day')
    .execute()
  // All of a player's own answers, since a reset shows between two profiles that may lie far apart.
  const own = await db
    .selectFrom('player_answers')
    .select(['day', 'entries'])
    .where('player_tag', '=', tag)
    .orderBy('day')
    .execute()
  const lines = [...Map.groupBy(ofClubs, ({ club_tag }) => club_tag)].flatMap(([club, days]) =>
    unpack(days).map((answer): Line => ({ ...answer, club })),
  )
  return [...lines, ...unpack(own).map((answer): Line => ({ ...answer, club: null }))].sort(byTime)
}

/** At the same moment the club's list counts first. */
const ORDER = { c: 0, r: 1, p: 2, o: 3, O: 4 }

function byTime(one: Line, other: Line): number {
  const byKind = ORDER[one.kind] - ORDER[other.kind]
  return one.at.getTime() - other.at.getTime() || byKind || ((one.club ?? '') < (other.club ?? '') ? -1 : 1)
}

/** Folds the answers as they were folded when they came in. */
function pastOf(tag: string, lines: readonly Line[]): Past {
  const ledger = emptyLedger()
  const past: Past = { state: null, looks: [], closes: new Map(), names: new Map(), taken: [] }
  let profile: Line | null = null
  for (const line of lines) {
    if (isHeldBack(line)) continue
    const sighting = sightingOf(tag, line)
    if (sighting === null) {
      missing(ledger, ledger.players.get(tag), line)
      continue
    }
    if (line.kind === 'p') {
      addTaken(past, profile, line)
      profile = line
    }
    const player = observePlayer(ledger, sighting)
    if (player !== null) look(past, ledger, player, { line, sighting })
  }
  past.state = ledger.players.get(tag) ?? null
  return past
}

/** A list that does not name the player: if it is complete, they have left. */
function missing(ledger: Ledger, player: PlayerState | undefined, { club, facts }: Line): void {
  if (player === undefined || club === null) return
  if (facts.i === undefined) endMembership(ledger, player, club)
  else noteLastSeen(ledger, player, club)
}

type Seen = { line: Line; sighting: Sighting }

function look(past: Past, ledger: Ledger, player: PlayerState, { line, sighting }: Seen): void {
  if (line.kind === 'c') {
    takeMembership(ledger, player, line.club ?? '', memberOf(line.facts, player.tag)?.role ?? null)
    if (line.facts.i === 1) noteLastSeen(ledger, player, line.club ?? '')
  }
  if (line.kind === 'p' && 'C' in line.facts) takeClub(ledger, player, line.facts.C as string | null)
  past.closes.set(dayOf(line.at), player.trophies)
  if (sighting.name !== null) past.names.set(sighting.name, line.at)
  // A list that lags behind the profile tells nothing new.
  if (sighting.trophies !== player.trophies) return
  past.looks.push({ at: line.at, trophies: player.trophies, isReset: sighting.isReset, club: player.clubTag })
}

function addTaken(past: Past, before: Line | null, now: Line): void {
  if (before === null) return
  const trophies = resetBetween(brawlersOf(before.facts), brawlersOf(now.facts))
  if (trophies < 0) past.taken.push({ from: before.at, to: now.at, trophies })
}

/** What the line tells of the player; null where it does not name them. */
export function sightingOf(tag: string, { at: observedAt, kind, facts, club }: Line): Sighting | null {
  if (kind === 'c') {
    const member = memberOf(facts, tag)
    return member && { ...member, source: 'club', observedAt, club, isReset: facts.f === 1 }
  }
  const trophies = facts.T as number
  if (kind === 'o' || kind === 'O') {
    const unknown = { name: null, nameColor: null, iconId: null, club: null }
    return { tag, ...unknown, trophies, source: 'observation', observedAt, isReset: kind === 'O' }
  }
  const row = {
    tag,
    name: facts.n as string,
    nameColor: facts.c as string | null,
    iconId: facts.i as number | null,
    trophies,
  }
  return kind === 'p' ? profileSighting(row, observedAt) : rankingSighting(row, observedAt)
}

async function playedFrom(db: Database, tag: string, { looks, taken }: Past): Promise<Played> {
  const since = looks[0]?.at ?? new Date(0)
  const days = await db
    .selectFrom('player_battles')
    .select(['day', 'sides', 'keys'])
    .where('player_tag', '=', tag)
    .where('day', '>=', dayOf(since))
    .orderBy('day')
    .execute()
  const battles = days
    .flatMap(({ day, ...packed }) =>
      unpackDay(packed).map(({ second, side }) => ({
        at: new Date(Date.parse(day) + second * 1000),
        trophyChange: trophyChangeOf(side),
      })),
    )
    .filter(({ at }) => at > since)
  const coverage = await db
    .selectFrom('battle_log_coverage')
    .select(['covered_from as from', 'covered_to as to'])
    .where('player_tag', '=', tag)
    .where('covered_to', '>', since)
    .orderBy('covered_from')
    .execute()
  return playedDays(looks, { battles, coverage, taken })
}

type Month = {
  month: CalendarDay
  trophies: (number | null)[]
  changes: (number | null)[]
  estimated: (number | null)[]
}
type NewDays = { from: CalendarDay; played: Played; closes: ReadonlyMap<CalendarDay, number> }

/** Replaces the days from that one on; a day of which nothing is known stays unknown. */
async function writeDays(db: Database, tag: string, days: NewDays): Promise<void> {
  const named = [...days.played.days.keys(), ...days.closes.keys()].filter((day) => day >= days.from)
  await addMonths(db, tag, new Set(named.map(monthOf)))
  const months = await db
    .selectFrom('player_months')
    .select(['month', 'trophies', 'changes', 'estimated'])
    .where('player_tag', '=', tag)
    .where('month', '>=', monthOf(days.from))
    .orderBy('month')
    .forUpdate()
    .execute()
  const written = months.map((month) => monthWith(month, days))
  const differing = written.filter((month, place) => JSON.stringify(month) !== JSON.stringify(months[place]))
  if (differing.length > 0) {
    await sql`
      update player_months stored set trophies = made.trophies, changes = made.changes, estimated = made.estimated
      from jsonb_to_recordset(${JSON.stringify(differing)}::jsonb)
        as made(month date, trophies integer[], changes smallint[], estimated smallint[])
      where stored.player_tag = ${tag} and stored.month = made.month`.execute(db)
  }
  await writeResets(db, tag, days)
}

function monthWith({ month, trophies, changes, estimated }: Month, { from, played, closes }: NewDays): Month {
  const made: Month = { month, trophies: [], changes: [], estimated: [] }
  for (let place = 0; place < 31; place++) {
    const day = addDays(month, place)
    if (!day.startsWith(month.slice(0, 7))) break
    const isKept = day < from
    const close = (isKept ? null : closes.get(day)) ?? trophies[place] ?? null
    const known = played.days.get(day)
    const unknown = close === null ? null : 0
    made.trophies.push(close)
    made.changes.push(isKept ? (changes[place] ?? null) : (known?.changes ?? unknown))
    made.estimated.push(isKept ? (estimated[place] ?? null) : (known?.estimated ?? unknown))
  }
  return { month, ...trimMonth(made) }
}

/** Without the days after the last one of which something is known. An empty array would begin with another day. */
function trimMonth({ trophies, changes, estimated }: Month): Omit<Month, 'month'> {
  const upTo = (values: (number | null)[]) =>
    values.slice(0, Math.max(1, values.findLastIndex((value) => value !== null) + 1))
  return { trophies: upTo(trophies), changes: upTo(changes), estimated: upTo(estimated) }
}

async function addMonths(db: Database, tag: string, months: ReadonlySet<string>): Promise<void> {
  if (months.size === 0) return
  await sql`
    insert into player_months (player_tag, month, trophies, changes, scans)
    select ${tag}, month::date, '{NULL}', '{NULL}', '{NULL}' from unnest(${[...months]}::text[]) month
    on conflict do nothing`.execute(db)
}

/** Puts closes where no better ones are known: of days whose raw answers were dropped. */
async function fillDays(db: Database, tag: string, closes: ReadonlyMap<CalendarDay, number>): Promise<void> {
  const first = [...closes.keys()][0]
  if (first === undefined) return
  await addMonths(db, tag, new Set([...closes.keys()].map(monthOf)))
  for (const [day, close] of closes) {
    const i = sql.lit(Number(day.slice(8, 10)))
    await sql`
      update player_months set trophies[${i}] = ${close}, changes[${i}] = coalesce(changes[${i}], 0),
        estimated[${i}] = coalesce(estimated[${i}], 0)
      where player_tag = ${tag} and month = ${monthOf(day)}::date and trophies[${i}] is null`.execute(db)
  }
}

/** The club's line has the same resets as its members. */
async function writeResets(db: Database, tag: string, { from, played }: NewDays): Promise<void> {
  const before = await db
    .selectFrom('player_resets')
    .select(['day', 'trophies', 'club_tag'])
    .where('player_tag', '=', tag)
    .where('day', '>=', from)
    .execute()
  const now = [...played.days].flatMap(([day, { reset, club }]) =>
    day >= from && reset !== 0 ? [{ day, trophies: reset, club_tag: club }] : [],
  )
  if (JSON.stringify(before.toSorted(byDay)) === JSON.stringify(now.toSorted(byDay))) return
  await db.deleteFrom('player_resets').where('player_tag', '=', tag).where('day', '>=', from).execute()
  if (now.length > 0) {
    await db
      .insertInto('player_resets')
      .values(now.map((row) => ({ player_tag: tag, ...row })))
      .execute()
  }
  // A reset of an earlier version does not tell the club, whose line has it already.
  const old = new Set(before.flatMap(({ day, club_tag }) => (club_tag === '' ? day : [])))
  const moved = [...before.map((row) => ({ ...row, trophies: -row.trophies })), ...now]
  for (const { day, club_tag, trophies } of moved) {
    if (club_tag !== null && !old.has(day)) await addClubReset(db, club_tag, day, trophies)
  }
}

function byDay(one: { day: string }, other: { day: string }): number {
  return one.day < other.day ? -1 : 1
}

async function addClubReset(db: Database, clubTag: string, day: string, trophies: number): Promise<void> {
  await sql`
    insert into club_resets as stored (club_tag, day, trophies) values (${clubTag}, ${day}::date, ${trophies})
    on conflict (club_tag, day) do update set trophies = stored.trophies + excluded.trophies`.execute(db)
  await sql`delete from club_resets where club_tag = ${clubTag} and day = ${day}::date and trophies = 0`.execute(db)
}

type Known = { isWhole: boolean; lastChangeAt: Date | null; lines: readonly Line[] }

/** Who the player is does not change by an older answer, unless it is the only one. */
async function writeState(db: Database, { state, looks }: Past, known: Known): Promise<void> {
  if (state === null || looks[0] === undefined) return
  const { lastChangeAt, isWhole, lines } = known
  const first = isWhole ? { first_seen_at: looks[0].at, first_trophies: looks[0].trophies } : {}
  const changed = { changed_at: lastChangeAt }
  const isNamed = lines.some(({ kind }) => kind !== 'o' && kind !== 'O')
  const { name, nameColor, iconId, trophies, rosterTrophies, clubTag, role, observedAt } = state
  const identity = {
    name,
    name_color: nameColor,
    icon_id: iconId,
    trophies,
    roster_trophies: rosterTrophies,
    club_tag: clubTag,
    role,
    observed_at: observedAt,
  }
  const set = { ...first, ...(isWhole || lastChangeAt !== null ? changed : {}), ...(isNamed ? identity : {}) }
  await db
    .insertInto('players')
    .values({ tag: state.tag, ...identity, first_seen_at: looks[0].at, first_trophies: looks[0].trophies, ...changed })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet(set))
    .execute()
}

/** All names of the player but the present one. */
async function writeNames(db: Database, tag: string, { state, names }: Past): Promise<void> {
  const ledger = emptyLedger()
  if (state !== null) ledger.players.set(tag, state)
  for (const [name, lastSeenAt] of names) ledger.formerNames.push({ tag, type: 'player', name, lastSeenAt })
  const part = formerPart(ledger)
  if (part !== null) await sql`with ${part} select 1`.execute(db)
}
