import { describe, expect, it } from 'vitest'
import { readStatements } from './distribute.ts'

describe('the statements that distribute the history', () => {
  it('are sent one at a time, in the order of the file', () => {
    const statements = readStatements()
    expect(statements[0]).toBe('set citus.shard_count = 32')
    expect(statements[1]).toMatch(/^select create_distributed_table\('player_months'/)
    expect(statements.slice(1).every((statement) => statement.includes('where not exists'))).toBe(true)
  })

  it('leave comments and empty ends out', () => {
    expect(readStatements('-- first;\nselect 1;\n\n-- second\nselect 2;\n')).toEqual(['select 1', 'select 2'])
  })
})
