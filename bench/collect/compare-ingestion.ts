import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { ClubAnswer, ObservedAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { clubLine } from '#server/history/ingest/raw-answers.ts'
import { addRaw, pack, type RawWeek } from '#server/history/ingest/raw-lines.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'

const CLUBS = 200
const MEMBERS = 30
const SCANS = 4
/** Share of the members whose trophies have changed at the next scan. */
const CHANGED = 0.25
/** The first scans are of a Monday, on which the raw answers of a week begin whole, and all others of the Tuesday. */
const MONDAY = Date.UTC(2026, 5, 1)
const TUESDAY = MONDAY + DAY_MS
const ALPHABET = '0289PYLQGRJCUV'

type Row = {
  store: string
  'clubs a transaction': number
  rows: number
  'ingestion rows/s': number
  'bare rows/s': number
  share: string
  /** Of a batch, without begin and commit. */
  statements: number
}
type Scan = Extract<ObservedAnswer, { kind: 'club' }>

/** Rows a second of both: with one club a transaction as when collecting, and with fifty as when importing. */
export async function compareIngestion(db: Database, store: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of [1, 50]) {
    const batches = makeBatches(size)
    await prepare(db)
    await ingest(db, batches[0] ?? [])
    const written = batchRows(batches).slice(1)
    let ingestion = 0
    let bare = 0
    // Both alternate, so that other work on the machine affects them alike.
    for (const [index, batch] of batches.slice(1).entries()) {
      ingestion += await seconds(() => ingest(db, batch))
      bare += await seconds(() => insertBare(db, written[index] as Written))
    }
    const count = written.reduce(
      (sum, { players, days, clubs }) => sum + 2 * players.length + days.length + 3 * clubs.length,
      0,
    )
    const share = `${Math.round((100 * bare) / ingestion)} %`
    rows.push({
      store,
      'clubs a transaction': size,
      rows: count,
      'ingestion rows/s': Math.round(count / ingestion),
      'bare rows/s': Math.round(count / bare),
      share,
      statements: await countStatements(db, nextRound(batches)),
    })
  }
  return rows
}

/** The statements of one more ingestion, which is not the first of its clubs. */
async function countStatements(db: Database, batch: Scan[]): Promise<number> {
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // The first call looks whether the week's partitions are there.
  await ensurePartitions(
    counting,
    batch.map(({ observedAt }) => observedAt),
  )
  statements = 0
  await ingest(counting, batch)
  return statements
}

