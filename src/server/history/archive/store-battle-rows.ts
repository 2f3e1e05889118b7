import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Database } from '#server/database/database.ts'
import { battleFamily, battleFormat } from '#server/metrics/battle-lobby.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { keepBattleMonths } from '../battles/battle-months.ts'
import { hideInBattle, hideInDay } from '../battles/hide-in-battles.ts'
import { packBattle, packSide, unpackDay } from '../battles/pack-battles.ts'
import { battlesByKey, type WholeBattle } from '../battles/read-battles.ts'
import {
  type BattleRow,
  mergeBattles,
  mergePlayerDays,
  noteNews,
  type PlayerDaySide,
  storedDays,
  untold,
} from '../ingest/battle-logs.ts'
import { isEarlierSide, type Row } from './exported-rows.ts'

const packed = z.pipe(
  z.string().check(z.regex(/^\\x([0-9a-f]{2})*$/)),
  z.transform((text) => Buffer.from(text.slice(2), 'hex')),
)
const moment = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
const whole = z.int()

const Battle = z.object({
  battle_key: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  battle_time: moment,
  results: whole,
  owners: whole,
  sides: packed,
})
const PlayerDay = z.object({ player_tag: z.string(), day: z.string(), sides: packed, keys: packed })
const Month = z.object({ player_tag: z.string(), month: z.string(), battles: whole, totals: packed })

const NamedMap = z.object({ event_id: whole, mode: z.string(), map: z.string(), seen_on: z.string() })

const maybe = <T extends z.ZodMiniType>(type: T) => z.nullable(z.optional(type))
/** Rows of versions before 0.2: a battle without its sides, and each player's side in a row of its own. */
const EarlierBattle = z.object({
  battle_key: z.string(),
  battle_time: moment,
  event_id: maybe(whole),
  mode: maybe(z.string()),
  map: maybe(z.string()),
  type: maybe(z.string()),
  duration_seconds: maybe(whole),
  participants: z.array(z.string()),
})
const EarlierSide = z.object({
  player_tag: z.string(),
  battle_time: moment,
  battle_key: z.string(),
  trophy_change: whole,
  result: maybe(z.enum(['victory', 'defeat', 'draw'])),
  rank: maybe(whole),
  brawler_id: maybe(whole),
  brawler_trophies: maybe(whole),
  star_player: maybe(z.boolean()),
})

/** Tables whose rows are put together with those that are stored: two stores may know different battles of a day. */
const BATTLE_TABLES = ['battles', 'player_battles', 'player_battle_months', 'battle_maps'] as const
type BattleTable = (typeof BATTLE_TABLES)[number]

export function isBattleTable(table: string): table is BattleTable {
  return (BATTLE_TABLES as readonly string[]).includes(table)
}

/** Why a row of these tables cannot be stored; null when it can. */
export function problemOfBattleRow(table: BattleTable, row: Row): string | null {
  const isRead = schemaOf(table, row).safeParse(row).success
  if (!isRead) return `not a row of ${table}`
  if (table !== 'player_battles' || isEarlierSide(table, row)) return null
  const { sides, keys } = PlayerDay.parse(row)
  return unpackDay({ sides, keys }).every(({ key }) => key.length === KEY_DIGITS)
    ? null
    : 'sides and keys differ in number'
}

const KEY_DIGITS = 32

function schemaOf(table: BattleTable, row: Row) {
  if (table === 'player_battle_months') return Month
  if (table === 'battle_maps') return NamedMap
  if (table === 'battles') return 'participants' in row ? EarlierBattle : Battle
  return isEarlierSide(table, row) ? EarlierSide : PlayerDay
}

/** Stores rows of one shape, which must have no problem. Returns how many told something new. Within a transaction. */
export async function storeBattleRows(db: Database, table: BattleTable, rows: readonly Row[]): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  if (table === 'player_battle_months') {
    const months = rows.map((row) => Month.parse(row))
    return keepBattleMonths(
      db,
      months.map(({ player_tag, ...month }) => ({ tag: player_tag, ...month })),
    )
  }
  if (table === 'battle_maps') return storeMaps(db, rows)
  const hidden = await db.selectFrom('tombstones').select('tag').execute()
  const tags = hidden.map(({ tag }) => tag)
  if (table === 'battles') return storeBattles(db, rows, tags)
  const isEarlier = isEarlierSide(table, first)
  return storeSides(db, isEarlier ? await earlierSides(db, rows) : rows.map((row) => daySides(row, tags)))
}

async function storeMaps(db: Database, rows: readonly Row[]): Promise<number> {
  const named = rows.map((row) => NamedMap.parse(row))
  const stored = async () => {
    const maps = await db.selectFrom('battle_maps').selectAll().execute()
    return new Set(maps.map((map) => JSON.stringify(map)))
  }
  const before = await stored()
  const maps = named.map(({ event_id: eventId, mode, map, seen_on }) => {
    return { battle: { eventId, mode, map }, day: seen_on.slice(0, 10) as CalendarDay }
  })
  await noteNews(db, { maps })
  return (await stored()).difference(before).size
}

