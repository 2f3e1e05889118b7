import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, dateColumn, insertRows, queryRows } from '#server/database/database.ts'
import { changeOf, type PlayerSide } from '#server/metrics/player-side.ts'
import type { CalendarDay } from '#shared/days.ts'
import {
  FAMILY_CODES,
  FORMAT_CODES,
  LOBBY_CODES,
  putBrawler,
  putMode,
  putNumber,
  takeNumber,
  unzigzag,
  zigzag,
} from './pack-battles.ts'
import { takeBrawler, takeMode, unpackSides } from './unpack-battles.ts'

/** What a player did in a month with a brawler, in a mode, in a kind of lobby. */
export type MonthTotal = Pick<PlayerSide, 'family' | 'format' | 'lobby' | 'mode'> & {
  /** In duels each brawler of the player counts the battle, and 0 counts it once. Elsewhere 0 is an unknown brawler. */
  brawler: number
  battles: number
  wins: number
  draws: number
  /** Awards as star player. */
  stars: number
  /** The sum of the places in showdowns, and how many of them lay in the upper half. */
  places: number
  topHalves: number
  /** In duels each brawler's own, as far as they are told. */
  trophies: number
  seconds: number
}

/** The totals of battles, in an order that does not depend on theirs. */
export function totalsOf(sides: readonly PlayerSide[]): MonthTotal[] {
  const totals = new Map<string, MonthTotal>()
  for (const side of sides) {
    const ids = new Set(side.brawlers.map(({ id }) => id))
    const counted = side.format === 'duels' ? [0, ...ids] : [side.brawlers[0]?.id ?? 0]
    for (const brawler of counted) addSide(totals, side, brawler)
  }
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total)
}

function addSide(totals: Map<string, MonthTotal>, side: PlayerSide, brawler: number): void {
  const { family, format, lobby, mode, result, place, teams } = side
  const name = [family, format, lobby, mode, brawler].join(' ')
  const none = { battles: 0, wins: 0, draws: 0, stars: 0, places: 0, topHalves: 0, trophies: 0, seconds: 0 }
  const total = totals.get(name) ?? { family, format, lobby, mode, brawler, ...none }
  totals.set(name, total)
  total.battles += 1
  total.wins += Number(result === 'win')
  total.draws += Number(result === 'draw')
  total.stars += Number(side.star === true)
  total.places += place ?? 0
  total.topHalves += Number(place !== null && teams !== null && place <= Math.floor(teams / 2))
  total.trophies += side.format === 'duels' && brawler !== 0 ? (changeOf(side, brawler) ?? 0) : side.trophyChange
  total.seconds += side.seconds ?? 0
}

/** Packs totals: a showdown has places in place of wins, draws and stars. */
function packTotals(totals: readonly MonthTotal[]): Buffer {
  const bytes: number[] = []
  for (const total of totals) {
    const { family, format, lobby, mode, brawler, battles, trophies, seconds } = total
    const codes = [FAMILY_CODES.indexOf(family), FORMAT_CODES.indexOf(format), LOBBY_CODES.indexOf(lobby)] as const
    bytes.push(codes[0] | (codes[1] << 2) | (codes[2] << 4))
    putMode(bytes, mode)
    putBrawler(bytes, brawler)
    putNumber(bytes, battles)
    const { wins, draws, stars, places, topHalves } = total
    for (const figure of format === 'showdown' ? [places, topHalves] : [wins, draws, stars]) putNumber(bytes, figure)
    putNumber(bytes, zigzag(trophies))
    putNumber(bytes, seconds)
  }
  return Buffer.from(bytes)
}

