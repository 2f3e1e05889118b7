// What battles take on PostgreSQL, and how fast logs of new battles are stored beside a bare insert of the same rows:
// `node bench/battles.ts [battles]`. Players are read as on the simulated day: 39 % of them play on a day, those who do
// 7.7 battles, and each is read every few hours, so that rows are written again and again. Bytes are with indexes and bloat.

import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, portionsOf, queryRows } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import type { Battle, BattleFighter, Observed } from '#server/game/answers.ts'
import { renewBattleMonths } from '#server/history/battles/battle-months.ts'
import { packBattle, packResults, packSide } from '#server/history/battles/pack-battles.ts'
import { ingestBattleLogs } from '#server/history/ingest/battle-logs.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { createRandom, itemAt, pick, randomBetween } from '#shared/random.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { median, writeResult } from './results.ts'

const BATTLES = Number(process.argv[2] ?? 1_040_000)
const DAYS = 30
const FIRST_DAY = Date.UTC(2026, 5, 1)
const PLAYS = 0.39
const BATTLES_A_DAY = 7.7
/** Share of battles that another tracked player of the club fights in, too. */
const TOGETHER = 0.18
const LOGS_AT_ONCE = 200
const LOG_SIZE = 25
const READ_HOURS = 4

const random = createRandom(16)
const MODES = ['brawlBall', 'brawlBall', 'brawlBall', 'knockout', 'gemGrab', 'hotZone', 'bounty', 'heist', 'siege']
const EVENTS = 60

type Player = { tag: string; brawlers: number[]; log: Battle[]; grew: boolean }

function createPlayer(): Player {
  const brawlers = Array.from({ length: 15 }, () => 16_000_000 + randomBetween(random, 0, 106))
  return { tag: randomTag(), brawlers, log: [], grew: false }
}

/** Real tags have ten letters in 26 of 100 cases, nine in 61, and fewer in the rest. */
function randomTag(): string {
  const share = random()
  const length = share < 0.26 ? 10 : share < 0.87 ? 9 : 8
  return `#${Array.from({ length }, () => pick(random, TAG_ALPHABET)).join('')}`
}

function fighter(tag: string, id: number): BattleFighter {
  return {
    tag,
    brawlers: [{ id, power: pick(random, [9, 10, 11, 11, 11]), trophies: randomBetween(random, 100, 1400) }],
  }
}

function stranger(): BattleFighter {
  return fighter(randomTag(), 16_000_000 + randomBetween(random, 0, 106))
}

/** Three against three; one in ten is a showdown of ten. Some of a player's brawlers are played far more often. */
function fight(players: Player[], at: number): Battle {
  const isShowdown = random() < 0.1
  const own = players.map(({ tag, brawlers }) =>
    fighter(tag, itemAt(brawlers, Math.floor(random() ** 2 * brawlers.length))),
  )
  const fill = (team: BattleFighter[], size: number) => [
    ...team,
    ...Array.from({ length: size - team.length }, stranger),
  ]
  const sizes = isShowdown ? Array.from({ length: 9 }, () => 1) : [3]
  const teams = [fill(own, isShowdown ? 1 : 3), ...sizes.map((size) => fill([], size))]
  const result = random() < 0.57 ? 'victory' : 'defeat'
  return {
    key: createHash('sha256').update(`${at} ${teams[0]?.[0]?.tag}`).digest('hex').slice(0, 32),
    battleTime: new Date(at),
    eventId: 15_000_000 + randomBetween(random, 1, EVENTS) * 13,
    mode: isShowdown ? 'soloShowdown' : pick(random, MODES),
    map: 'Sneaky Fields',
    type: 'ranked',
    family: 'ladder',
    format: isShowdown ? 'showdown' : 'teams',
    result: isShowdown ? null : result,
    rank: isShowdown ? randomBetween(random, 1, 10) : null,
    durationSeconds: randomBetween(random, 40, 150),
    trophyChange: result === 'victory' ? randomBetween(random, 5, 14) : -randomBetween(random, 1, 9),
    brawlerChanges: null,
    teams: teams.map((fighters) => ({ lobby: 'people', fighters })),
    own: { team: 0, place: 0 },
    star: isShowdown ? null : randomBetween(random, 0, 5),
  }
}

type Session = { player: Player; mate: Player | null; at: number }

/** The battles of a day, oldest first. */
function sessionsOf(players: Player[], midnight: number): Session[] {
  const sessions: Session[] = []
  for (const [place, player] of players.entries()) {
    if (random() > PLAYS) continue
    const count = Math.max(1, Math.round(-Math.log(1 - random()) * BATTLES_A_DAY))
    let at = midnight + randomBetween(random, 0, 70_000) * 1000
    for (let left = count; left > 0; left -= 1) {
      at += randomBetween(random, 100, 280) * 1000
      if (at >= midnight + DAY_MS) break
      const mate = random() < TOGETHER ? itemAt(players, (place + 1) % players.length) : null
      sessions.push({ player, mate, at })
    }
  }
  return sessions.sort((one, other) => one.at - other.at)
}

/** Plays and reads logs until there are so many battles. Returns how many days that took, and how many sides were told. */
async function fill(db: Database, players: Player[]) {
  const counts = { battles: 0, days: 0, sides: 0 }
  for (; counts.battles < BATTLES; counts.days += 1) {
    const midnight = FIRST_DAY + counts.days * DAY_MS
    await ensurePartitions(db, [new Date(midnight), new Date(midnight + DAY_MS)])
    const sessions = sessionsOf(players, midnight)
    counts.battles += sessions.length
    for (let from = midnight; from < midnight + DAY_MS; from += READ_HOURS * HOUR_MS) {
      const until = from + READ_HOURS * HOUR_MS
      for (const session of sessions.filter(({ at }) => at >= from && at < until)) play(session)
      counts.sides += await readLogs(db, players, new Date(until))
    }
    console.log(`day ${counts.days + 1}: ${counts.battles} battles, ${counts.sides} sides`)
  }
  return counts
}

