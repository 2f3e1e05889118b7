/** A file with one fault, and the rule that has to find it. */
export type Fault = { path: string; text: string; rule: string }

/** An import that a folder may not make, with an `.ts` ending where it is a file of ours. */
function forbidden(path: string, from: string): Fault {
  return { path, text: `import { thing } from '${from}'\n\nexport const copy = thing\n`, rule: 'noRestrictedImports' }
}

const tiers = [
  forbidden('src/shared/climb.ts', '../server/config.ts'),
  forbidden('src/shared/contract/climb.ts', '../../web/routes.ts'),
  forbidden('src/shared/own-name.ts', '#server/config.ts'),
  forbidden('src/shared/library.ts', 'kysely'),
  forbidden('src/shared/node.ts', 'node:fs'),
  forbidden('src/web/climb.ts', '../server/config.ts'),
  forbidden('src/web/pages/home/climb.ts', '../../../server/config.ts'),
  forbidden('src/web/pages/home/server.ts', '#server/config.ts'),
  forbidden('src/web/format/server.ts', '#server/config.ts'),
  forbidden('src/web/ui/demo.ts', '#demo/world.ts'),
  forbidden('src/web/network.ts', 'undici'),
  forbidden('src/server/main.ts', '#web/routes.ts'),
  forbidden('src/server/http/app.ts', '../../web/routes.ts'),
  forbidden('src/server/clubs/web.ts', '#web/routes.ts'),
  forbidden('src/server/database/demo.ts', '#demo/world.ts'),
  forbidden('src/server/http/test.ts', '#test/open-app.ts'),
  forbidden('src/demo/server.ts', '#server/config.ts'),
  forbidden('src/demo/world/climb.ts', '../../server/config.ts'),
]

const server = [
  forbidden('src/server/clubs/slice.ts', '../players/player-detail.ts'),
  forbidden('src/server/clubs/slice-by-name.ts', '#server/players/player-detail.ts'),
  forbidden('src/server/clubs/deep/slice.ts', '../../players/player-detail.ts'),
  forbidden('src/server/game-api/deep/store.ts', '../../database/tables.ts'),
  forbidden('src/server/clubs/root.ts', '../main.ts'),
  forbidden('src/server/clubs/app.ts', '../http/app.ts'),
  forbidden('src/server/clubs/network.ts', 'undici'),
  forbidden('src/server/search/slice.ts', '../clubs/club-detail.ts'),
  forbidden('src/server/collection/slice.ts', '../search/search-tag.ts'),
  forbidden('src/server/leaderboards/slice.ts', '../ingestion/store-club.ts'),
  forbidden('src/server/ingestion/slice.ts', '../collection/targets.ts'),
  forbidden('src/server/context.ts', './clubs/routes.ts'),
  forbidden('src/server/http/serve.ts', '../accounts/visitor.ts'),
  forbidden('src/server/database/open.ts', '#server/browse/list-clubs.ts'),
  forbidden('src/server/history/slice.ts', '../clubs/club-detail.ts'),
  forbidden('src/server/metrics/store.ts', '../database/tables.ts'),
  forbidden('src/server/metrics/clock.ts', '#server/context.ts'),
  forbidden('src/server/metrics/library.ts', 'kysely'),
  forbidden('src/server/game-api/store.ts', '../database/tables.ts'),
  forbidden('src/server/game-api/slice.ts', '#server/collection/targets.ts'),
]

const web = [
  forbidden('src/web/pages/club/player.ts', '../player/player-page.ts'),
  forbidden('src/web/pages/club/player-by-name.ts', '#web/pages/player/player-page.ts'),
  forbidden('src/web/pages/club/deep/player.ts', '../../player/player-page.ts'),
  forbidden('src/web/pages/search/browse.ts', '../browse/browse-page.ts'),
  forbidden('src/web/ui/call.ts', '../api/client.ts'),
  forbidden('src/web/ui/session.ts', '#web/session/session.ts'),
  forbidden('src/web/chrome/page.ts', '../pages/home/home-page.ts'),
  forbidden('src/web/api/page.ts', '#web/pages/home/home-page.ts'),
  {
    path: 'src/web/node.ts',
    text: "import { join } from 'node:path'\n\nexport const path = join('a')\n",
    rule: 'noNodejsModules',
  },
]

