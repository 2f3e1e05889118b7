import { describe, expect, it } from 'vitest'
import { faults, innocent } from './faults.ts'
import { biomeFindings, compilerFindings, inScratchProject } from './findings.ts'

// A gate that cannot fail is no gate: every rule of biome.json and both compiler projects are shown a fault.
describe('Biome', () => {
  const planted = { ...innocent, ...Object.fromEntries(faults.map(({ path, text }) => [path, text])) }
  const findings = inScratchProject(planted, biomeFindings)

  it.each(faults.map(({ path, rule }) => [path, rule]))('finds the fault in %s (%s)', (path, rule) => {
    expect(findings.filter((finding) => finding.path === path).map((finding) => finding.rule)).toContain(rule)
  })

  it.each(Object.keys(innocent))('lets %s be', (path) => {
    const rules = ['noRestrictedImports', 'noRestrictedGlobals', 'noProcessEnv', 'noConsole', 'noNodejsModules']
    expect(findings.filter((finding) => finding.path === path && rules.includes(finding.rule))).toEqual([])
  })
})

describe('the compiler', () => {
  const planted = {
    'src/shared/page.ts': 'export const title = document.title\n',
    'src/shared/machine.ts': 'export const folder = process.cwd()\n',
    'src/server/page.ts': 'export const title = document.title\n',
    'src/web/machine.ts': 'export const folder = process.cwd()\n',
    'src/web/wrong.ts': "export const count: number = 'many'\n",
    'src/server/wrong.ts': "export const count: number = 'many'\n",
    'test/wrong.ts': "export const count: number = 'many'\n",
    'scripts/wrong.ts': "export const count: number = 'many'\n",
  }
  const found = (half: 'server' | 'web') =>
    inScratchProject(planted, (folder) => compilerFindings(folder, half)).map(({ path }) => path)

  it('knows neither page nor DOM on the server, and checks scripts and tests', () => {
    const wrong = [
      'scripts/wrong.ts',
      'src/server/page.ts',
      'src/server/wrong.ts',
      'src/shared/page.ts',
      'test/wrong.ts',
    ]
    expect(found('server').sort()).toEqual(wrong)
  })

  it('knows no Node in the web', () => {
    expect(found('web').sort()).toEqual(['src/shared/machine.ts', 'src/web/machine.ts', 'src/web/wrong.ts'])
  })
})
