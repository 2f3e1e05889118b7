import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, insertRows, type NewRow, portionsOf, queryRows, runAll } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Battle, Observed } from '#server/game/answers.ts'
import { type CalendarDay, DAY_MS, dayOf, monthOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import {
  type DaySide,
  mergeDays,
  ownPlace,
  packBattle,
  packDay,
  packResults,
  packSide,
  unpackDay,
} from '../battles/pack-battles.ts'
import { RAW_DAYS } from '../retention.ts'
import { type Coverage, coverageOf, isSameSpan, unionOf } from './played-days.ts'

type Log = Observed<'battle-log'>

/**
 * What logs brought: battles that were new to the player whose log named them, and for each player of these logs the
 * moment since which more is known than before.
 */
type IngestedLogs = { newBattles: number; since: Map<string, Date> }

/**
 * Stores battle logs: each battle once, in however many logs it stands, and each player's side of it among those of its day.
 * The order of logs does not matter, and a repeated one changes nothing.
 */
export async function ingestBattleLogs(db: Database, logs: Log[]): Promise<IngestedLogs> {
  if (logs.length === 0) return { newBattles: 0, since: new Map() }
  const all = sidesOf(logs)
  const { days, coverage } = await storedOf(db, all, logs)
  const told = findNewSides(all, days)
  const { since, ends, spans } = coveredBy(logs, coverage)
  const added = told.filter(({ isNew }) => isNew).map(({ tag, battle }) => ({ tag, battleTime: battle.battleTime }))
  const weeks = new Set(told.map(({ day }) => mondayOf(day)))
  await runAll(db, battleStatements(told.map(battleRow)))
  const months = await mergePlayerDays(db, told, days)
  await runAll(db, spans)
  await noteNews(db, { weeks, months, maps: told, logs: [...added, ...ends] })
  for (const { tag, battleTime } of added) {
    const known = since.get(tag)
    if (known === undefined || battleTime < known) since.set(tag, battleTime)
  }
  return { newBattles: added.length, since }
}

/** Notes with players who are new to us what logs told of them before. Returns the tags of those with any. */
export async function noteKnownLogs(db: Database, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return []
  const ofTags = sql<string>`any(${tags})`
  const logs = await db
    .selectFrom('battle_log_coverage')
    .select(['player_tag as tag', (span) => span.fn.max('covered_to').as('until')])
    .where('player_tag', '=', ofTags)
    .groupBy('player_tag')
    .execute()
  if (logs.length === 0) return []
  const newest = await db
    .selectFrom('player_battles')
    .distinctOn('player_tag')
    .select(['player_tag', 'day', 'sides', 'keys'])
    .where('player_tag', '=', ofTags)
    .orderBy('player_tag')
    .orderBy('day', 'desc')
    .execute()
  const battles = newest.map(({ player_tag: tag, day, ...packed }) => {
    const seconds = unpackDay(packed).at(-1)?.second ?? 0
    return { tag, battleTime: new Date(Date.parse(day) + seconds * 1000) }
  })
  await noteNews(db, { logs: [...logs, ...battles] })
  return logs.map(({ tag }) => tag)
}

/** The battles of a log that are stored. One of a player who paused goes back for months, which would soon be dropped. */
export function recentBattles({ body, observedAt }: Log): Battle[] {
  const oldest = observedAt.getTime() - RAW_DAYS * DAY_MS
  return body.battles.filter((battle) => battle.battleTime.getTime() > oldest)
}

type ToldSide = PlayerDaySide & { battle: Battle }

const NOTHING = Buffer.alloc(0)

/** The sides that tell something which the stored days do not; `isNew` where the player has no such battle. */
export function findNewSides<Side extends PlayerDaySide>(
  told: readonly Side[],
  stored: readonly StoredDay[],
): (Side & { isNew: boolean })[] {
  const known = new Map<string, Buffer>()
  for (const { player_tag, ...packed } of stored) {
    for (const { key, side } of unpackDay(packed)) known.set(`${player_tag} ${key}`, side)
  }
  const storedSide = ({ tag, key }: Side) => known.get(`${tag} ${key}`)
  const tellsMore = (each: Side) => Buffer.compare(storedSide(each) ?? NOTHING, each.side) < 0
  return told.filter(tellsMore).map((each) => ({ ...each, isNew: storedSide(each) === undefined }))
}

function sidesOf(logs: readonly Log[]): ToldSide[] {
  return logs.flatMap((log) => recentBattles(log).map((battle) => sideOf(log.tag, battle)))
}

function sideOf(tag: string, battle: Battle): ToldSide {
  const day = dayOf(battle.battleTime)
  const second = Math.floor((battle.battleTime.getTime() - Date.parse(day)) / 1000)
  return { tag, day, second, key: battle.key.replaceAll('-', ''), side: packSide(battle), battle }
}

export type StoredDay = { player_tag: string; day: string; sides: Buffer; keys: Buffer }

/** The stored days of these players on these days. */
export async function storedDays(
  db: Database,
  days: readonly { tag: string; day: CalendarDay }[],
): Promise<StoredDay[]> {
  if (days.length === 0) return []
  return db
    .selectFrom('player_battles')
    .select(['player_tag', 'day', 'sides', 'keys'])
    .where('player_tag', '=', sql<string>`any(${[...new Set(days.map(({ tag }) => tag))]})`)
    .where('day', '=', sql<CalendarDay>`any(${[...new Set(days.map(({ day }) => day))]}::date[])`)
    .execute()
}

const bytes = z.nullable(z.custom<Buffer>(Buffer.isBuffer))

/** What is stored of the players of these logs, in one statement: the days of their battles, and what is covered. */
async function storedOf(db: Database, sides: readonly ToldSide[], logs: readonly Log[]) {
  const tags = [...new Set(logs.map(({ tag }) => tag))]
  const rows = await queryRows(
    db,
    {
      ...{ tag: z.string(), day: z.nullable(z.string()), sides: bytes, keys: bytes },
      ...{ from: z.nullable(z.date()), to: z.nullable(z.date()), isWhole: z.nullable(z.boolean()) },
    },
    sql`
      select player_tag as tag, day, sides, keys, null::timestamptz as "from", null::timestamptz as "to",
        null::boolean as "isWhole"
      from player_battles
      where player_tag = any(${tags}) and day = any(${[...new Set(sides.map(({ day }) => day))]}::date[])
      union all
      select player_tag, null, null, null, covered_from, covered_to, whole from battle_log_coverage
      where player_tag = any(${tags})`,
  )
  const days: StoredDay[] = []
  const coverage = new Map<string, Coverage[]>()
  for (const { tag, day, sides, keys, from, to, isWhole } of rows) {
    if (day !== null && sides !== null && keys !== null) days.push({ player_tag: tag, day, sides, keys })
    if (from === null || to === null || isWhole === null) continue
    coverage.set(tag, [...(coverage.get(tag) ?? []), { from, to, isWhole }])
  }
  for (const spans of coverage.values()) spans.sort((one, other) => one.from.getTime() - other.from.getTime())
  return { days, coverage }
}

/** A battle as it is stored. */
export type BattleRow = { key: string; battleTime: Date; results: number; owners: number; sides: Buffer }

function battleRow({ battle }: ToldSide): BattleRow {
  const { key, battleTime } = battle
  return { key, battleTime, results: packResults(battle), owners: 2 ** ownPlace(battle), sides: packBattle(battle) }
}

/** Stores battles, and adds to those that are stored what these rows know better. */
function battleStatements(rows: readonly BattleRow[]): RawBuilder<unknown>[] {
  const merged = new Map<string, BattleRow>()
  for (const row of rows) merged.set(row.key, mergeRows(merged.get(row.key) ?? row, row))
  const sorted = [...merged.values()].sort(byTime)
  return insertRows(
    'battles',
    sorted.map(({ key, battleTime, ...row }) => ({ battle_key: key, battle_time: battleTime, ...row })),
    sql`
      on conflict (battle_key, battle_time) do update set results = stored.results | excluded.results,
        owners = stored.owners | excluded.owners, sides = greatest(stored.sides, excluded.sides)
      where stored.results | excluded.results <> stored.results or stored.owners | excluded.owners <> stored.owners
        or stored.sides < excluded.sides`,
  )
}

/** Stores battles. Returns how many rows changed, and the weeks of which totals are to be made again. */
export async function mergeBattles(db: Database, rows: readonly BattleRow[]) {
  const merged = { changed: 0, due: new Set<CalendarDay>() }
  const weeks = Map.groupBy(rows, ({ battleTime }) => mondayOf(dayOf(battleTime)))
  for (const week of [...weeks.keys()].sort()) {
    const written = await runAll(db, battleStatements(weeks.get(week) ?? []))
    const changed = written.reduce((sum, count) => sum + count, 0)
    merged.changed += changed
    if (changed > 0) merged.due.add(week)
  }
  return merged
}

/** In one order, so that two transactions do not block each other. */
function byTime(one: BattleRow, other: BattleRow): number {
  return one.battleTime.getTime() - other.battleTime.getTime() || (one.key < other.key ? -1 : 1)
}

function mergeRows(one: BattleRow, other: BattleRow): BattleRow {
  const results = Number(BigInt(one.results) | BigInt(other.results))
  const sides = Buffer.compare(one.sides, other.sides) < 0 ? other.sides : one.sides
  return { ...one, results, owners: one.owners | other.owners, sides }
}

export type PlayerDaySide = DaySide & { tag: string; day: CalendarDay }

/**
 * Adds sides to the days of players; `stored` are these days as they were read. Returns the months of players of which
 * totals are to be made again (`2026-03-01 #2PP`).
 * @throws an error with the SQLSTATE 40001 when another transaction has changed one of them since
 */
export async function mergePlayerDays(
  db: Database,
  sides: readonly PlayerDaySide[],
  stored: readonly StoredDay[],
): Promise<ReadonlySet<string>> {
  const before = new Map(stored.map((row) => [`${row.player_tag} ${row.day}`, row]))
  const named = Map.groupBy(sides, ({ tag, day }) => `${tag} ${day}`)
  const changed = [...named.keys()].sort().flatMap((name) => {
    const [tag, day] = name.split(' ') as [string, CalendarDay]
    const known = before.get(name)
    const merged = packDay(mergeDays(known === undefined ? [] : unpackDay(known), named.get(name) ?? []))
    return known?.sides.equals(merged.sides) && known.keys.equals(merged.keys)
      ? []
      : [{ player_tag: tag, day, ...merged }]
  })
  const asRead = stored.map(({ sides }) => hash('sha256', sides, 'hex'))
  const statements = insertRows(
    'player_battles',
    changed,
    sql`
      on conflict (player_tag, day) do update set sides = excluded.sides, keys = excluded.keys
      where encode(sha256(stored.sides), 'hex') = any(${asRead})`,
  )
  const written = await runAll(db, statements)
  const count = written.reduce((sum, rows) => sum + rows, 0)
  if (count < changed.length) throw Object.assign(new Error('battles were stored meanwhile'), { code: '40001' })
  return new Set(changed.map(({ player_tag, day }) => `${monthOf(day)} ${player_tag}`))
}

type NamedMap = { battle: Pick<Battle, 'eventId' | 'mode' | 'map'>; day: CalendarDay }

/** What is noted outside of the history: due totals, maps, each player's newest battle, and until when logs tell of all. */
type News = {
  weeks?: ReadonlySet<string>
  months?: ReadonlySet<string>
  maps?: readonly NamedMap[]
  logs?: readonly { tag: string; battleTime?: Date | null; until?: Date | null }[]
}

/**
 * Notes it within a transaction. Statements of their own, always in this order, since one for all of it takes longer to
 * plan. A mark that is there already is locked until the end of the transaction: whoever makes the totals now does not
 * see these battles yet, and leaves the mark to the next turn.
 */
export async function noteNews(db: Database, { weeks, months, maps = [], logs = [] }: News): Promise<void> {
  const statements = [weekMarks(weeks), monthMarks(months), mapNames(newestMaps(maps)), logEnds(logs)]
  await runAll(
    db,
    statements.filter((statement) => statement !== null),
  )
}

function weekMarks(weeks: ReadonlySet<string> = new Set()) {
  if (weeks.size === 0) return null
  return sql`
    insert into due_meta_weeks (week) select week from unnest(${[...weeks].sort()}::date[]) week
    on conflict (week) do update set week = excluded.week where false`
}

function monthMarks(months: ReadonlySet<string> = new Set()) {
  if (months.size === 0) return null
  return sql`
    insert into due_battle_months (month, player_tag)
    select split_part(due, ' ', 1)::date, split_part(due, ' ', 2) from unnest(${[...months].sort()}::text[]) due
    on conflict (player_tag, month) do update set month = excluded.month where false`
}

/** The names of maps as the newest battles tell them; one that knows the mode counts before one that does not. */
function newestMaps(told: readonly NamedMap[]): NamedMap[] {
  const rank = ({ battle, day }: NamedMap) =>
    [day, battle.mode === 'unknown' ? 0 : 1, battle.mode, battle.map].join(' ')
  const newest = new Map<number, NamedMap>()
  for (const each of told) {
    const { eventId, map } = each.battle
    const known = newest.get(eventId)
    if (eventId > 0 && map !== null && (known === undefined || rank(known) < rank(each))) newest.set(eventId, each)
  }
  return [...newest.values()]
}

/** Leaves out maps whose stored name is the same: an insert would lock the row, and each log names twenty. */
function mapNames(maps: readonly NamedMap[]) {
  if (maps.length === 0) return null
  const ids = maps.map(({ battle }) => battle.eventId)
  return sql`
    insert into battle_maps as stored (event_id, mode, map, seen_on)
    select named.* from unnest(${ids}::integer[], ${maps.map(({ battle }) => battle.mode)}::text[],
      ${maps.map(({ battle }) => battle.map)}::text[], ${maps.map(({ day }) => day)}::date[]) named (id, mode, map, day)
    where (id, mode, map, day) not in (
      select event_id, known.mode, known.map, seen_on from battle_maps known where event_id = any(${ids}))
    order by id
    on conflict (event_id) do update set mode = excluded.mode, map = excluded.map, seen_on = excluded.seen_on
    where (excluded.seen_on, excluded.mode <> 'unknown', excluded.mode collate "C", excluded.map collate "C")
      > (stored.seen_on, stored.mode <> 'unknown', stored.mode collate "C", stored.map collate "C")`
}

/** The store knows how many rows arrays hold: it looks for these players alone, where for JSON it would read all. */
function logEnds(logs: NonNullable<News['logs']>) {
  if (logs.length === 0) return null
  const ofPlayers = [...Map.groupBy(logs, ({ tag }) => tag)].sort(([one], [other]) => (one < other ? -1 : 1))
  const battles = ofPlayers.map(([, ofPlayer]) => findLatest(ofPlayer.map(({ battleTime }) => battleTime)))
  const ends = ofPlayers.map(([, ofPlayer]) => findLatest(ofPlayer.map(({ until }) => until)))
  return sql`
    update players set last_battle_at = greatest(last_battle_at, newest.battle_time),
      log_until = greatest(log_until, newest.until)
    from unnest(${ofPlayers.map(([tag]) => tag)}::text[], ${battles}::timestamptz[], ${ends}::timestamptz[])
      newest (tag, battle_time, until)
    where players.tag = newest.tag`
}

function findLatest(moments: readonly (Date | null | undefined)[]): Date | null {
  return moments.reduce<Date | null>((last, each) => (each && (last === null || each > last) ? each : last), null)
}

/** Since when more is covered, by player, up to when logs tell of all battles, and the statements that store the spans. */
function coveredBy(logs: readonly Log[], stored: ReadonlyMap<string, Coverage[]>) {
  const since = new Map<string, Date>()
  const ends: { tag: string; until: Date }[] = []
  const gone: unknown[][] = []
  const written: NewRow<Tables['battle_log_coverage']>[] = []
  for (const [tag, ofPlayer] of Map.groupBy(logs, (log) => log.tag)) {
    const before = stored.get(tag) ?? []
    const added = ofPlayer.map(({ body, observedAt }) => coverageOf(body.battles, observedAt))
    const now = unionOf([...before, ...added])
    const changed = now.filter((span) => !before.some((known) => isSameSpan(known, span)))
    gone.push(...before.filter((span) => !now.some((known) => isSameStart(known, span))).map(({ from }) => [tag, from]))
    // A span that was the first one until an older log came now follows a gap.
    const former = now.slice(1).filter((span) => before[0] !== undefined && isSameStart(span, before[0]))
    for (const span of new Set([...changed, ...former])) {
      const isFirst = now[0] !== undefined && isSameStart(now[0], span)
      const { from, to, isWhole: whole } = span
      written.push({ player_tag: tag, covered_from: from, covered_to: to, overflow: !whole && !isFirst, whole })
    }
    const first = changed[0]
    const grown = before.find((span) => first !== undefined && isSameStart(span, first))
    if (first !== undefined) since.set(tag, grown?.to ?? first.from)
    const last = now.at(-1)
    if (last !== undefined) ends.push({ tag, until: last.to })
  }
  return { since, ends, spans: spanStatements(gone, written) }
}

function isSameStart(one: Coverage, other: Coverage): boolean {
  return one.from.getTime() === other.from.getTime()
}

function spanStatements(gone: unknown[][], written: NewRow<Tables['battle_log_coverage']>[]): RawBuilder<unknown>[] {
  const listOf = (spans: unknown[][]) => sql.join(spans.map((span) => sql`(${sql.join(span)})`))
  const removed = portionsOf(gone).map(
    (some) => sql`delete from battle_log_coverage where (player_tag, covered_from) in (${listOf(some)})`,
  )
  const conflict = sql`
    on conflict (player_tag, covered_from) do update set covered_to = excluded.covered_to,
      overflow = excluded.overflow, whole = excluded.whole`
  return [...removed, ...insertRows('battle_log_coverage', written, conflict)]
}

/** Those of the logs that tell nothing new: the time they cover and all their battles are stored. */
export async function storedLogs(db: Database, logs: Log[]): Promise<Set<Log>> {
  if (logs.length === 0) return new Set()
  const all = sidesOf(logs)
  const { days, coverage } = await storedOf(db, all, logs)
  const tellingMore = new Set(findNewSides(all, days).map(({ tag, key }) => `${tag} ${key}`))
  const known = logs.filter((log) => {
    const before = coverage.get(log.tag) ?? []
    const now = unionOf([...before, coverageOf(log.body.battles, log.observedAt)])
    const isCovered =
      now.length === before.length && now.every((span, place) => isSameSpan(span, before[place] ?? span))
    return isCovered && recentBattles(log).every(({ key }) => !tellingMore.has(`${log.tag} ${key.replaceAll('-', '')}`))
  })
  return new Set(known)
}
