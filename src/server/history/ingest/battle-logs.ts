import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, portionsOf, queryRows, valuesOf } from '#server/database/database.ts'
import type { Battle, Observed } from '#server/game/answers.ts'
import { DAY_MS } from '#shared/days.ts'
import { RAW_DAYS } from '../retention.ts'

type Log = Observed<'battle-log'>

/**
 * What logs brought: battles that were new to the player whose log named them, and for each player of these logs the
 * moment since which more is known than before.
 */
type IngestedLogs = { newBattles: number; since: Map<string, Date> }

/** Stores battle logs: each battle once, in however many logs it stands, and each player's side of it. */
export async function ingestBattleLogs(db: Database, logs: Log[]): Promise<IngestedLogs> {
  if (logs.length === 0) return { newBattles: 0, since: new Map() }
  const kept = logs.map((log) => ({ ...log, body: { battles: recentBattles(log) } }))
  await writeBattles(db, kept)
  const added = await writePlayerBattles(db, kept)
  const since = await writeCoverage(db, logs)
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
  const battles = await db
    .selectFrom('player_battles')
    .select(['player_tag as tag', (side) => side.fn.max('battle_time').as('battleTime')])
    .where('player_tag', '=', ofTags)
    .groupBy('player_tag')
    .execute()
  await writeLastBattles(db, battles)
  await writeLogUntil(db, logs)
  return logs.map(({ tag }) => tag)
}

/** The battles of a log that are stored. One of a player who paused goes back for months, which would soon be dropped. */
export function recentBattles({ body, observedAt }: Log): Battle[] {
  const oldest = observedAt.getTime() - RAW_DAYS * DAY_MS
  return body.battles.filter((battle) => battle.battleTime.getTime() > oldest)
}

async function writeBattles(db: Database, logs: Log[]): Promise<void> {
  const battles = new Map(logs.flatMap((log) => log.body.battles.map((battle) => [battle.key, battle])))
  const rows = [...battles.values()].map(
    ({ key, battleTime, eventId, mode, map, type, durationSeconds, participants }) => {
      return [key, battleTime, eventId, mode, map, type, durationSeconds, participants]
    },
  )
  for (const some of portionsOf(rows)) {
    await sql`
      insert into battles (battle_key, battle_time, event_id, mode, map, type, duration_seconds, participants)
      ${valuesOf(some)} on conflict do nothing`.execute(db)
  }
}

async function writePlayerBattles(db: Database, logs: Log[]): Promise<{ tag: string; battleTime: Date }[]> {
  const rows = logs.flatMap(({ tag, body }) =>
    body.battles.map((battle) => {
      const { battleTime, key, trophyChange, result, rank, brawlerId, brawlerTrophies, starPlayer } = battle
      return [tag, battleTime, key, trophyChange, result, rank, brawlerId, brawlerTrophies, starPlayer]
    }),
  )
  const added = []
  for (const some of portionsOf(rows)) {
    const insert = sql`
      insert into player_battles (player_tag, battle_time, battle_key, trophy_change, result, rank, brawler_id,
        brawler_trophies, star_player)
      ${valuesOf(some)} on conflict do nothing returning player_tag as tag, battle_time as "battleTime"`
    added.push(...(await queryRows(db, { tag: z.string(), battleTime: z.date() }, insert)))
  }
  await writeLastBattles(db, added)
  return added
}

/** A statement of its own: in a distributed store the battles lie by player, and the directory lies elsewhere. */
async function writeLastBattles(db: Database, sides: { tag: string; battleTime: Date }[]): Promise<void> {
  if (sides.length === 0) return
  await sql`
    update players set last_battle_at = greatest(last_battle_at, newest.battle_time)
    from (
      select tag, max("battleTime") as battle_time
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as r(tag text, "battleTime" timestamptz) group by tag
    ) newest
    where players.tag = newest.tag`.execute(db)
}

/** Adds what the logs cover to the stored spans. Returns since when more is covered, by player. */
async function writeCoverage(db: Database, logs: Log[]): Promise<Map<string, Date>> {
  const stored = await storedCoverage(db, logs)
  const since = new Map<string, Date>()
  const ends: { tag: string; until: Date }[] = []
  for (const [tag, ofPlayer] of Map.groupBy(logs, (log) => log.tag)) {
    const before = stored.get(tag) ?? []
    const added = ofPlayer.map(({ body, observedAt }) => coverageOf(body.battles, observedAt))
    const now = unionOf([...before, ...added])
    const changed = now.filter((span) => !before.some((known) => isSameSpan(known, span)))
    await replaceCoverage(db, tag, { before, now, changed })
    const first = changed[0]
    const grown = before.find((span) => span.from.getTime() === first?.from.getTime())
    if (first !== undefined) since.set(tag, grown?.to ?? first.from)
    const last = now.at(-1)
    if (last !== undefined) ends.push({ tag, until: last.to })
  }
  await writeLogUntil(db, ends)
  return since
}

async function writeLogUntil(db: Database, ends: { tag: string; until: Date }[]): Promise<void> {
  await sql`
    update players set log_until = greatest(log_until, newest.until)
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as newest(tag text, until timestamptz)
    where players.tag = newest.tag`.execute(db)
}

