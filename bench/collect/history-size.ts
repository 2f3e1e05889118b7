import { sql } from 'kysely'
import { type Database, runAll } from '#server/database/database.ts'
import type { ClubAnswer } from '#server/game/answers.ts'
import { emptyLadder, packMonths, takeLook } from '#server/history/ingest/ladder.ts'
import { clubLine, profileLine } from '#server/history/ingest/raw-answers.ts'
import { addRaw, pack, type RawLine, type RawWeek } from '#server/history/ingest/raw-lines.ts'
import { upsertRaw } from '#server/history/ingest/write-ledger.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { DAY_MS, dayOf, HOUR_MS } from '#shared/days.ts'

const DAYS = 90
const SCANS_A_DAY = 4
const MEMBERS = 30
/** A Sunday: the days end on a Saturday, so that as many weeks begin as in the long run. */
const START = Date.UTC(2026, 2, 1)

/** Of three players one plays on a day, and of ten scans of such a day seven see a change: 0.9 changes a player-day. */
const PLAYS_ONE_IN = 3
const CHANGES_IN_TEN = 7

/** A player's profile is read once in so many days. Searched players are; most members of clubs never. */
const PROFILE_EVERY_DAYS = 20
const BRAWLERS = 90

type Row = { what: string; 'bytes a player-day': number; MiB: number }

/**
 * Sizes on disk after ninety days of players in clubs of thirty. Each scan writes the day and the raw answer with the
 * upserts that collecting uses. A vacuum of the series follows every third day, and one of the raw answers each day: a
 * server does both by itself at least as often.
 */
export async function bytesPerPlayerDay(db: Database, playerDays: number): Promise<Row[]> {
  const clubs = Math.ceil(playerDays / DAYS / MEMBERS)
  const players = clubs * MEMBERS
  const trophies = Array.from({ length: players }, (_, player) => 20_000 + (player % 60_000))
  const weeks = new Map<string, RawWeek>()
  for (let day = 0; day < DAYS; day += 1) {
    const start = START + day * DAY_MS
    await ensurePartitions(db, [new Date(start)])
    if (new Date(start).getUTCDay() === 1) weeks.clear()
    for (let scan = 0; scan < SCANS_A_DAY; scan += 1) {
      play(trophies, day, scan)
      await upsertDay(db, new Date(start), trophies)
      const at = new Date(start + ((scan * 24) / SCANS_A_DAY) * HOUR_MS + 1234)
      await keepRaw(db, 'club', weeks, rawOfClubs(trophies, at))
    }
    await keepRaw(db, 'player', weeks, rawOfProfiles(trophies, day, new Date(start + HOUR_MS)))
    if (day % 3 === 2) await sql`vacuum player_months`.execute(db)
    for (const table of ['club_answers', 'player_answers']) await sql`vacuum ${sql.table(table)}`.execute(db)
  }
  const line = (what: string, bytes: number, unit = players * DAYS): Row => ({
    what,
    'bytes a player-day': Math.round((10 * bytes) / unit) / 10,
    MiB: Math.round(bytes / 2 ** 20),
  })
  const [series, ofClubs, ofProfiles, ladders] = [
    await sizeOf(db, ['player_months']),
    await sizeOf(db, await partitionsOf(db, 'club_answers')),
    await sizeOf(db, await partitionsOf(db, 'player_answers')),
    await ladderBytes(db),
  ]
  return [
    line('daily series, kept for ever', series),
    line('raw answers of clubs, kept 100 days', ofClubs),
    line('Ranked and prestige, with a profile a day', ladders),
    line('both together', series + ofClubs),
    line(`raw answers of profiles, one in ${PROFILE_EVERY_DAYS} player-days`, ofProfiles),
    line('the same, bytes a profile', ofProfiles, (players * DAYS) / PROFILE_EVERY_DAYS),
  ]
}

/** What the table grows by when all players have a profile a day, and play Ranked on two of three days. */
async function ladderBytes(db: Database): Promise<number> {
  const packed = async () => {
    await sql`vacuum full player_months`.execute(db)
    return sizeOf(db, ['player_months'])
  }
  const before = await packed()
  const ladder = emptyLadder()
  for (let day = 0; day < DAYS; day += 1) {
    const rating = 4500 + ((Math.floor((day * 2) / 3) * 97) % 900)
    const now = { tier: rating < 5000 ? 'MYTHIC I' : 'MYTHIC II', rating }
    const figures = { season: 43 + Math.floor(day / 30), prestige: 50 + Math.floor(day / 10), fame: 90_000 + day * 90 }
    takeLook(ladder, dayOf(new Date(START + day * DAY_MS)), { now, seasonBest: now, best: now, ...figures })
  }
  for (const [month, column] of packMonths(ladder)) {
    await sql`update player_months set ladder = ${column} where month = ${month}::date`.execute(db)
  }
  return (await packed()) - before
}