function play({ player, mate, at }: Session): void {
  const together = mate === null ? [player] : [player, mate]
  const battle = fight(together, at)
  for (const [place, each] of together.entries()) {
    each.log = [{ ...battle, own: { team: 0, place: battle.format === 'showdown' ? 0 : place } }, ...each.log].slice(
      0,
      LOG_SIZE,
    )
    each.grew = true
  }
}

async function readLogs(db: Database, players: Player[], observedAt: Date): Promise<number> {
  const logs = players
    .filter(({ grew }) => grew)
    .map((player): Observed<'battle-log'> => {
      player.grew = false
      return { kind: 'battle-log', tag: player.tag, observedAt, body: { battles: player.log } }
    })
  let sides = 0
  for (let from = 0; from < logs.length; from += LOGS_AT_ONCE) {
    const some = logs.slice(from, from + LOGS_AT_ONCE)
    sides += (await db.transaction().execute((transaction) => ingestBattleLogs(transaction, some))).newBattles
  }
  return sides
}

const valuesOf = (rows: unknown[][]) => sql`values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`

async function bytesOf(db: Database, table: string) {
  const [row] = await queryRows(
    db,
    { bytes: z.number(), rows: z.number() },
    sql`select (select count(*) from ${sql.table(table)}) as rows, pg_total_relation_size(${table}::regclass)
        + (select coalesce(sum(pg_total_relation_size(inhrelid)), 0)
           from pg_inherits where inhparent = ${table}::regclass)::bigint as bytes`,
  )
  return row ?? { bytes: 0, rows: 0 }
}

/** Rows a second of full logs of new battles, and of the same rows in tables without anything else. */
async function compareLogs(db: Database, size: number) {
  await sql`create table if not exists bare_battles (key uuid, at timestamptz, results bigint, owners integer, sides bytea,
    primary key (key, at))`.execute(db)
  await sql`create table if not exists bare_sides (tag text, at timestamptz, key uuid, side bytea,
    primary key (tag, at, key))`.execute(db)
  const shares = []
  for (let round = 0; round < 40; round += 1) {
    const at = FIRST_DAY + DAY_MS + round * HOUR_MS
    const logs = Array.from({ length: size }, (): Observed<'battle-log'> => {
      const player = createPlayer()
      const battles = Array.from({ length: LOG_SIZE }, (_, place) => fight([player], at - place * 150_000))
      return { kind: 'battle-log', tag: player.tag, observedAt: new Date(at), body: { battles } }
    })
    const told = logs.flatMap(({ tag, body }) => body.battles.map((battle) => ({ tag, battle })))
    const battles = told.map(({ battle }) => [
      battle.key,
      battle.battleTime,
      packResults(battle),
      1,
      packBattle(battle),
    ])
    const sides = told.map(({ tag, battle }) => [tag, battle.battleTime, battle.key, packSide(battle)])
    const ours = await seconds(() => db.transaction().execute((transaction) => ingestBattleLogs(transaction, logs)))
    const bare = await seconds(() =>
      db.transaction().execute(async (transaction) => {
        for (const some of portionsOf(battles))
          await sql`insert into bare_battles ${valuesOf(some)}`.execute(transaction)
        for (const some of portionsOf(sides)) await sql`insert into bare_sides ${valuesOf(some)}`.execute(transaction)
      }),
    )
    if (round >= 5) shares.push({ ours, bare, share: bare / ours, rows: told.length * 2 })
  }
  const rows = shares[0]?.rows ?? 0
  return {
    'logs a transaction': size,
    'rows/s': Math.round(rows / median(shares.map(({ ours }) => ours))),
    'bare rows/s': Math.round(rows / median(shares.map(({ bare }) => bare))),
    'share %': Math.round(100 * median(shares.map(({ share }) => share))),
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const server = await startPostgres()
if ('missing' in server) throw new Error(server.missing)
const onError = (error: Error) => console.error(error.message)
const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 2, onError })
try {
  const { db } = store
  await ensurePartitions(db, [new Date(FIRST_DAY), new Date(FIRST_DAY + 7 * DAY_MS)])
  const speed = [await compareLogs(db, 1), await compareLogs(db, 50)]
  console.table(speed)
  await sql`truncate battles, player_battles, battle_log_coverage, due_battle_months, due_meta_weeks`.execute(db)
  const players = Array.from({ length: Math.ceil(BATTLES / DAYS / (PLAYS * BATTLES_A_DAY)) }, createPlayer)
  const { days, sides } = await fill(db, players)
  await renewBattleMonths(db)
  const battles = await bytesOf(db, 'battles')
  const ofPlayers = await bytesOf(db, 'player_battles')
  const months = await bytesOf(db, 'player_battle_months')
  const result = {
    battles: battles.rows,
    'bytes a battle': round(battles.bytes / battles.rows),
    sides,
    'bytes a side': round(ofPlayers.bytes / sides),
    'battles a day of play': round(sides / ofPlayers.rows),
    'sides a player-day': round(sides / (players.length * days)),
    'bytes of months a player-day': round(months.bytes / (players.length * days)),
  }
  console.table([result])
  writeResult('battles', { ...result, speed })
} finally {
  await store.close()
  await server.stop()
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10
}
