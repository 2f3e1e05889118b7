import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, preparedRead, queryRows } from '#server/database/database.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { unpackDay } from './pack-battles.ts'
import { type StoredBattle, unpackBattle, unpackSide } from './unpack-battles.ts'

const bytes = z.custom<Buffer>(Buffer.isBuffer)

/** The tags that a statement is of: a cluster looks for one tag in its shard alone. */
export type WhichTags = '= $1' | '= any($1::text[])'

/** One row a player, since rows cost more than bytes: the days one after the other, each behind its date and its length. */
export const PACKED_DAYS = `
  string_agg(int4send(day - date '1970-01-01') || int4send(length(sides)) || sides, ''::bytea order by day)`

function daysRead(tags: WhichTags) {
  return preparedRead(
    { tag: z.string(), days: bytes },
    `select player_tag as tag, ${PACKED_DAYS} as days
     from player_battles where player_tag ${tags} and day >= $2::date group by player_tag`,
  )
}

const daysOfTag = daysRead('= $1')
const daysOfTags = daysRead('= any($1::text[])')

/** What is packed of the players' battles from a UTC day on, for `sidesIn`; players without any are left out. */
export async function playerDays(
  db: Database,
  tags: readonly string[],
  since: CalendarDay,
): Promise<Map<string, Buffer>> {
  const rows = tags.length === 1 ? await daysOfTag(db, [tags[0], since]) : await daysOfTags(db, [tags, since])
  return new Map(rows.map(({ tag, days }) => [tag, days]))
}

/** Where a battle stands in a player's list: its moment in milliseconds, and its key as 32 hexadecimal digits. */
export type BattlePlace = { at: number; key: string }

/** A battle in a player's list. */
export type ListedSide = BattlePlace & { side: PlayerSide }

/** A player's battles before a place, or the newest, newest first. */
export async function playerBattlesBefore(
  db: Database,
  tag: string,
  { before, limit }: { before: BattlePlace | null; limit: number },
): Promise<ListedSide[]> {
  const days = await db
    .selectFrom('player_battles')
    .select(['day', 'sides', 'keys'])
    .where('player_tag', '=', tag)
    .$if(before !== null, (query) => query.where('day', '<=', dayOf(new Date(before?.at ?? 0))))
    .orderBy('day', 'desc')
    .limit(limit + 1)
    .execute()
  const listed: ListedSide[] = []
  for (const { day, ...packed } of days) {
    if (listed.length >= limit) break
    const midnight = Date.parse(day)
    for (const { second, key, side } of unpackDay(packed).reverse()) {
      const at = midnight + second * 1000
      const isBefore = before === null || at < before.at || (at === before.at && key < before.key)
      if (isBefore && listed.length < limit) listed.push({ at, key, side: unpackSide(side, at) })
    }
  }
  return listed
}

/** A battle with all its sides; `results` and `owners` as they are stored (pack-battles.ts). */
export type WholeBattle = StoredBattle & { results: number; owners: number }

/** Battles by their keys. One that an earlier version knew of a log alone may be missing. */
export async function battlesByKey(db: Database, places: readonly BattlePlace[]): Promise<Map<string, WholeBattle>> {
  if (places.length === 0) return new Map()
  const times = [...new Set(places.map(({ at }) => new Date(at).toISOString()))]
  const rows = await queryRows(
    db,
    { key: z.string(), results: z.number(), owners: z.number(), sides: bytes },
    sql`select battle_key as key, results, owners, sides from battles
      where battle_key = any(${places.map(({ key }) => key)}::uuid[]) and battle_time = any(${times}::timestamptz[])`,
  )
  return new Map(
    rows.map(({ key, results, owners, sides }) => [
      key.replaceAll('-', ''),
      { ...unpackBattle(sides), results, owners },
    ]),
  )
}

/** The mode and map of each event that a battle named, by its id. */
export async function battleMaps(db: Database): Promise<Map<number, { mode: string; map: string }>> {
  const rows = await db.selectFrom('battle_maps').select(['event_id', 'mode', 'map']).execute()
  return new Map(rows.map(({ event_id, mode, map }) => [event_id, { mode, map }]))
}
