import { describe, expect, it } from 'vitest'
import { badHabits, statesNothing, tooLong, tooManyCrumbs, wingCircles } from './shape.ts'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const sources = files.filter(({ path }) => path.startsWith('src/') && !isTest(path))
const tests = files.filter(({ path }) => isTest(path))
const file = (lines: number, path = 'src/shared/a.ts'): SourceFile => ({ path, text: 'a\n'.repeat(lines) })
const line = (text: string) => badHabits({ path: 'src/shared/a.ts', text })

describe('the shape of the project', () => {
  it('has no file that is too long', () => {
    expect(tooLong(files)).toEqual([])
  })

  it('has hardly any crumbs', () => {
    expect(tooManyCrumbs(sources)).toEqual([])
  })

  it('has no wings that import each other in a circle', () => {
    expect(wingCircles(sources)).toEqual([])
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
    expect(tooLong([file(400), file(401, 'src/long.ts')])).toEqual(['src/long.ts has 401 lines (at most 400)'])
  })

  const imports = (path: string, ...names: string[]): SourceFile => ({
    path,
    text: `${names.map((name) => `import '${name}'\n`).join('')}${'// line\n'.repeat(30)}`,
  })

  it('finds crumbs once they are more than one file in fifty', () => {
    const users = [imports('src/web/ui/a.ts', './only.ts', './twice.ts'), imports('src/web/ui/b.ts', './twice.ts')]
    const few = [...users, file(20, 'src/web/ui/only.ts'), file(20, 'src/web/ui/twice.ts')]
    const rest = Array.from({ length: 46 }, (_, place) => imports(`src/web/ui/${place}.ts`))
    expect(tooManyCrumbs(few)).toEqual(['src/web/ui/only.ts'])
    expect(tooManyCrumbs([...users, file(21, 'src/web/ui/only.ts')])).toEqual([])
    expect(tooManyCrumbs([...few, ...rest])).toEqual([])
  })

  it('finds wings in a circle, and looks past the files that put them together', () => {
    const [a, b] = [imports('src/server/game/a.ts', '#server/site/b.ts'), imports('src/server/site/x/b.ts')]
    expect(wingCircles([imports('src/server/app.ts', '#server/game/a.ts'), a, b])).toEqual([])
    expect(
      wingCircles([
        imports('src/server/game/a.ts', '#server/site/x/b.ts'),
        imports('src/server/site/x/b.ts', '#server/game/a.ts'),
      ]),
    ).toEqual([['src/server/game', 'src/server/site']])
  })

  it.each([
    ['a suppressed type error', `// @ts-${'ignore'}`],
    ['a suppressed lint rule', `// biome-${'ignore'} lint: because`],
    ['a note', `// TO${'DO'}: later`],
    ['another note', `/* FIX${'ME'} */`],
    ['a long comment', `  // ${'word '.repeat(26)}`],
    ['a long line of a docstring', ` * ${'word '.repeat(26)}`],
    ['a skipped test', `it.${'skip'}('works')`],
    ['a focused group', `describe.${'only'}('works')`],
    ['a field of an answer of any type', `expect(answer.json()${'.'}name).toBe(1)`],
    ['a field of an awaited answer of any type', `expect((await get('/api')).json()${'.'}members).toEqual([])`],
    ['fields of an answer of any type', '  const { token } = (await logIn()).json()'],
    ['a comment that cites a paper that is not here', `/** As decided (spec${':'} Regions). */`],
    ['a comment that cites a decision of elsewhere', `// Guests wait (decision D${7}).`],
  ])('finds %s', (_what, text) => {
    expect(line(text)).toHaveLength(1)
  })

  it.each([
    'const many: string',
    `  // ${'word '.repeat(24)}`,
    "it.skipIf(missing)('works')",
    'import { todo } from "./a.ts"',
    'expect(answer.json()).toEqual({ ok: true })',
    'const { members } = (await answer.json()) as Output<typeof getClub>',
  ])('lets "%s" be', (text) => {
    expect(line(text)).toEqual([])
  })

  it.each(['utils', 'helpers', 'types', 'misc', 'common', 'index'])('finds a file called %s', (name) => {
    expect(badHabits({ path: `src/web/${name}.ts`, text: '' })).toEqual([`src/web/${name}.ts: the name says nothing`])
  })

  it('finds a test that states nothing', () => {
    expect(statesNothing({ path: 'src/a.test.ts', text: "it('works', () => run())" })).toBe(true)
    expect(statesNothing({ path: 'src/a.test.ts', text: "it('works', () => expect(1).toBe(1))" })).toBe(false)
  })
})