const habits: Fault[] = [
  { path: 'src/server/clubs/env.ts', text: 'export const port = process.env.PORT\n', rule: 'noProcessEnv' },
  { path: 'src/demo/env.ts', text: 'export const port = process.env.PORT\n', rule: 'noProcessEnv' },
  { path: 'src/server/clubs/fetch.ts', text: "export const club = fetch('/club')\n", rule: 'noRestrictedGlobals' },
  { path: 'src/web/pages/home/fetch.ts', text: "export const club = fetch('/club')\n", rule: 'noRestrictedGlobals' },
  {
    path: 'src/web/pages/home/fetch-by-window.ts',
    text: "export const club = window.fetch('/club')\n",
    rule: 'noJsRestrictedProperties',
  },
  { path: 'src/server/clubs/default.ts', text: 'export default 1\n', rule: 'noDefaultExport' },
  { path: 'src/shared/barrel.ts', text: "export { a } from './a.ts'\n", rule: 'noBarrelFile' },
  { path: 'src/shared/barrel-of-all.ts', text: "export * from './a.ts'\n", rule: 'noReExportAll' },
  { path: 'src/shared/any.ts', text: 'export const a: any = 1\n', rule: 'noExplicitAny' },
  { path: 'src/server/clubs/console.ts', text: "console.log('here')\n", rule: 'noConsole' },
  {
    path: 'src/shared/no-ending.ts',
    text: "import { a } from './a'\n\nexport const b = a\n",
    rule: 'useImportExtensions',
  },
  { path: 'src/shared/badName.ts', text: 'export const a = 1\n', rule: 'useFilenamingConvention' },
  { path: 'src/shared/unused.ts', text: 'const a = 1\n', rule: 'noUnusedVariables' },
  {
    path: 'src/server/clubs/undeclared.ts',
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
  { path: 'src/shared/long.ts', text: longFunction(51), rule: 'noExcessiveLinesPerFunction' },
  { path: 'src/shared/focused.test.ts', text: `it.${'only'}('works', () => {})\n`, rule: 'noFocusedTests' },
  { path: 'src/shared/skipped.test.ts', text: `it.${'skip'}('works', () => {})\n`, rule: 'noSkippedTests' },
]

function longFunction(lines: number): string {
  const body = Array.from({ length: lines }, (_, line) => `  list.push(${line})\n`).join('')
  return `export function fill(list: number[]) {\n${body}}\n`
}

export const faults: Fault[] = [...tiers, ...server, ...web, ...habits]

/** What the same rules must let through: a rule that forbids everything would find every fault too. */
export const innocent: Record<string, string> = {
  'src/shared/a.ts': 'export const a = 1\n',
  'src/shared/contract/clubs.ts': uses('zod', '../a.ts'),
  'src/server/clubs/routes.ts': uses(
    '#shared/a.ts',
    '../context.ts',
    '../database/tables.ts',
    '../metrics/trend.ts',
    '../history/read-days.ts',
    './club-detail.ts',
    'fastify',
  ),
  'src/server/clubs/deep/part.ts': uses('../club-detail.ts', '../../context.ts', '../../http/serve.ts'),
  'src/server/search/routes.ts': uses(
    '../accounts/visitor.ts',
    '../collection/collect.ts',
    '../ingestion/store-club.ts',
  ),
  'src/server/collection/collect.ts': uses('../game-api/client.ts', '../ingestion/store-club.ts'),
  'src/server/leaderboards/routes.ts': uses('../collection/targets.ts'),
  'src/server/serve-all.ts': uses('./config.ts', './http/serve.ts'),
  'src/server/metrics/trend.ts': uses('#shared/a.ts', './streak.ts'),
  'src/server/game-api/client.ts': `${uses('#shared/a.ts', 'undici')}\nexport const answer = fetch('/')\n`,
  'src/server/config.ts': 'export const port = process.env.PORT\n',
  'src/server/clubs/club.test.ts': uses('#test/open-app.ts', '../players/player-detail.ts'),
  'src/web/api/client.ts': "export const answer = fetch('/')\n",
  'src/web/pages/search/SearchPage.tsx': uses('../../api/client.ts', '../club/club-page.ts', '#web/ui/card.ts'),
  'src/web/pages/club/deep/part.ts': uses('../../../ui/card.ts', '../club-page.ts', '#shared/a.ts'),
  'src/web/routes.ts': uses('./pages/club/club-page.ts', './chrome/header.ts'),
  'src/web/ui/card.ts': uses('../format/relative-time.ts'),
  'src/demo/world.ts': uses('#shared/a.ts', 'node:http', 'fastify'),
  'scripts/report.ts': "import { a } from '#server/a.ts'\n\nconsole.log(a, process.env.CI)\n",
}

function uses(...sources: string[]): string {
  const imports = sources.map((source, place) => `import * as part${place} from '${source}'\n`)
  return `${imports.join('')}\nexport const parts = [${sources.map((_, place) => `part${place}`).join(', ')}]\n`
}