function nextRound([first = []]: Scan[][]): Scan[] {
  return first.map((_, club) => scanOf(club, SCANS))
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function tagOf(number: number): string {
  const digit = ALPHABET[number % ALPHABET.length]
  return number < ALPHABET.length ? `#8${digit}` : `${tagOf(Math.floor(number / ALPHABET.length))}${digit}`
}

function makeBatches(size: number): Scan[][] {
  const scans = Array.from({ length: CLUBS * SCANS }, (_, index) => scanOf(index % CLUBS, Math.floor(index / CLUBS)))
  return Array.from({ length: scans.length / size }, (_, index) => scans.slice(index * size, (index + 1) * size))
}

function scanOf(club: number, round: number): Scan {
  const members = Array.from({ length: MEMBERS }, (_, index) => memberOf(club * MEMBERS + index, round))
  const trophies = members.reduce((sum, member) => sum + member.trophies, 0)
  const settings = { description: 'A club', type: 'open', badgeId: 8_000_000, requiredTrophies: 10_000 }
  const body = { tag: tagOf(club), name: `Club ${club}`, ...settings, trophies, members, membersComplete: true }
  return {
    kind: 'club',
    body: body as ClubAnswer,
    observedAt: new Date((round === 0 ? MONDAY : TUESDAY) + round * HOUR_MS + club * 1000),
  }
}

function memberOf(player: number, round: number): ClubAnswer['members'][number] {
  // In each round a quarter of the players changes: every player in every fourth round.
  const changes = Math.floor((round + (player % (1 / CHANGED))) * CHANGED)
  const look = { nameColor: '0xffffffff', iconId: 28_000_000 + (player % 100) }
  const role = player % MEMBERS === 0 ? 'president' : 'member'
  return {
    tag: tagOf(100_000 + player),
    name: `Player ${player}`,
    ...look,
    role,
    trophies: 20_000 + player + 8 * changes,
  }
}

/** Rows of a changed member: player and club member. Rows of a club: the club, its day and its raw answer. */
type Written = { players: unknown[]; days: unknown[]; clubs: unknown[] }

/** The rows of each batch of scans: the day of every member, for changed ones the player, and what differs in the list. */
function batchRows(batches: Scan[][]): Written[] {
  const weeks = new Map<string, RawWeek>()
  const entriesOf = ({ body, observedAt }: Scan) => {
    const week = weeks.get(body.tag) ?? { answers: [], stored: 0, appends: true }
    weeks.set(body.tag, week)
    addRaw(week, clubLine(body, observedAt, 'usual'))
    const [packed] = pack(week)
    week.stored = week.answers.length
    return packed?.entries ?? ''
  }
  return batches.map((batch) => rowsOf(batch, entriesOf))
}

function rowsOf(batch: Scan[], entriesOf: (scan: Scan) => string): Written {
  const all = batch.flatMap(({ body, observedAt }) => {
    const round = Math.max(0, Math.floor((observedAt.getTime() - TUESDAY) / HOUR_MS))
    return body.members.map((member) => ({
      ...member,
      at: observedAt,
      club: body.tag,
      fresh: round === 0 || isNew(member, round),
    }))
  })
  const clubs = batch.map((scan) => {
    const { body, observedAt } = scan
    return { ...body, members: body.members.length, at: observedAt, entries: entriesOf(scan) }
  })
  return { players: all.filter((row) => row.fresh), days: all, clubs }
}

function isNew(member: ClubAnswer['members'][number], round: number): boolean {
  const player = Number(member.name.slice('Player '.length))
  return memberOf(player, round - 1).trophies !== member.trophies
}

async function prepare(db: Database): Promise<void> {
  await sql`truncate clubs, players, club_answers, player_months, club_months, club_members, roster_events`.execute(db)
  await sql`drop table if exists bare_players, bare_members, bare_answers, bare_days, bare_clubs, bare_club_days`.execute(
    db,
  )
  await sql`create table bare_players (tag text, name text, color text, icon integer, trophies integer, club text, role text,
    at timestamptz, primary key (tag, at))`.execute(db)
  await sql`create table bare_members (club text, tag text, role text, trophies integer, at timestamptz,
    primary key (club, tag, at))`.execute(db)
  await sql`create table bare_club_days (tag text, at timestamptz, trophies integer, members smallint, scans smallint,
    primary key (tag, at))`.execute(db)
  await sql`create table bare_answers (tag text, at timestamptz, entries text, primary key (tag, at))`.execute(db)
  await sql`create table bare_days (tag text, at timestamptz, trophies integer, changes smallint, scans smallint,
    primary key (tag, at))`.execute(db)
  await sql`create table bare_clubs (tag text, name text, description text, trophies integer, members smallint, at timestamptz,
    primary key (tag, at))`.execute(db)
}

/** The least work that stores the rows: six multi-row inserts in one transaction, without reading anything. */
async function insertBare(db: Database, { players, days, clubs }: Written): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into bare_players select * from jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
      as r(tag text, name text, "nameColor" text, "iconId" integer, trophies integer, club text, role text,
        at timestamptz)`.execute(transaction)
    await sql`insert into bare_members select * from jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
      as r(club text, tag text, role text, trophies integer, at timestamptz)`.execute(transaction)
    await sql`insert into bare_club_days select tag, at, trophies, members, 1
      from jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb)
      as r(tag text, at timestamptz, trophies integer, members smallint)`.execute(transaction)
    await sql`insert into bare_answers select * from jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb)
      as r(tag text, at timestamptz, entries text)`.execute(transaction)
    await sql`insert into bare_days select tag, at, trophies, 1, 1 from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as r(tag text, at timestamptz, trophies integer)`.execute(transaction)
    await sql`insert into bare_clubs select * from jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb)
      as r(tag text, name text, description text, trophies integer, members smallint, at timestamptz)`.execute(
      transaction,
    )
  })
}
