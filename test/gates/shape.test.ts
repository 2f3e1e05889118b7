import { describe, expect, it } from 'vitest'
import { badHabits, isTest, lengths, overBudget, sourceFiles, statesNothing } from './shape.ts'

const files = sourceFiles()
const sources = files.filter(({ path }) => !isTest(path))
const tests = files.filter(({ path }) => isTest(path))
const file = (lines: number, path = 'src/shared/a.ts') => ({ path, text: 'a\n'.repeat(lines) })
const line = (text: string) => badHabits({ path: 'src/shared/a.ts', text })

describe('the shape of the project', () => {
  it('keeps files short', () => {
    console.log('sources', lengths(sources), 'tests', lengths(tests))
    expect([overBudget(sources), overBudget(tests)]).toEqual([[], []])
  })

  it('hides nothing from its checks and leaves nothing to do', () => {
    expect(files.flatMap(badHabits)).toEqual([])
  })

  it('has an expectation in every test file', () => {
    expect(tests.filter(statesNothing).map(({ path }) => path)).toEqual([])
  })
})

describe('the check of the shape', () => {
  it('finds a file that is too long', () => {
    const many = Array.from({ length: 40 }, () => file(10))
    expect(overBudget([...many, file(300)])).toEqual([])
    expect(overBudget([...many, file(301, 'src/long.ts')])).toEqual(['src/long.ts has 301 lines (at most 300)'])
  })

  it('finds files that are too long on the whole', () => {
    expect(overBudget([file(59), file(59)])).toEqual([])
    expect(overBudget([file(10), file(60), file(60)])).toEqual(['half of the files have 60 lines or more (under 60)'])
    const some = [...Array.from({ length: 18 }, () => file(10)), file(200), file(200)]
    expect(overBudget(some)).toEqual(['one file in twenty has 200 lines or more (under 200)'])
  })

  it.each([
    ['a suppressed type error', `// @ts-${'ignore'}`],
    ['a suppressed lint rule', `// biome-${'ignore'} lint: because`],
    ['a note', `// TO${'DO'}: later`],
    ['another note', `/* FIX${'ME'} */`],
    ['a skipped test', `it.${'skip'}('works')`],
    ['a focused group', `describe.${'only'}('works')`],
  ])('finds %s', (_what, text) => {
    expect(line(text)).toHaveLength(1)
  })

  it.each(['const many: string', "it.skipIf(missing)('works')", 'import { todo } from "./a.ts"'])(
    'lets "%s" be',
    (text) => {
      expect(line(text)).toEqual([])
    },
  )

  it.each(['utils', 'helpers', 'types', 'misc', 'common', 'index'])('finds a file called %s', (name) => {
    expect(badHabits({ path: `src/web/${name}.ts`, text: '' })).toEqual([`src/web/${name}.ts: the name says nothing`])
  })

  it('finds a test that states nothing', () => {
    expect(statesNothing({ path: 'src/a.test.ts', text: "it('works', () => run())" })).toBe(true)
    expect(statesNothing({ path: 'src/a.test.ts', text: "it('works', () => expect(1).toBe(1))" })).toBe(false)
  })
})
