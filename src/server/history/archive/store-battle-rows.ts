import * as z from 'zod/mini'
import type { Database } from '#server/database/database.ts'
import { calendarDay } from '#shared/days.ts'
import { keepBattleMonths } from '../battles/battle-months.ts'
import { hideInBattle, hideInDay } from '../battles/hide-in-battles.ts'
import { unpackDay } from '../battles/pack-battles.ts'
import {
  type BattleRow,
  findNewSides,
  mergeBattles,
  mergePlayerDays,
  noteNews,
  type PlayerDaySide,
  storedDays,
} from '../ingest/battle-logs.ts'
import type { Row } from './exported-rows.ts'

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

/** Tables whose rows are put together with those that are stored: two stores may know different battles of a day. */
const BATTLE_TABLES = ['battles', 'player_battles', 'player_battle_months', 'battle_maps'] as const
type BattleTable = (typeof BATTLE_TABLES)[number]

export function isBattleTable(table: string): table is BattleTable {
  return (BATTLE_TABLES as readonly string[]).includes(table)
}

/** Why a row of these tables cannot be stored; null when it can. */
export function problemOfBattleRow(table: BattleTable, row: Row): string | null {
  const isRead = ROWS[table].safeParse(row).success
  if (!isRead) return `not a row of ${table}`
  if (table !== 'player_battles') return null
  const { sides, keys } = PlayerDay.parse(row)
  return unpackDay({ sides, keys }).every(({ key }) => key.length === KEY_DIGITS)
    ? null
    : 'sides and keys differ in number'
}

const KEY_DIGITS = 32

const ROWS = {
  battles: Battle,
  player_battles: PlayerDay,
  player_battle_months: Month,
  battle_maps: NamedMap,
} satisfies Record<BattleTable, z.ZodMiniType>

/** Stores rows of one shape, which must have no problem. Returns how many told something new. Within a transaction. */
export async function storeBattleRows(db: Database, table: BattleTable, rows: readonly Row[]): Promise<number> {
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
  return storeSides(
    db,
    rows.map((row) => daySides(row, tags)),
  )
}

async function storeMaps(db: Database, rows: readonly Row[]): Promise<number> {
  const named = rows.map((row) => NamedMap.parse(row))
  const stored = async () => {
    const maps = await db.selectFrom('battle_maps').selectAll().execute()
    return new Set(maps.map((map) => JSON.stringify(map)))
  }
  const before = await stored()
  const maps = named.map(({ event_id: eventId, mode, map, seen_on }) => {
    return { battle: { eventId, mode, map }, day: calendarDay(seen_on.slice(0, 10)) }
  })
  await noteNews(db, { maps })
  return (await stored()).difference(before).size
}

async function storeBattles(db: Database, rows: readonly Row[], hidden: readonly string[]): Promise<number> {
  const battles = rows.map(battleOf)
  const shown = battles.map((battle) => ({ ...battle, sides: hidden.reduce(hideInBattle, battle.sides) }))
  const { changed, due } = await mergeBattles(db, shown)
  await noteNews(db, { weeks: due })
  return changed
}

function battleOf(row: Row): BattleRow {
  const { battle_key, battle_time, ...rest } = Battle.parse(row)
  return { key: battle_key, battleTime: battle_time, ...rest }
}

/** The sides of each row. Stores those that tell something new, and returns of how many rows they are. */
async function storeSides(db: Database, rows: readonly (readonly PlayerDaySide[])[]): Promise<number> {
  const sides = rows.flatMap((ofRow, row) => ofRow.map((side) => ({ ...side, row })))
  const stored = await storedDays(db, sides)
  const more = findNewSides(sides, stored)
  const due = await mergePlayerDays(db, more, stored)
  const tags = new Set(more.map(({ tag }) => tag))
  await noteNews(db, { months: due, logs: [...tags].map((tag) => ({ tag })) })
  return new Set(more.map(({ row }) => row)).size
}

function daySides(row: Row, hidden: readonly string[]): PlayerDaySide[] {
  const { player_tag: tag, sides, keys } = PlayerDay.parse(row)
  const day = calendarDay(String(row.day).slice(0, 10))
  const shown = hidden.reduce<Buffer>((left, hiddenTag) => hideInDay({ sides: left, keys }, hiddenTag), sides)
  return unpackDay({ sides: shown, keys }).map((side) => ({ ...side, tag, day }))
}