/** Trophies of some players change. */
function play(trophies: number[], day: number, scan: number): void {
  for (const [player, before] of trophies.entries()) {
    const plays = (player * 7 + day) % PLAYS_ONE_IN === 0
    const isSeen = (player * 31 + day * 17 + scan * 13) % 10 < CHANGES_IN_TEN
    if (plays && isSeen) trophies[player] = before + (((player + scan + day) % 9) - 3) * 8
  }
}

/** Tags of nine digits, as most are. */
function tagOf(number: number): string {
  return `#${String(100_000_000 + number * 7919).replaceAll(/[134567]/g, (digit) => 'PYLQGR'['134567'.indexOf(digit)] ?? '')}`
}

type OfTag = { tag: string; line: RawLine }

function rawOfClubs(trophies: number[], at: Date): OfTag[] {
  return Array.from({ length: trophies.length / MEMBERS }, (_, club) => {
    const members = trophies.slice(club * MEMBERS, (club + 1) * MEMBERS).map((own, place) => {
      const player = club * MEMBERS + place
      const look = { nameColor: '0xffffffff', iconId: 28_000_000 + (player % 100) }
      return { tag: tagOf(player), name: `Player ${player}`, ...look, role: 'member' as const, trophies: own }
    })
    const total = members.reduce((sum, member) => sum + member.trophies, 0)
    const settings = {
      description: 'Friendly and active',
      type: 'open' as const,
      badgeId: 8_000_000,
      requiredTrophies: 10_000,
    }
    const about = { tag: tagOf(1_000_000 + club), name: `Club ${club}`, trophies: total, isFamilyFriendly: null }
    const body: ClubAnswer = { ...about, ...settings, members, membersComplete: true }
    return { tag: body.tag, line: clubLine(body, at, 'usual') }
  })
}

const UNTOLD = { tier: null, rating: null }

function rawOfProfiles(trophies: number[], day: number, at: Date): OfTag[] {
  return trophies.flatMap((own, player) => {
    if ((player + day) % PROFILE_EVERY_DAYS !== 0) return []
    const brawlers = Array.from({ length: BRAWLERS }, (_, id) => ({
      id: 16_000_000 + id,
      trophies: (player * 37 + id * 101) % 1100,
    }))
    const about = { name: `Player ${player}`, nameColor: '0xffffffff', iconId: 28_000_000, trophies: own }
    const club = { tag: tagOf(1_000_000 + Math.floor(player / MEMBERS)), name: 'Club' }
    const ladders = { ranked: { season: null, now: UNTOLD, seasonBest: UNTOLD, best: UNTOLD } }
    const body = { ...about, ...ladders, totalPrestigeLevel: null, fame: null, club, brawlers } as Parameters<
      typeof profileLine
    >[0]
    return [{ tag: tagOf(player), line: profileLine(body, at) }]
  })
}

async function keepRaw(
  db: Database,
  type: 'club' | 'player',
  weeks: Map<string, RawWeek>,
  raw: OfTag[],
): Promise<void> {
  const days = raw.flatMap(({ tag, line }) => {
    const week = weeks.get(`${type} ${tag}`) ?? { answers: [], stored: 0, appends: true }
    weeks.set(`${type} ${tag}`, week)
    addRaw(week, line)
    const packed = pack(week)
    // Only the last answer is compared with.
    week.answers = week.answers.slice(-1)
    week.stored = 1
    return packed.map((ofDay) => ({ tag, ...ofDay }))
  })
  await runAll(db, upsertRaw(type, days))
}

async function upsertDay(db: Database, at: Date, trophies: number[]): Promise<void> {
  const i = sql.lit(at.getUTCDate())
  const rows = JSON.stringify(trophies.map((close, player) => ({ tag: tagOf(player), close })))
  await sql`
    insert into player_months as stored (player_tag, month, trophies, changes, estimated, scans)
    select tag, date_trunc('month', ${dayOf(at)}::date), gap.i || close, gap.s || 1::smallint, gap.s || 1::smallint,
      gap.s || 1::smallint
    from jsonb_to_recordset(${rows}::jsonb) as r(tag text, close integer),
      (select array_fill(null::integer, array[${i} - 1]) i, array_fill(null::smallint, array[${i} - 1]) s) gap
    on conflict (player_tag, month) do update set
      trophies[${i}] = excluded.trophies[${i}],
      changes[${i}] = coalesce(stored.changes[${i}], 0) + excluded.changes[${i}],
      estimated[${i}] = coalesce(stored.estimated[${i}], 0) + excluded.estimated[${i}],
      scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]`.execute(db)
}

async function partitionsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(db)
  return rows.map(({ name }) => name)
}

async function sizeOf(db: Database, tables: string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes from unnest(${tables}::text[]) name`.execute(db)
  return rows[0]?.bytes ?? 0
}
