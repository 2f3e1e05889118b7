import { describe, expect, it } from 'vitest'
import { readShards, readSteps } from './distribute.ts'

describe('the statements that distribute the history', () => {
  it('are sent one at a time, in the order of the file, and leave distributed tables alone', () => {
    const steps = readSteps()
    expect(steps[0]?.table).toBe('player_months')
    expect(steps.every(({ statement }) => statement.includes('where not exists'))).toBe(true)
  })

  it('are read without comments and empty ends', () => {
    const one = "select create_distributed_table('days', 'tag')"
    expect(readSteps(`-- first;\n${one};\n\n-- second\n`)).toEqual([{ table: 'days', statement: one }])
    expect(() => readSteps('select 1;')).toThrow('This statement distributes no table: select 1')
  })
})

describe('the number of shards', () => {
  it('is left to us, or a whole number', () => {
    expect(readShards(undefined)).toBe(null)
    expect(readShards('24')).toBe(24)
    for (const wrong of ['', '0', '-8', '8.5', 'many', '64001'])
      expect(() => readShards(wrong)).toThrow('--shards has to be')
  })
})
