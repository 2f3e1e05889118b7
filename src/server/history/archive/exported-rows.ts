import type { Tables } from '#server/database/tables.ts'
import { PRIVACY_CHOICES } from '#shared/contract/proofs.ts'
import { DAY_MS } from '#shared/days.ts'
import { ROSTER_EVENT_KINDS } from '#shared/event-texts.ts'
import { CLUB_ROLES, CLUB_TYPES, FAMILIES, GLITCH_KINDS, RANKING_TYPES, TARGET_KINDS } from '#shared/kinds.ts'
import { ENTITY_TYPES } from '#shared/tag.ts'

/** The columns of a table that hold kinds, each with the kinds that this version knows. */
type KindsOf<Row> = {
  [C in keyof Row as string extends Row[C] ? never : Row[C] extends string | null ? C : never]: readonly NonNullable<
    Row[C]
  >[]
}

type TableKeys = {
  [T in keyof Tables]?: {
    key: (keyof Tables[T] & string)[]
    partitionedBy?: keyof Tables[T] & string
  } & (keyof KindsOf<Tables[T]> extends never ? object : { kinds: KindsOf<Tables[T]> })
}

/**
 * What an export holds: the history, the directory, and what is collected. Not accounts, keys, sessions and visitors,
 * and not the summaries, which are made from the rest.
 */
export const EXPORTED_TABLES = {
  // First, so that whatever is stored after it leaves out hidden players.
  tombstones: { key: ['tag'], kinds: { wish: PRIVACY_CHOICES } },
  clubs: { key: ['tag'], kinds: { type: CLUB_TYPES } },
  players: { key: ['tag'], kinds: { role: CLUB_ROLES } },
  player_profiles: { key: ['player_tag'] },
  former_names: { key: ['tag', 'type', 'name'], kinds: { type: ENTITY_TYPES } },
  club_members: { key: ['club_tag', 'player_tag'], kinds: { role: CLUB_ROLES } },
  roster_events: { key: ['club_tag', 'id'], kinds: { kind: ROSTER_EVENT_KINDS } },
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
  due_replays: { key: ['type', 'tag'], kinds: { type: ENTITY_TYPES } },
  battle_log_coverage: { key: ['player_tag', 'covered_from'] },
  rankings: { key: ['type', 'country', 'brawler_id', 'collected_at'], kinds: { type: RANKING_TYPES } },
  brawlers: { key: ['id'] },
  game_modes: { key: ['id'] },
  rotation_events: { key: ['event_id', 'starts_at'] },
  meta_weeks: { key: ['family', 'event_id', 'mode', 'week'], kinds: { family: FAMILIES } },
  glitches: { key: ['kind', 'day'], kinds: { kind: GLITCH_KINDS } },
  collection_targets: { key: ['kind', 'key'], kinds: { kind: TARGET_KINDS } },
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
  const unknown = unknownKind(table, row)
  if (unknown !== null) return { problem: unknown }
  if ('month' in row && !/-01(T|$)/.test(String(row.month))) return { problem: 'month is no first day of a month' }
  const column = partitionColumn(table)
  return (column === null ? null : problemOfMoment(row, column, now)) ?? table
}

/** No page could tell what a row of an unknown kind means. */
function unknownKind(table: ExportedTable, row: Row): string | null {
  const about = EXPORTED_TABLES[table]
  const kinds: Readonly<Record<string, readonly string[]>> = 'kinds' in about ? about.kinds : {}
  for (const [column, known] of Object.entries(kinds)) {
    const kind = row[column]
    if (kind === undefined || kind === null || known.some((each) => each === kind)) continue
    return `${column} is none that is known: ${JSON.stringify(kind).slice(0, 60)}`
  }
  return null
}

function problemOfMoment(row: Row, column: string, now: Date): { problem: string } | null {
  const moment = new Date(String(row[column]))
  const isPossible = moment >= GAME_BEGAN && moment.getTime() <= now.getTime() + DAY_MS
  return isPossible ? null : { problem: `${column} is no possible time` }
}
