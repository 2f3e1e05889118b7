import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, field, jsonList, queryRows } from '#server/database/database.ts'
import { keptFor } from '#server/kernel/memory.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { type CalendarDay, dayOf, MINUTE_MS } from '#shared/days.ts'
import { unpackDay } from './pack-battles.ts'
import { type StoredBattle, unpackBattle, unpackSide } from './unpack-battles.ts'

const bytes = z.custom<Buffer>(Buffer.isBuffer)

/** The tags that a statement is of: a cluster looks for one tag in its shard alone. */
export type WhichTags = '= $1' | '= any($1::text[])'

/** One row a player, since rows cost more than bytes: the days one after the other, each behind its date and its length. */
const PACKED_DAYS = `
  string_agg(int4send(day - date '1970-01-01') || int4send(length(sides)) || sides, ''::bytea order by day)`

function daysRead(tags: WhichTags) {
  return defineQuery(
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

const brawlers = jsonList({ id: field('id', z.number()), name: field('name', z.string()) })
const maps = jsonList({ id: field('event_id', z.number()), map: field('map', z.nullable(z.string())) })

/** The battles' word for a map counts before that of the rotation. */
const readNames = defineQuery(
  { brawlers: brawlers.column, maps: maps.column },
  `select (select json_agg(${brawlers.item}) from brawlers) as brawlers, (
    select json_agg(${maps.item}) from (
      select event_id, coalesce(max(map) filter (where said = 1), max(map)) as map from (
        select event_id, map, 1 as said from battle_maps union all select event_id, map, 2 from rotation_events
      ) named group by event_id) named) as maps`,
)

/**
 * What brawlers are called by their ids, and maps by those of their events; null for a map that neither a battle nor the
 * rotation named. Brawlers that the game no longer lists keep their names; of others there is only the number.
 */
export type BattleNames = {
  brawler: (id: number) => string
  hasBrawler: (id: number) => boolean
  map: (eventId: number) => string | null
  hasEvent: (eventId: number) => boolean
}

type NamesFrom = Pick<Context, 'db' | 'clock' | 'memory'>

/** New maps come with a season. */
const keptNames = keptFor<BattleNames>(MINUTE_MS)

/**
 * Names of brawlers and maps. Kept for a minute, since every answer about battles needs them; read again where they
 * lack what is asked for.
 */
export function battleNames(
  { db, clock, memory }: NamesFrom,
  suffices?: (names: BattleNames) => boolean,
): Promise<BattleNames> {
  return memory(keptNames)(clock, () => namesIn(db), { suffices })
}

async function namesIn(db: Database): Promise<BattleNames> {
  const [row] = await readNames(db, [])
  const ofBrawlers = new Map(brawlers.items(row?.brawlers ?? null).map(({ id, name }) => [id, name]))
  const ofMaps = new Map(maps.items(row?.maps ?? null).map(({ id, map }) => [id, map]))
  return {
    brawler: (id) => ofBrawlers.get(id)?.replaceAll('\n', ' ') ?? `Brawler ${id}`,
    hasBrawler: (id) => ofBrawlers.has(id),
    map: (eventId) => ofMaps.get(eventId) ?? null,
    hasEvent: (eventId) => ofMaps.has(eventId),
  }
}
