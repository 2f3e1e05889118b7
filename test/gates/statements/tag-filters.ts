import { type Column, isTag, resolve, type Schema } from './columns.ts'
import { type Level, type Node, type Source, wordsOf } from './levels.ts'

/** What the tag of a table is compared with: one value, several, or the rows of another source. */
export type Filter = { source: Source; by: 'one' | 'several' | 'rows' }

/** Every comparison of a distributed table's tag in a level. */
export function tagFilters(schema: Schema, level: Level): Filter[] {
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