async function storeBattles(db: Database, rows: readonly Row[], hidden: readonly string[]): Promise<number> {
  const earlier = rows.flatMap((row) => ('participants' in row ? [EarlierBattle.parse(row)] : []))
  const maps = earlier.map(({ event_id, mode, map, battle_time }) => ({
    battle: { eventId: event_id ?? 0, mode: mode ?? 'unknown', map: map ?? null },
    day: dayOf(battle_time),
  }))
  const battles = rows.map((row) => ('participants' in row ? earlierBattle(EarlierBattle.parse(row)) : battleOf(row)))
  const shown = battles.map((battle) => ({ ...battle, sides: hidden.reduce(hideInBattle, battle.sides) }))
  const { changed, due } = await mergeBattles(db, shown)
  await noteNews(db, { weeks: due, maps })
  return changed
}

function battleOf(row: Row): BattleRow {
  const { battle_key, battle_time, ...rest } = Battle.parse(row)
  return { key: battle_key, battleTime: battle_time, ...rest }
}

/** The most that an answer of the game may name. */
const MOST_PARTICIPANTS = 30

function earlierBattle(row: z.output<typeof EarlierBattle>): BattleRow {
  const fighters = row.participants.slice(0, MOST_PARTICIPANTS).map((tag) => ({ tag, brawlers: [] }))
  const mode = row.mode ?? 'unknown'
  const shared = {
    format: battleFormat({ mode, rank: null }),
    type: row.type ?? null,
    mode,
    eventId: row.event_id ?? 0,
    durationSeconds: row.duration_seconds ?? null,
    star: null,
    teams: [{ lobby: 'unknown' as const, fighters }],
  }
  return {
    key: uuidOf(row.battle_key),
    battleTime: row.battle_time,
    results: 0,
    owners: 0,
    sides: packBattle(shared, false),
  }
}

/** Earlier versions wrote the 128 bits of a key as 22 letters. */
function uuidOf(key: string): string {
  const isKey = /^[\w-]{22}$/.test(key)
  const digits = isKey ? Buffer.from(key, 'base64url').toString('hex') : hash('md5', key, 'hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The sides of each row. Stores those that tell something new, and returns of how many rows they are. */
async function storeSides(db: Database, rows: readonly (readonly PlayerDaySide[])[]): Promise<number> {
  const sides = rows.flatMap((ofRow, row) => ofRow.map((side) => ({ ...side, row })))
  const stored = await storedDays(db, sides)
  const more = untold(sides, stored)
  const due = await mergePlayerDays(db, more, stored)
  const tags = new Set(more.map(({ tag }) => tag))
  await noteNews(db, { months: due, logs: [...tags].map((tag) => ({ tag })) })
  return new Set(more.map(({ row }) => row)).size
}

function daySides(row: Row, hidden: readonly string[]): PlayerDaySide[] {
  const { player_tag: tag, sides, keys } = PlayerDay.parse(row)
  const day = String(row.day).slice(0, 10) as CalendarDay
  const shown = hidden.reduce<Buffer>((left, hiddenTag) => hideInDay({ sides: left, keys }, hiddenTag), sides)
  return unpackDay({ sides: shown, keys }).map((side) => ({ ...side, tag, day }))
}

/** An export holds battles before the sides of them, from which it takes the mode, the type and the event. */
async function earlierSides(db: Database, rows: readonly Row[]): Promise<PlayerDaySide[][]> {
  const sides = rows.map((row) => EarlierSide.parse(row))
  const places = sides.map((side) => ({ at: side.battle_time.getTime(), key: keyDigits(side.battle_key) }))
  const battles = await battlesByKey(db, places)
  return sides.map((side) => [earlierSide(side, battles.get(keyDigits(side.battle_key)))])
}

function keyDigits(key: string): string {
  return uuidOf(key).replaceAll('-', '')
}

/** How many teams a showdown has. */
const SHOWDOWN_TEAMS = new Map([
  ['soloShowdown', 10],
  ['duoShowdown', 5],
  ['trioShowdown', 4],
])

function earlierSide(row: z.output<typeof EarlierSide>, battle: WholeBattle | undefined): PlayerDaySide {
  const mode = battle?.mode ?? 'unknown'
  const type = battle?.type ?? null
  const eventId = battle?.eventId ?? 0
  const rank = row.rank ?? null
  const brawler = { power: null, trophies: row.brawler_trophies ?? null }
  const own = { tag: row.player_tag, brawlers: row.brawler_id == null ? [] : [{ id: row.brawler_id, ...brawler }] }
  const teams = Array.from({ length: SHOWDOWN_TEAMS.get(mode) ?? 0 }, () => ({
    lobby: 'unknown' as const,
    fighters: [own],
  }))
  const format = battleFormat({ mode, rank })
  const side = packSide({
    key: '',
    battleTime: row.battle_time,
    eventId,
    mode,
    map: null,
    type,
    family: battleFamily(type, eventId),
    format,
    result: row.result ?? null,
    rank,
    durationSeconds: battle?.durationSeconds ?? null,
    trophyChange: row.trophy_change,
    teams: teams.length > 0 ? teams : [{ lobby: 'unknown', fighters: [own] }],
    own: { team: 0, place: 0 },
    star: row.star_player == null ? null : row.star_player ? 0 : -1,
  })
  const day = dayOf(row.battle_time)
  const second = Math.floor((row.battle_time.getTime() - Date.parse(day)) / 1000)
  return { tag: row.player_tag, day, second, key: keyDigits(row.battle_key), side }
}
