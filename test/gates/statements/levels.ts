import { parse } from 'libpg-query'
import type { Cut, Distribution } from '../distribution.ts'

/** A node of PostgreSQL's own parse tree. */
export type Node = { [key: string]: unknown }

/** Something that a level reads under a name: a table, a subquery, the result of a `with`, or a function. */
export type Source = { table: string | null; level: Level | null }

/** One select, insert, update or delete of a statement, with what stands in it but not in those below. */
export type Level = {
  kind: 'select' | 'insert' | 'update' | 'delete'
  parent: Level | null
  /** What the level is to the one above: a source in its `from`, a part of its expressions, or a result of its own. */
  place: 'from' | 'expression' | 'apart'
  /** The table that is changed. */
  target: string | null
  sources: Map<string, Source>
  /** Results of `with` that levels from here on downwards can read. */
  results: Map<string, Level>
  below: Level[]
  /** Nodes by type: ColumnRef, A_Expr, FuncCall ... */
  nodes: { type: string; node: Node }[]
}

const KINDS: Record<string, Level['kind']> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
}

/** The outermost levels of a text of SQL; none for commands that read and change no rows. */
export async function levelsOf(text: string): Promise<Level[]> {
  const { stmts } = (await parse(text)) as { stmts: Node[] }
  const root = openLevel('select', null, 'apart')
  for (const { stmt } of stmts) visit(stmt, root, 'apart')
  for (const level of root.below) level.parent = null
  return root.below
}

/** A level and all below it. */
export function wholeOf(level: Level): Level[] {
  return [level, ...level.below.flatMap(wholeOf)]
}

function openLevel(kind: Level['kind'], parent: Level | null, place: Level['place']): Level {
  const level = { kind, parent, place, target: null, sources: new Map(), results: new Map(), below: [], nodes: [] }
  parent?.below.push(level)
  return level
}

function enter(type: string, node: Node, parent: Level, place: Level['place']): Level {
  const level = openLevel(KINDS[type] ?? 'select', parent, place)
  const { withClause, relation, larg, rarg, ...rest } = node as { [key: string]: Node }
  for (const { CommonTableExpr } of (withClause?.ctes ?? []) as { CommonTableExpr: Node }[]) {
    visit(CommonTableExpr.ctequery, level, 'apart')
    level.results.set(String(CommonTableExpr.ctename), level.below.at(-1) as Level)
  }
  if (withClause?.recursive === true) level.nodes.push({ type: 'Recursive', node: withClause })
  if (relation !== undefined) {
    level.target = String(relation.relname)
    addTable(relation, level)
  }
  for (const branch of [larg, rarg]) if (branch !== undefined) enter('SelectStmt', branch, level, 'from')
  for (const [key, part] of Object.entries(rest))
    visit({ [key]: part }, level, key === 'selectStmt' ? 'from' : 'expression')
  return level
}

function visit(node: unknown, level: Level, place: Level['place']): void {
  if (Array.isArray(node)) for (const each of node) visit(each, level, place)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [type, inner] of Object.entries(node as Node)) {
    if (type in KINDS) enter(type, inner as Node, level, place)
    else if (type === 'RangeVar') addTable(inner as Node, level)
    else if (type === 'RangeSubselect') addSubquery(inner as Node, level)
    // The tables that a lock names are among the sources already.
    else if (type === 'LockingClause') level.nodes.push({ type, node: inner as Node })
    else visitOther(type, inner, level, place)
  }
}

function visitOther(type: string, inner: unknown, level: Level, place: Level['place']): void {
  const isNode = /^[A-Z]/.test(type) || type === 'onConflictClause'
  if (isNode && typeof inner === 'object') level.nodes.push({ type, node: inner as Node })
  if (type === 'RangeFunction') level.sources.set(aliasOf(inner as Node) ?? 'function', { table: null, level: null })
  visit(inner, level, place)
}

function addTable(relation: Node, level: Level): void {
  const name = String(relation.relname)
  const result = resultNamed(name, level)
  level.sources.set(aliasOf(relation) ?? name, { table: result === null ? name : null, level: result })
}

function addSubquery(range: Node, level: Level): void {
  visit(range.subquery, level, 'from')
  level.sources.set(aliasOf(range) ?? 'subquery', { table: null, level: level.below.at(-1) ?? null })
}

/** The words of a dotted name or of an operator, a star included. */
export function wordsOf(name: unknown): string[] {
  if (!Array.isArray(name)) return []
  return (name as { String?: { sval: string } }[]).map((part) => part.String?.sval ?? '*')
}

function resultNamed(name: string, level: Level | null): Level | null {
  return level === null ? null : (level.results.get(name) ?? resultNamed(name, level.parent))
}

function aliasOf(range: Node): string | null {
  const alias = range.alias as Node | undefined
  return alias === undefined ? null : String(alias.aliasname)
}

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