type CoverageChange = { before: Coverage[]; now: Coverage[]; changed: Coverage[] }

async function replaceCoverage(db: Database, tag: string, { before, now, changed }: CoverageChange): Promise<void> {
  const gone = before.filter((span) => !now.some((known) => known.from.getTime() === span.from.getTime()))
  if (gone.length > 0) {
    await db
      .deleteFrom('battle_log_coverage')
      .where('player_tag', '=', tag)
      .where(
        'covered_from',
        'in',
        gone.map((span) => span.from),
      )
      .execute()
  }
  // A span that was the first one until an older log came now follows a gap.
  const former = now.slice(1).filter((span) => span.from.getTime() === before[0]?.from.getTime())
  const written = new Set([...changed, ...former])
  if (written.size === 0) return
  await db
    .insertInto('battle_log_coverage')
    .values(
      [...written].map(({ from, to, isWhole }) => ({
        player_tag: tag,
        covered_from: from,
        covered_to: to,
        overflow: !isWhole && now[0]?.from.getTime() !== from.getTime(),
        whole: isWhole,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['player_tag', 'covered_from']).doUpdateSet((row) => ({
        covered_to: row.ref('excluded.covered_to'),
        overflow: row.ref('excluded.overflow'),
        whole: row.ref('excluded.whole'),
      })),
    )
    .execute()
}

function isSameSpan(one: Coverage, other: Coverage): boolean {
  const isSameTime = one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime()
  return isSameTime && one.isWhole === other.isWhole
}

/** The stored spans of each player of these logs, by tag, oldest first. */
async function storedCoverage(db: Database, logs: Log[]): Promise<Map<string, Coverage[]>> {
  const rows = await db
    .selectFrom('battle_log_coverage')
    .select(['player_tag', 'covered_from as from', 'covered_to as to', 'whole as isWhole'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .orderBy('player_tag')
    .orderBy('covered_from')
    .execute()
  const ofTags = Map.groupBy(rows, ({ player_tag }) => player_tag)
  return new Map([...ofTags].map(([tag, spans]) => [tag, spans.map(({ player_tag, ...span }) => span)]))
}

/** Those of the logs that tell nothing new: the time they cover and all their battles are stored. */
export async function storedLogs(db: Database, logs: Log[]): Promise<Set<Log>> {
  if (logs.length === 0) return new Set()
  const coverage = await storedCoverage(db, logs)
  const sides = await storedSides(db, logs)
  const known = logs.filter((log) => {
    const before = coverage.get(log.tag) ?? []
    const now = unionOf([...before, coverageOf(log.body.battles, log.observedAt)])
    const isCovered =
      now.length === before.length && now.every((span, place) => isSameSpan(span, before[place] ?? span))
    return isCovered && recentBattles(log).every((battle) => sides.has(`${log.tag} ${battle.key}`))
  })
  return new Set(known)
}

async function storedSides(db: Database, logs: Log[]): Promise<Set<string>> {
  const times = logs.flatMap((log) => recentBattles(log).map((battle) => battle.battleTime.getTime()))
  if (times.length === 0) return new Set()
  const oldest = times.reduce((least, time) => Math.min(least, time))
  const rows = await db
    .selectFrom('player_battles')
    .select(['player_tag', 'battle_key'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .where('battle_time', '>=', new Date(oldest))
    .execute()
  return new Set(rows.map((row) => `${row.player_tag} ${row.battle_key}`))
}

/** New battles take up to this long to appear in the log (docs/game-api.md#battle-logs). */
const LOG_DELAY_MS = 30 * 60_000

/** The log holds at most 25 battles. Now and then a full one has one or two less (docs/game-api.md#battle-logs). */
const FULL_LOG = 23

/** A span of time in which every battle of a player is known; `isWhole`: and none was missed before it. */
export type Coverage = { from: Date; to: Date; isWhole: boolean }

/** The span in which this log names every battle. A log that is not full names all that there were. */
export function coverageOf(battles: readonly Battle[], observedAt: Date): Coverage {
  const times = battles.map((battle) => battle.battleTime.getTime())
  const newest = Math.max(...times, observedAt.getTime() - LOG_DELAY_MS)
  return { from: new Date(Math.min(...times, newest)), to: new Date(newest), isWhole: battles.length < FULL_LOG }
}

/**
 * The spans that these make together, oldest first: spans that touch are one. A whole one, which tells that no battle was
 * missed before it, reaches back to the first span. The order in which logs come does not matter.
 */
export function unionOf(spans: readonly Coverage[]): Coverage[] {
  let union: Coverage[] = []
  for (const span of spans.toSorted(byStart)) {
    const last = union.at(-1)
    const first = union[0]
    if (first !== undefined && last !== undefined && span.isWhole) {
      union = [{ from: first.from, to: later(last.to, span.to), isWhole: true }]
    } else if (last !== undefined && span.from <= last.to) last.to = later(last.to, span.to)
    else union.push({ ...span })
  }
  return union
}

function byStart(one: Coverage, other: Coverage): number {
  return one.from.getTime() - other.from.getTime() || Number(other.isWhole) - Number(one.isWhole)
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
