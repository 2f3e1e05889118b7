import { describe, expect, it } from 'vitest'
import {
  type Distribution,
  distributionFaults,
  readDistribution,
  type StoredTable,
  storedTables,
} from './distribution.ts'
import { isTest, sourceFiles } from './source-files.ts'

describe('the schema', () => {
  it('can be distributed by tag, as deploy/citus/distribute.sql does', async () => {
    const { cuts } = readDistribution()
    expect(cuts.get('player_answers')).toEqual({ column: 'player_tag', family: 'player_months' })
    expect(cuts.get('club_answers')).toEqual({ column: 'club_tag', family: 'club_months' })
    expect(distributionFaults(await storedTables(), readDistribution())).toEqual([])
  })
})

describe('the gate on the schema', () => {
  const cut = { column: 'tag', family: 'months' }
  const distribution: Distribution = { cuts: new Map([['months', cut]]), local: new Set(['users']) }
  const users = table({ table: 'users', columns: ['id'], uniques: [['id']] })
  const faultsOf = (...tables: StoredTable[]) => distributionFaults([users, ...tables], distribution)

  function table(given: Partial<StoredTable>): StoredTable {
    const columns = ['tag', 'month']
    return { table: 'months', columns, uniques: [columns], triggers: [], references: [], identities: [], ...given }
  }

  it('accepts a schema without a fault', () => {
    expect(faultsOf(table({}))).toEqual([])
  })

  it.each<[Partial<StoredTable>, string]>([
    [{ uniques: [['id']] }, 'months is unique by id, without tag'],
    [{ triggers: ['touch'] }, 'months has the trigger touch'],
    [{ references: ['users'] }, 'months references users, which lies elsewhere'],
    [{ identities: ['integer'] }, 'months has an identity of type integer'],
    [{ columns: ['month'] }, 'months has no column tag'],
  ])('finds %o', (given, fault) => {
    expect(faultsOf(table(given))).toEqual([fault])
  })

  it('finds tables that are neither distributed nor local, and names of tables that do not exist', () => {
    expect(faultsOf(table({ table: 'news' }))).toEqual([
      'months is placed, but there is no such table',
      'news has to be either distributed or local',
    ])
  })

  it('finds a local table that references a distributed one', () => {
    const needy = table({ table: 'users', references: ['months'] })
    expect(distributionFaults([needy, table({})], distribution)).toEqual(['users is local and references months'])
  })
})

/** The names of the advisory locks in the code, by their numbers. */
function lockNumbers(texts: string[]): Map<string, string[]> {
  const locks = texts.flatMap((text) => [...text.matchAll(/const (\w+_LOCK) = ([\d_]+)/g)])
  const named = locks.map(([, name = '', number = '']) => ({ name, number }))
  return new Map(
    [...Map.groupBy(named, (lock) => lock.number)].map(([number, of]) => [number, of.map((lock) => lock.name)]),
  )
}

/** Advisory locks with the same number. Code that takes one while it holds the other would wait for itself for ever. */
function shared(texts: string[]): string[][] {
  return [...lockNumbers(texts).values()].filter((names) => names.length > 1)
}

it('every advisory lock has its own number', () => {
  const texts = sourceFiles().flatMap(({ path, text }) => (path.startsWith('src/server/') && !isTest(path) ? text : []))
  expect(lockNumbers(texts).size).toBeGreaterThan(1)
  expect(shared(texts)).toEqual([])
})

it('the gate on advisory locks finds two with the same number', () => {
  expect(shared(['const A_LOCK = 1_0\n', 'const B_LOCK = 2\nconst C_LOCK = 1_0'])).toEqual([['A_LOCK', 'C_LOCK']])
})
