import { describe, expect, it } from 'vitest'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

/** The type of one value within a query of the query builder. */
const SCALARS = new Set(['boolean', 'string', 'number', 'string[]', 'number[]', 'CalendarDay'])

const TYPED_SQL = /\bsql(?:\.raw)?<(.*?)>\s*[(`]|\bexecuteQuery<(.*?)>\(/gs

/** Row types that only their author vouches for: `sql<Row>`, `sql.raw<Row>` and `executeQuery<Row>`. */
function uncheckedRows({ path, text }: SourceFile): string[] {
  const types = [...text.matchAll(TYPED_SQL)].map(([, ofSql, ofQuery]) => (ofSql ?? ofQuery ?? '').trim())
  return types.filter((type) => !SCALARS.has(type)).map((type) => `${path}: ${type.replaceAll(/\s+/g, ' ')}`)
}

describe('rows of SQL written by hand', () => {
  it('are declared by queryRows or defineQuery, which tests hold against the store’s answers', () => {
    const sources = sourceFiles().filter(({ path }) => path.startsWith('src/server/') && !isTest(path))
    expect(sources.flatMap(uncheckedRows)).toEqual([])
  })

  const file = (text: string): SourceFile => ({ path: 'a.ts', text })

  it.each([
    ['sql<{ tag: string }>`select tag from clubs`', '{ tag: string }'],
    ['sql<StoredClub>`select * from clubs`', 'StoredClub'],
    ['sql<Row<StoredPlayer>>`select * from players`', 'Row<StoredPlayer>'],
    ['sql<{ ranks: Record<string, number> | null }>`select ranks`', '{ ranks: Record<string, number> | null }'],
    ['sql.raw<Row>(text)', 'Row'],
    ['db.executeQuery<Row>(query)', 'Row'],
  ])('are found by the gate in %s', (text, type) => {
    expect(uncheckedRows(file(`const found = await ${text}`))).toEqual([`a.ts: ${type}`])
  })

  it('are found by the gate where the type takes several lines', () => {
    expect(uncheckedRows(file('sql<{\n  tag: string\n}>`select tag`'))).toEqual(['a.ts: { tag: string }'])
  })

  it('are not found where SQL answers one value or nothing', () => {
    const text = `query.where(sql<boolean>\`not exists (select 1)\`).select(sql<string[]>\`tags\`.as('tags'))
      await sql\`delete from clubs\`.execute(db)`
    expect(uncheckedRows(file(text))).toEqual([])
  })
})
