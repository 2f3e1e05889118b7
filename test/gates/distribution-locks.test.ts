import { expect, it } from 'vitest'
import { isTest, sourceFiles } from './source-files.ts'

/** Advisory locks by their numbers, in the order of the files. */
function lockNumbers(texts: string[]): Map<string, string[]> {
  const locks = texts.flatMap((text) => [...text.matchAll(/const (\w+_LOCK) = ([\d_]+)/g)])
  const named = locks.map(([, name = '', number = '']) => ({ name, number }))
  return new Map(
    [...Map.groupBy(named, (lock) => lock.number)].map(([number, of]) => [number, of.map((lock) => lock.name)]),
  )
}

/** One holds its lock while the other is taken on another connection: with one number they wait for each other for ever. */
function shared(texts: string[]): string[][] {
  return [...lockNumbers(texts).values()].filter((names) => names.length > 1)
}

it('no two advisory locks have one number', () => {
  const texts = sourceFiles().flatMap(({ path, text }) => (path.startsWith('src/server/') && !isTest(path) ? text : []))
  expect(lockNumbers(texts).size).toBeGreaterThan(1)
  expect(shared(texts)).toEqual([])
})

it('two with one number would be found', () => {
  expect(shared(['const A_LOCK = 1_0\n', 'const B_LOCK = 2\nconst C_LOCK = 1_0'])).toEqual([['A_LOCK', 'C_LOCK']])
})
