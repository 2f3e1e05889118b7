import type { Cut, Distribution } from '../distribution.ts'
import { type Level, type Node, type Source, wordsOf } from './levels.ts'

/** The columns of each table, and how the tables are cut. */
export type Schema = Distribution & { columns: ReadonlyMap<string, readonly string[]> }

/** A column as a level names it: the source that it belongs to, and the level where that is. */
export type Column = { name: string; source: Source; level: Level }

/** The cut of a source that is itself a distributed table. */
export function cutOf({ cuts }: Schema, source: Source): Cut | null {
  return source.table === null ? null : (cuts.get(source.table) ?? null)
}

/** Whether a level, or anything that it reads, reads or changes a distributed table. */
export function touches(schema: Schema, level: Level): boolean {
  const sources = [...level.sources.values()]
  return sources.some((source) => isDistributed(schema, source)) || level.below.some((each) => touches(schema, each))
}

/** Whether the rows of a source come from distributed tables. */
export function isDistributed(schema: Schema, source: Source): boolean {
  return cutOf(schema, source) !== null || (source.level !== null && touches(schema, source.level))
}

/** Finds the source of a column, in this level or in one around it; null for what the schema does not know. */
export function resolve(schema: Schema, level: Level, reference: Node): Column | null {
  const parts = wordsOf(reference.fields)
  const name = parts.at(-1) ?? ''
  const alias = parts.length > 1 ? (parts[0] ?? null) : null
  for (let at: Level | null = level; at !== null; at = at.place === 'apart' ? null : at.parent) {
    const source = alias === null ? sourceWith(schema, at, name) : at.sources.get(alias)
    if (source !== undefined) return { name, source, level: at }
  }
  return null
}

/** Of a column without an alias: a table that has it, else something whose columns are not known. */
function sourceWith({ columns }: Schema, level: Level, name: string): Source | undefined {
  const sources = [...level.sources.values()]
  const table = sources.find((source) => source.table !== null && columns.get(source.table)?.includes(name))
  return table ?? sources.find((source) => source.table === null)
}

/** Whether a column is the one that its table is cut by. */
export function isTag(schema: Schema, column: Column): boolean {
  return cutOf(schema, column.source)?.column === column.name
}
