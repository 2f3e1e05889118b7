import { describe, expect, it } from 'vitest'
import {
  badHabits,
  depth,
  lengths,
  missedDepth,
  missedLengths,
  statesNothing,
  TARGETS,
  tooLong,
  wingCircles,
} from './shape.ts'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const sources = files.filter(({ path }) => path.startsWith('src/') && !isTest(path))
const tests = files.filter(({ path }) => isTest(path))
const file = (lines: number, path = 'src/shared/a.ts'): SourceFile => ({ path, text: 'a\n'.repeat(lines) })
const alike = (count: number, lines: number) => Array.from({ length: count }, () => file(lines))
const line = (text: string) => badHabits({ path: 'src/shared/a.ts', text })

describe('the shape of the project', () => {
  it('has few files of a readable length', () => {
    console.log('sources', lengths(sources), 'tests', lengths(tests))
    expect([missedLengths(sources), tooLong(files)]).toEqual([[], []])
  })

  it('lets a page or a call be followed through few files', () => {
    const { codeFiles, singleImporter, crumbs, toOpen } = depth(sources)
    console.log({ codeFiles, singleImporter: singleImporter.length, crumbs: crumbs.length, toOpen })
    expect(Object.keys(TARGETS.toOpen).filter((path) => !sources.some((each) => each.path === path))).toEqual([])
    expect(missedDepth(sources)).toEqual([])
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

  it('finds files that are too short or too long on the whole', () => {
    expect([alike(3, 60), alike(3, 140)].flatMap(missedLengths)).toEqual([])
    expect(missedLengths(alike(3, 59))).toEqual(['the median file has 59 lines (60 to 140)'])
    expect(missedLengths(alike(3, 141))).toEqual(['the median file has 141 lines (60 to 140)'])
    expect(missedLengths([...alike(18, 100), ...alike(2, 251)])).toEqual([
      'one file in twenty has more than 250 lines (at most 250)',
    ])
  })

  const imports = (path: string, ...names: string[]): SourceFile => ({
    path,
    text: `${names.map((name) => `import '${name}'\n`).join('')}${'// line\n'.repeat(30)}`,
  })
  const page = 'src/web/pages/club/ClubPage.tsx'
  const parts = Array.from({ length: 45 }, (_, place) => `src/web/ui/part-${place}.ts`)
  const byName = (path: string) => path.replace(/^src\//, '#')

  it('finds a page for which too many files must be opened, src/shared apart', () => {
    const shared = imports('src/shared/a.ts')
    const all = (names: string[]) => [
      imports(page, '#shared/a.ts', ...names.map(byName)),
      imports('src/web/routes.ts', ...names.map(byName)),
      shared,
      ...names.map((path) => imports(path)),
    ]
    expect(missedDepth(all(parts.slice(1)))).toEqual([])
    expect(missedDepth(all(parts))).toEqual([`files to open for ${page}: 46 (at most 45)`])
  })

  it('finds crumbs and files that serve a single other one', () => {
    const users = [imports('src/web/ui/a.ts', './only.ts', './twice.ts'), imports('src/web/ui/b.ts', './twice.ts')]
    const rest = Array.from({ length: 2 }, (_, place) => imports(`src/web/ui/${place}.ts`))
    const crumb = file(20, 'src/web/ui/only.ts')
    expect(missedDepth([...users, ...rest, imports('src/web/ui/only.ts'), imports('src/web/ui/twice.ts')])).toEqual([])
    expect(missedDepth([...users, ...rest, crumb, imports('src/web/ui/twice.ts')])).toEqual([
      'crumbs (src/web/ui/only.ts): 1 (at most 0)',
    ])
    expect(missedDepth([imports('src/web/ui/a.ts', './only.ts'), imports('src/web/ui/only.ts')])).toEqual([
      'files with one importer: 1 (at most 0)',
    ])
  })

  it('finds that there are too many files', () => {
    const many = Array.from({ length: 471 }, (_, place) => file(1, `src/web/ui/${place}.ts`))
    expect(missedDepth(many)).toEqual(['code files: 471 (at most 470)'])
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
