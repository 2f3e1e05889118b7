import { describe, expect, it } from 'vitest'
import { faults, innocent } from './faults.ts'
import { biomeFindings, compiledFiles, compilerFindings, inScratchProject } from './findings.ts'
import { sourceFiles } from './source-files.ts'

// A gate must be able to fail: each rule of biome.json and both compiler projects are tested with a planted fault.
describe('Biome', () => {
  const planted = { ...innocent, ...Object.fromEntries(faults.map(({ path, text }) => [path, text])) }
  const findings = inScratchProject(planted, biomeFindings)

  it.each(faults.map(({ path, rule }) => [path, rule]))('finds the fault in %s (%s)', (path, rule) => {
    expect(findings.filter((finding) => finding.path === path).map((finding) => finding.rule)).toContain(rule)
  })

  it.each(Object.keys(innocent))('accepts %s', (path) => {
    const rules = ['noRestrictedImports', 'noRestrictedGlobals', 'noProcessEnv', 'noConsole', 'noNodejsModules']
    expect(findings.filter((finding) => finding.path === path && rules.includes(finding.rule))).toEqual([])
  })
})

const WRONG = "export const count: number = 'many'\n"
const WRONG_ON_SERVER = [
  'bench/wrong.ts',
  'scripts/wrong.ts',
  'src/demo/wrong.test.ts',
  'src/server/site/clubs/wrong.test.ts',
  'src/server/wrong.ts',
  'test/e2e/wrong.story.test.ts',
  'test/gates/wrong.ts',
  'test/wrong.ts',
]
const WRONG_IN_WEB = [
  'src/web/pages/home/wrong.test.tsx',
  'src/web/ui/wrong.test.ts',
  'src/web/wrong.ts',
  'test/wrong.tsx',
]

describe('the compiler', () => {
  const planted = {
    'src/shared/page.ts': 'export const title = document.title\n',
    'src/shared/machine.ts': 'export const folder = process.cwd()\n',
    'src/server/page.ts': 'export const title = document.title\n',
    'src/web/machine.ts': 'export const folder = process.cwd()\n',
    ...Object.fromEntries([...WRONG_ON_SERVER, ...WRONG_IN_WEB].map((path) => [path, WRONG])),
  }
  const found = (half: 'server' | 'web') =>
    inScratchProject(planted, (folder) => compilerFindings(folder, half)).map(({ path }) => path)

  it('reads every TypeScript file of the project', () => {
    const read = new Set((['server', 'web'] as const).flatMap((half) => compiledFiles(process.cwd(), half)))
    const written = sourceFiles().flatMap(({ path }) => (/\.tsx?$/.test(path) ? path : []))
    expect(written.filter((path) => !read.has(path))).toEqual([])
  })

  it('allows no DOM on the server, and checks scripts, benchmarks, tests and browser stories', () => {
    expect(found('server').sort()).toEqual([...WRONG_ON_SERVER, 'src/server/page.ts', 'src/shared/page.ts'].sort())
  })

  it('allows no Node in the web, and checks its tests', () => {
    expect(found('web').sort()).toEqual([...WRONG_IN_WEB, 'src/shared/machine.ts', 'src/web/machine.ts'].sort())
  })
})
