import * as z from 'zod'
import { isMovedTable, MOVED_SETTING, MOVED_TABLES, type MovedTable, partitionColumn } from './moved-tables.ts'

/**
 * An export is NDJSON: a header, then one line a stored row, then an end by which one that was cut short is recognised.
 * `{"format":"delphin-history","version":1,"schema":"0004-collection","exported_at":"..."}`
 * `{"table":"clubs","row":{"tag":"#2PP", ...}}` with columns by name, times as ISO text, lists as lists
 * `{"format":"delphin-history","end":{"rows":123}}`
 */
export const FORMAT = 'delphin-history'
export const VERSION = 1

export const Header = z.object({ format: z.literal(FORMAT), version: z.int(), schema: z.string() })
export const End = z.object({ format: z.literal(FORMAT), end: z.object({ rows: z.int() }) })
export const StoredRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) })

export type Row = Record<string, unknown>

/** Nothing of the game is older: its first players came in June 2017. */
export const GAME_BEGAN = new Date('2017-06-01T00:00:00Z')

const DAY_MS = 86_400_000

/** The table of a row, or why it is none of ours, in words. */
export function tableOfRow({ table, row }: z.output<typeof StoredRow>, now: Date): MovedTable | { problem: string } {
  if (!isMovedTable(table)) return { problem: `no table of an export is called ${JSON.stringify(table.slice(0, 60))}` }
  if (table === 'settings' && row.key !== MOVED_SETTING) return { problem: 'this setting is not moved' }
  const absent = MOVED_TABLES[table].key.find((column) => row[column] === undefined || row[column] === null)
  if (absent !== undefined) return { problem: `the row has no ${absent}` }
  const column = partitionColumn(table)
  if (column === null) return table
  const moment = new Date(String(row[column]))
  const possible = moment >= GAME_BEGAN && moment.getTime() <= now.getTime() + DAY_MS
  return possible ? table : { problem: `${column} is no possible time` }
}