/** Reads what `packTotals` wrote. */
export function unpackTotals(packed: Uint8Array): MonthTotal[] {
  const at = { place: 0 }
  const next = () => takeNumber(packed, at)
  const totals: MonthTotal[] = []
  while (at.place < packed.length) {
    const kind = next()
    const format = FORMAT_CODES[(kind >> 2) & 3] ?? 'teams'
    const isShowdown = format === 'showdown'
    totals.push({
      family: FAMILY_CODES[kind & 3] ?? 'other',
      format,
      lobby: LOBBY_CODES[kind >> 4] ?? 'unknown',
      mode: takeMode(packed, at),
      brawler: takeBrawler(packed, at),
      battles: next(),
      wins: isShowdown ? 0 : next(),
      draws: isShowdown ? 0 : next(),
      stars: isShowdown ? 0 : next(),
      places: isShowdown ? next() : 0,
      topHalves: isShowdown ? next() : 0,
      trophies: unzigzag(next()),
      seconds: next(),
    })
  }
  return totals
}

/** Months that are made in one transaction. */
const AT_ONCE = 200

/**
 * Makes the totals of the months again of which battles came in. Several processes share the work. Returns how many. To
 * repeat it changes nothing.
 */
export async function renewBattleMonths(db: Database, signal?: AbortSignal): Promise<number> {
  let made = 0
  for (;;) {
    if (signal?.aborted) return made
    const some = await db.transaction().execute(renewSome)
    made += some
    if (some < AT_ONCE) return made
  }
}

async function renewSome(db: Database): Promise<number> {
  const due = await queryRows(
    db,
    { tag: z.string(), month: dateColumn },
    sql`
      delete from due_battle_months where (player_tag, month) in (
        select player_tag, month from due_battle_months order by month, player_tag limit ${AT_ONCE} for update skip locked)
      returning player_tag as tag, month`,
  )
  const rows: BattleMonthRow[] = []
  for (const [month, ofMonth] of Map.groupBy(due, (each) => each.month)) {
    rows.push(
      ...(await monthRows(
        db,
        month,
        ofMonth.map(({ tag }) => tag),
      )),
    )
  }
  await keepBattleMonths(db, rows)
  return due.length
}

async function monthRows(db: Database, month: CalendarDay, tags: string[]): Promise<BattleMonthRow[]> {
  const days = await db
    .selectFrom('player_battles')
    .select(['player_tag', 'day', 'sides'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .where('day', '>=', month)
    .where('day', '<', sql<CalendarDay>`${month}::date + interval '1 month'`)
    .orderBy('player_tag')
    .orderBy('day')
    .execute()
  return [...Map.groupBy(days, ({ player_tag }) => player_tag)].map(([tag, ofPlayer]) => {
    const sides = ofPlayer.flatMap(({ day, sides }) => unpackSides(sides, Date.parse(day)))
    return { tag, month, battles: sides.length, totals: packTotals(totalsOf(sides)) }
  })
}

/** A row of `player_battle_months`. */
export type BattleMonthRow = { tag: string; month: string; battles: number; totals: Buffer }

/**
 * Stores months, but none of fewer battles than are counted already: then days of it have been dropped. Returns how
 * many.
 */
export async function keepBattleMonths(db: Database, rows: readonly BattleMonthRow[]): Promise<number> {
  let kept = 0
  const inserts = insertRows(
    'player_battle_months',
    rows.map(({ tag, ...row }) => ({ player_tag: tag, ...row })),
    sql`
      on conflict (player_tag, month) do update set battles = excluded.battles, totals = excluded.totals
      where excluded.battles >= stored.battles and excluded.totals <> stored.totals returning player_tag as tag`,
  )
  for (const insert of inserts) {
    const changed = await queryRows(db, { tag: z.string() }, insert)
    kept += changed.length
    await markPlayers(db, changed)
  }
  return kept
}

/** Whose rows are to be made again that say who plays a brawler best. */
async function markPlayers(db: Database, changed: readonly { tag: string }[]): Promise<void> {
  const tags = [...new Set(changed.map(({ tag }) => tag))].sort()
  await sql`
    insert into due_brawler_players (player_tag) select tag from unnest(${tags}::text[]) tag
    on conflict (player_tag) do update set player_tag = excluded.player_tag where false`.execute(db)
}
