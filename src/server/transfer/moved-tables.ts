import type { Tables } from '../database/tables.ts'

type MovedTables = {
  [T in keyof Tables]?: { key: (keyof Tables[T] & string)[]; partitionedBy?: keyof Tables[T] & string }
}

/**
 * What an export holds: history and directory, and what is collected. Not there: accounts, keys, sessions, visitors, and
 * summaries that are made from the rest.
 */
export const MOVED_TABLES = {
  // First: whatever is stored after it leaves out those who asked for that.
  tombstones: { key: ['tag'] },
  clubs: { key: ['tag'] },
  players: { key: ['tag'] },
  player_profiles: { key: ['player_tag'] },
  former_names: { key: ['tag', 'type', 'name'] },
  club_members: { key: ['club_tag', 'player_tag'] },
  roster_events: { key: ['club_tag', 'id'] },
  observations: { key: ['player_tag', 'observed_at'], partitionedBy: 'observed_at' },
  player_months: { key: ['player_tag', 'month'] },
  club_months: { key: ['club_tag', 'month'] },
  player_resets: { key: ['player_tag', 'day'] },
  club_resets: { key: ['club_tag', 'day'] },
  battles: { key: ['battle_key', 'battle_time'], partitionedBy: 'battle_time' },
  player_battles: { key: ['player_tag', 'battle_time', 'battle_key'], partitionedBy: 'battle_time' },
  battle_log_coverage: { key: ['player_tag', 'covered_from'] },
  rankings: { key: ['type', 'country', 'brawler_id', 'collected_at'] },
  brawlers: { key: ['id'] },
  glitches: { key: ['kind', 'day'] },
  collection_targets: { key: ['kind', 'key'] },
  // Of the settings only what the demo world began with.
  settings: { key: ['key'] },
} as const satisfies MovedTables

export type MovedTable = keyof typeof MOVED_TABLES

/** The one setting that is moved: without it a moved demo would begin another world. */
export const MOVED_SETTING = 'demo'

export function isMovedTable(name: unknown): name is MovedTable {
  return typeof name === 'string' && Object.hasOwn(MOVED_TABLES, name)
}

/** The column that says in which partition a row lies; null where the table has none. */
export function partitionColumn(table: MovedTable): string | null {
  const about = MOVED_TABLES[table]
  return 'partitionedBy' in about ? about.partitionedBy : null
}
