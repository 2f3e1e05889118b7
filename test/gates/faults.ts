/** A file with one fault, and the rule that must find it. */
export type Fault = { path: string; text: string; rule: string }

/** An import that this file may not make. Which folder may import which is in folders.test.ts. */
function forbidden(path: string, from: string): Fault {
  return { path, text: `import { thing } from '${from}'\n\nexport const copy = thing\n`, rule: 'noRestrictedImports' }
}

const imports = [
  forbidden('src/shared/library.ts', 'kysely'),
  forbidden('src/shared/node.ts', 'node:fs'),
  forbidden('src/shared/contract/test.ts', '#test/open-context.ts'),
  forbidden('src/server/context.ts', '#server/site/clubs/routes.ts'),
  forbidden('src/server/main.ts', '#web/routes.tsx'),
  forbidden('src/server/app.ts', '#test/open-context.ts'),
  forbidden('src/server/start-product.ts', './site/clubs/routes.ts'),
  forbidden('src/server/metrics/library.ts', 'kysely'),
  forbidden('src/server/kernel/network.ts', 'undici'),
  forbidden('src/server/site/clubs/network.ts', 'undici'),
  forbidden('src/server/site/clubs/test.ts', '#test/open-context.ts'),
  forbidden('src/server/site/clubs/test-tool.ts', 'vitest'),
  forbidden('src/server/collector/slice.ts', '#server/site/accounts/sessions.ts'),
  forbidden('src/web/network.ts', 'undici'),
  forbidden('src/web/pages/home/test.ts', '#test/render-page.tsx'),
  forbidden('src/demo/world/server.ts', '#server/config.ts'),
  {
    path: 'src/web/node.ts',
    text: "import { join } from 'node:path'\n\nexport const path = join('a')\n",
    rule: 'noNodejsModules',
  },
]

const habits: Fault[] = [
  {
    path: 'src/web/pages/home/Literal.tsx',
    text: 'export function Literal() {\n  return <p>It says this in English only.</p>\n}\n',
    rule: 'noJsxLiterals',
  },
  { path: 'src/server/site/clubs/env.ts', text: 'export const port = process.env.PORT\n', rule: 'noProcessEnv' },
  { path: 'src/demo/env.ts', text: 'export const port = process.env.PORT\n', rule: 'noProcessEnv' },
  { path: 'src/server/site/clubs/fetch.ts', text: "export const club = fetch('/club')\n", rule: 'noRestrictedGlobals' },
  { path: 'src/web/pages/home/fetch.ts', text: "export const club = fetch('/club')\n", rule: 'noRestrictedGlobals' },
  {
    path: 'src/web/pages/home/fetch-by-window.ts',
    text: "export const club = window.fetch('/club')\n",
    rule: 'noJsRestrictedProperties',
  },
  { path: 'src/server/site/clubs/default.ts', text: 'export default 1\n', rule: 'noDefaultExport' },
  { path: 'src/shared/barrel.ts', text: "export { a } from './a.ts'\n", rule: 'noBarrelFile' },
  { path: 'src/shared/barrel-of-all.ts', text: "export * from './a.ts'\n", rule: 'noReExportAll' },
  { path: 'src/shared/any.ts', text: 'export const a: any = 1\n', rule: 'noExplicitAny' },
  { path: 'src/server/site/clubs/console.ts', text: "console.log('here')\n", rule: 'noConsole' },
  {
    path: 'src/shared/no-ending.ts',
    text: "import { a } from './a'\n\nexport const b = a\n",
    rule: 'useImportExtensions',
  },
  { path: 'src/shared/badName.ts', text: 'export const a = 1\n', rule: 'useFilenamingConvention' },
  { path: 'src/shared/unused.ts', text: 'const a = 1\n', rule: 'noUnusedVariables' },
  {
    path: 'src/server/site/clubs/undeclared.ts',
    text: "import { a } from 'lodash'\n\nexport const b = a\n",
    rule: 'noUndeclaredDependencies',
  },
  {
    path: 'src/shared/round.ts',
    text: "import { round } from './about.ts'\n\nexport const about = () => round()\n",
    rule: 'noImportCycles',
  },
  {
    path: 'src/shared/about.ts',
    text: "import { about } from './round.ts'\n\nexport const round = () => about()\n",
    rule: 'noImportCycles',
  },
  { path: 'src/shared/layout.ts', text: 'export const  a = 1\n', rule: 'format' },
  { path: 'src/shared/ignored.ts', text: `// @ts-${'ignore'}\nexport const a = 1\n`, rule: 'noTsIgnore' },
  { path: 'src/shared/long.ts', text: longFunction(61), rule: 'noExcessiveLinesPerFunction' },
  { path: 'src/shared/focused.test.ts', text: `it.${'only'}('works', () => {})\n`, rule: 'noFocusedTests' },
  { path: 'src/shared/skipped.test.ts', text: `it.${'skip'}('works', () => {})\n`, rule: 'noSkippedTests' },
]

function longFunction(lines: number): string {
  const body = Array.from({ length: lines }, (_, line) => `  list.push(${line})\n`).join('')
  return `export function fill(list: number[]) {\n${body}}\n`
}

export const faults: Fault[] = [...imports, ...habits]

/** Files without a fault. The rules must accept them: a rule that forbids everything would find every fault too. */
export const innocent: Record<string, string> = {
  'src/shared/a.ts': 'export const a = 1\n',
  'src/shared/contract/clubs.ts': uses('zod', '../a.ts'),
  'src/server/site/clubs/routes.ts': uses(
    '#server/context.ts',
    '#server/database/tables.ts',
    '#server/history/series.ts',
    '#server/metrics/trophy-gain.ts',
    '#shared/a.ts',
    '../http/serve.ts',
    './club-analytics.ts',
    'fastify',
  ),
  'src/server/site/search/routes.ts': uses('#server/collector/collect-tag.ts', '../accounts/search-quota.ts'),
  'src/server/site/clubs/routes.test.ts': uses('#server/site/players/routes.ts', '#test/open-context.ts', 'vitest'),
  'src/server/history/ingest/ingest.ts': uses('#server/game/answers.ts', '../series.ts', './ledger.ts', 'kysely'),
  'src/server/metrics/trophy-gain.ts': uses('#shared/a.ts', './numbers.ts'),
  'src/server/game/client.ts': `${uses('#shared/a.ts', 'undici')}\nexport const answer = fetch('/')\n`,
  'src/server/config.ts': 'export const port = process.env.PORT\n',
  'src/web/app/api-client.ts': "export const answer = fetch('/')\n",
  'src/web/pages/search/SearchPage.tsx': uses('#web/app/api-client.ts', '#web/ui/Card.tsx'),
  'src/web/routes.ts': uses('#web/chrome/Frame.tsx', '#web/pages/club/ClubPage.tsx'),
  'src/demo/main.ts': uses('#demo/world/world.ts', '#shared/a.ts', 'fastify', 'node:http'),
  'scripts/report.ts': "import { a } from '#server/a.ts'\n\nconsole.log(a, process.env.CI)\n",
}

function uses(...sources: string[]): string {
  const imports = sources.map((source, place) => `import * as part${place} from '${source}'\n`)
  return `${imports.join('')}\nexport const parts = [${sources.map((_, place) => `part${place}`).join(', ')}]\n`
}
