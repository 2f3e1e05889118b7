import {
  type Column,
  cutOf,
  isDistributed,
  isTag,
  type Level,
  levelsOf,
  type Node,
  resolve,
  type Schema,
  type Source,
  touches,
  wholeOf,
  wordsOf,
} from './levels.ts'

/**
 * Why Citus would refuse a statement, or ask every shard for it, in words; empty where it is right. Light: it looks at
 * the shape of a statement, not at its plan.
 */
export async function refusals(text: string, schema: Schema): Promise<string[]> {
  const levels = (await levelsOf(text)).filter((level) => touches(schema, level))
  return [...new Set(levels.flatMap(wholeOf).flatMap((level) => levelFaults(schema, level)))]
}

function levelFaults(schema: Schema, level: Level): string[] {
  return [
    ...families(schema, level),
    ...shapes(level),
    ...strays(schema, level),
    ...locks(schema, level),
    ...changes(schema, level),
    ...fanOuts(schema, level),
  ]
}

function families(schema: Schema, level: Level): string[] {
  const joined = new Set([...level.sources.values()].flatMap((source) => cutOf(schema, source)?.family ?? []))
  return joined.size > 1 ? [`joins ${[...joined].sort().join(' with ')}`] : []
}

function shapes({ nodes }: Level): string[] {
  const has = (wanted: string) => nodes.some(({ type }) => type === wanted)
  return [...(has('Recursive') ? ['is recursive'] : []), ...(has('GroupingSet') ? ['has grouping sets'] : [])]
}

/** A subquery over a distributed table can be asked for each row of a table cut the same way, and of no other. */
function strays(schema: Schema, level: Level): string[] {
  const own = [...level.sources.values()].find((source) => cutOf(schema, source) !== null)
  if (own === undefined) return []
  const outer = level.nodes.flatMap(({ type, node }) => {
    const column = type === 'ColumnRef' ? resolve(schema, level, node) : null
    return column !== null && column.level !== level && !isDistributed(schema, column.source) ? [column] : []
  })
  return outer.length > 0 ? [`asks ${own.table} for each row of something that is not distributed`] : []
}

function locks(schema: Schema, level: Level): string[] {
  const single = new Set(tagFilters(schema, level).flatMap(({ source, by }) => (by === 'one' ? source : [])))
  return level.nodes.flatMap(({ type, node }) => {
    if (type !== 'LockingClause') return []
    const named = (node.lockedRels as { RangeVar: Node }[] | undefined)?.map(({ RangeVar }) => String(RangeVar.relname))
    const locked = [...level.sources].filter(([alias]) => named === undefined || named.includes(alias))
    return locked.flatMap(([, source]) =>
      cutOf(schema, source) !== null && !single.has(source) ? [`locks rows of ${source.table} of several tags`] : [],
    )
  })
}

function changes(schema: Schema, level: Level): string[] {
  if (level.target === null || level.kind === 'insert') return level.target === null ? [] : upserts(schema, level)
  if (!schema.cuts.has(level.target)) {
    const reads = [...level.sources.values()].some((source) => isDistributed(schema, source))
    return reads || touches(schema, level) ? [`changes ${level.target}, which is local, by what is distributed`] : []
  }
  return [...setsTag(schema, level), ...(tellsTime(level.nodes) ? [`changes ${level.target} by the time of day`] : [])]
}

function upserts(schema: Schema, level: Level): string[] {
  const conflict = level.nodes.some(
    ({ type, node }) => type === 'onConflictClause' && node.action === 'ONCONFLICT_UPDATE',
  )
  if (!conflict || !schema.cuts.has(level.target ?? '')) return []
  const time = tellsTime(level.nodes) ? [`changes ${level.target} by the time of day`] : []
  return [...setsTag(schema, level), ...time]
}

function setsTag({ cuts }: Schema, { target, nodes }: Level): string[] {
  const tag = cuts.get(target ?? '')?.column
  const sets = nodes.some(({ type, node }) => type === 'ResTarget' && node.name === tag && node.val !== undefined)
  return sets ? [`changes the tag of ${target}`] : []
}

const MOVING = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'random', 'gen_random_uuid'])

function tellsTime(nodes: Level['nodes']): boolean {
  return nodes.some(({ type, node }) => {
    return type === 'SQLValueFunction' || (type === 'FuncCall' && MOVING.has(wordsOf(node.funcname).at(-1) ?? ''))
  })
}

/** Every distributed table has to be told which tags are meant, by values or by rows that carry them. */
function fanOuts(schema: Schema, level: Level): string[] {
  const told = new Set(tagFilters(schema, level).map(({ source }) => source))
  const linked = level.nodes.some(({ type, node }) => {
    const column = type === 'ColumnRef' ? resolve(schema, level, node) : null
    return column !== null && column.level !== level && isTag(schema, column)
  })
  return [...level.sources.values()].flatMap((source) => {
    const written = level.kind === 'insert' && source.table === level.target
    if (cutOf(schema, source) === null || written || told.has(source) || linked) return []
    return [`asks every shard of ${source.table}`]
  })
}

/** What the tag of a table is compared with: one value, several, or the rows of another source. */
type Filter = { source: Source; by: 'one' | 'several' | 'rows' }

/** Every comparison of a distributed table's tag in a level. */
function tagFilters(schema: Schema, level: Level): Filter[] {
  return level.nodes.flatMap(({ type, node }) => {
    if (type !== 'A_Expr' || wordsOf(node.name).join('.') !== '=') return []
    const sides = [node.lexpr, node.rexpr] as Node[]
    return sides.flatMap((side, index) => {
      const column = columnIn(schema, level, side)
      if (column === null || column.level !== level || !isTag(schema, column)) return []
      const by = comparedWith(schema, level, String(node.kind), sides[1 - index])
      return by === null ? [] : [{ source: column.source, by }]
    })
  })
}

function comparedWith(schema: Schema, level: Level, kind: string, other: Node | undefined): Filter['by'] | null {
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') return 'several'
  if (kind !== 'AEXPR_OP' || other === undefined) return null
  if (isValue(other)) return 'one'
  return columnIn(schema, level, other) === null ? null : 'rows'
}

/** The column that an expression is, casts and collations aside. */
function columnIn(schema: Schema, level: Level, expression: Node | undefined): Column | null {
  const plain = bare(expression)
  return plain?.ColumnRef === undefined ? null : resolve(schema, level, plain.ColumnRef as Node)
}

function isValue(expression: Node): boolean {
  const plain = bare(expression)
  return plain?.ParamRef !== undefined || plain?.A_Const !== undefined
}

function bare(expression: Node | undefined): Node | undefined {
  const wrapped = (expression?.TypeCast ?? expression?.CollateClause) as Node | undefined
  return wrapped === undefined ? expression : bare(wrapped.arg as Node)
}
