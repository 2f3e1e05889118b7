import type { Tables } from '#server/database/tables.ts'
import { DAY_MS } from '#shared/days.ts'

type TableKeys = {
  [T in keyof Tables]?: { key: (keyof Tables[T] & string)[]; partitionedBy?: keyof Tables[T] & string }
}

/**
 * What an export holds: the history, the directory, and what is collected. Not accounts, keys, sessions and visitors,
 * and not the summaries, which are made from the rest.
 */
export const EXPORTED_TABLES = {
  // First, so that whatever is stored after it leaves out hidden players.
  tombstones: { key: ['tag'] },
  clubs: { key: ['tag'] },
  players: { key: ['tag'] },
  player_profiles: { key: ['player_tag'] },
  former_names: { key: ['tag', 'type', 'name'] },
  club_members: { key: ['club_tag', 'player_tag'] },
  roster_events: { key: ['club_tag', 'id'] },
  club_answers: { key: ['club_tag', 'day'], partitionedBy: 'day' },
  player_answers: { key: ['player_tag', 'day'], partitionedBy: 'day' },
  player_months: { key: ['player_tag', 'month'] },
  club_months: { key: ['club_tag', 'month'] },
  player_resets: { key: ['player_tag', 'day'] },
  club_resets: { key: ['club_tag', 'day'] },
  battles: { key: ['battle_key', 'battle_time'], partitionedBy: 'battle_time' },
  player_battles: { key: ['player_tag', 'day'], partitionedBy: 'day' },
  player_battle_months: { key: ['player_tag', 'month'] },
  battle_maps: { key: ['event_id'] },
  due_replays: { key: ['type', 'tag'] },
  battle_log_coverage: { key: ['player_tag', 'covered_from'] },
  rankings: { key: ['type', 'country', 'brawler_id', 'collected_at'] },
  brawlers: { key: ['id'] },
  rotation_events: { key: ['event_id', 'starts_at'] },
  meta_weeks: { key: ['family', 'event_id', 'mode', 'week'] },
  glitches: { key: ['kind', 'day'] },
  collection_targets: { key: ['kind', 'key'] },
  // Only EXPORTED_SETTING of them.
  settings: { key: ['key'] },
} as const satisfies TableKeys

export type ExportedTable = keyof typeof EXPORTED_TABLES

/** The one setting that is exported: without it an imported demo would begin another world. */
export const EXPORTED_SETTING = 'demo'

export function isExportedTable(name: unknown): name is ExportedTable {
  return typeof name === 'string' && Object.hasOwn(EXPORTED_TABLES, name)
}

/** Whether a table has partitions. */
export function isPartitioned(table: string): boolean {
  return isExportedTable(table) && 'partitionedBy' in EXPORTED_TABLES[table]
}

/** The column that says in which partition a row lies; null where the table has none. */
export function partitionColumn(table: string): string | null {
  if (!isExportedTable(table)) return null
  const about = EXPORTED_TABLES[table]
  return 'partitionedBy' in about ? about.partitionedBy : null
}

/** A row by the names of its columns, as JSON carries it. */
export type Row = Record<string, unknown>

/** The game's first players came in June 2017: no answer and no row is older. */
export const GAME_BEGAN = new Date('2017-06-01T00:00:00Z')

/** The table of a row, or in words why the row cannot be imported. */
export function tableOfRow(
  { table, row }: { table: string; row: Row },
  now: Date,
): ExportedTable | { problem: string } {
  if (!isExportedTable(table))
    return { problem: `no table of an export is called ${JSON.stringify(table.slice(0, 60))}` }
  if (table === 'settings' && row.key !== EXPORTED_SETTING) return { problem: 'this setting is not moved' }
  const absent = EXPORTED_TABLES[table].key.find((column) => row[column] === undefined || row[column] === null)
  if (absent !== undefined) return { problem: `the row has no ${absent}` }
  if ('month' in row && !/-01(T|$)/.test(String(row.month))) return { problem: 'month is no first day of a month' }
  const column = partitionColumn(table)
  return (column === null ? null : problemOfMoment(row, column, now)) ?? table
}

function problemOfMoment(row: Row, column: string, now: Date): { problem: string } | null {
  const moment = new Date(String(row[column]))
  const isPossible = moment >= GAME_BEGAN && moment.getTime() <= now.getTime() + DAY_MS
  return isPossible ? null : { problem: `${column} is no possible time` }
}
