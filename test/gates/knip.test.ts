import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inScratchProject, knipFindings } from './findings.ts'

// The lint phase of `npm test` runs knip over the project. Here it is shown dead code of each kind.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

const planted = {
  'package.json': JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, 'left-pad': '1.3.0' } }),
  'src/server/main.ts': "import { used } from './site/used.ts'\n\nused()\n",
  'src/server/site/used.ts':
    'export const used = () => inside()\nexport const inside = () => 1\nexport type Nobodys = number\n',
  'src/server/site/dead.ts': 'export const dead = 1\n',
  'src/server/site/used.test.ts': "import { tested } from './tested.ts'\n\nit('is used by a test', () => tested())\n",
  'src/server/site/tested.ts': 'export const tested = () => 1\n',
  'bench/run.ts': 'export const median = 1\n',
  'src/web/shell/shell.ts': 'export const firstScreen = 1\n',
}

describe('knip', { timeout: 60_000 }, () => {
  const findings = inScratchProject(planted, knipFindings)

  it.each([
    ['a file that nobody imports', 'files', 'src/server/site/dead.ts', 'src/server/site/dead.ts'],
    ['an export that only its own file uses', 'exports', 'src/server/site/used.ts', 'inside'],
    ['a type that nobody uses', 'types', 'src/server/site/used.ts', 'Nobodys'],
    ['an export of a benchmark that nobody uses', 'exports', 'bench/run.ts', 'median'],
    ['a package that nobody imports', 'dependencies', 'package.json', 'left-pad'],
  ])('finds %s', (_what, rule, path, name) => {
    expect(findings).toContainEqual({ rule, path, name })
  })

  it('lets what is used be, by tests and by the server that loads the built shell too', () => {
    expect(findings.filter(({ name }) => ['used', 'tested', 'firstScreen'].includes(name))).toEqual([])
  })
})
