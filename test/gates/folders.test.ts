import { readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { biomeFindings, inScratchProject } from './findings.ts'
import { circles, fileGraph, type Graph, roomGraph } from './import-graph.ts'
import { isTest, sourceFiles } from './source-files.ts'

const BELOW_SITE = 'kernel database game metrics history directory reach collector'

/**
 * Who may import whom, within a tier. Everybody may import src/shared besides; everybody in src/server but metrics also
 * config.ts and context.ts. The files beside app.ts and routes.tsx put everything together and stand in no row.
 */
const MAY_IMPORT: Record<string, string> = {
  shared: '',

  'server/kernel': '',
  'server/metrics': '',
  'server/database': 'kernel',
  'server/game': 'kernel metrics',
  'server/history': 'kernel database game metrics',
  'server/directory': 'kernel database metrics history',
  'server/reach': 'kernel database metrics history directory',
  'server/collector': 'kernel database game metrics history directory',
  'server/site/http': BELOW_SITE,
  'server/site/*': `${BELOW_SITE} site/http`,
  'server/site/search': `${BELOW_SITE} site/http site/accounts`,
  'server/commands': `${BELOW_SITE} site/*`,

  'web/app': '',
  'web/router': 'app',
  'web/ui': 'router',
  'web/charts': 'ui',
  'web/chrome': 'app router ui',
  'web/pages/*': 'app router ui charts chrome',
  'web/shell': 'app router ui',

  'demo/world': '',
  'demo/answers': 'world',
  'demo/http': 'world answers',
}

/** Wings whose folders have a row each: the slices of the site, and the pages. */
const WITH_ROWS_INSIDE = ['server/site', 'web/pages']

/**
 * The wing, slice or page that a folder belongs to; null for the folder of app.ts, routes.tsx or the demo's main.ts.
 */
function roomOf(folder: string): string | null {
  const [tier = '', wing, part] = folder.split('/').slice(1)
  if (tier === 'shared') return tier
  if (wing === undefined) return null
  const room = `${tier}/${wing}`
  return WITH_ROWS_INSIDE.includes(room) && part !== undefined ? `${room}/${part}` : room
}

const wingOf = (room: string) => room.split('/').slice(0, 2).join('/')
const rowOfAll = (room: string) => (room === wingOf(room) ? room : `${wingOf(room)}/*`)
const rowOf = (room: string) => (room in MAY_IMPORT ? room : rowOfAll(room))

function mayImport(from: string, to: string): boolean {
  const tier = from.split('/')[0]
  const named = (MAY_IMPORT[rowOf(from)] ?? '').split(' ').map((wing) => `${tier}/${wing}`)
  return from !== to && (named.includes(to) || named.includes(rowOfAll(to)))
}

const sources = sourceFiles().filter(({ path }) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
const folders = [...new Set(sources.map(({ path }) => dirname(path)))].sort()
const rooms = [...new Set(folders.flatMap((folder) => roomOf(folder) ?? []))]
const besideApp = sources.map(({ path }) => path).filter((path) => roomOf(dirname(path)) === null)

/** Folders without a row, and rows without a folder. */
function unmatchedRows(given: readonly string[]): string[] {
  const needed = new Set(given.flatMap((folder) => roomOf(folder) ?? []).map(rowOf))
  return [...needed.symmetricDifference(new Set(Object.keys(MAY_IMPORT)))]
}

describe('the table of folders', () => {
  it('has a row for every folder that there is', () => {
    expect(unmatchedRows(folders)).toEqual([])
  })

  it('would miss a row for a new folder', () => {
    expect(unmatchedRows([...folders, 'src/server/news'])).toEqual(['server/news'])
    expect(unmatchedRows(folders.filter((folder) => folder !== 'src/web/shell'))).toEqual(['web/shell'])
  })
})

type Planted = { from: string; to: string; spelling: 'relative' | 'by name' }

function sourceOf({ from, to, spelling }: Planted): string {
  if (spelling === 'by name') return to.replace(/^src\//, '#')
  const path = posix.relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The imports that Biome's rules let pass, out of one from each folder to each target, in both spellings. */
function allowed(targets: readonly string[], rules = readFileSync('biome.json', 'utf8')): Planted[] {
  const spellings = ['relative', 'by name'] as const
  const plants = folders.map((from) => ({
    path: `${from}/planted.ts`,
    imports: targets.flatMap((to) => spellings.map((spelling): Planted => ({ from, to, spelling }))),
  }))
  const line = (planted: Planted, place: number) => `import * as part${place} from '${sourceOf(planted)}'\n`
  const texts = plants.map(({ path, imports }) => [path, imports.map(line).join('')])
  const findings = inScratchProject({ ...Object.fromEntries(texts), 'biome.json': rules }, (folder) =>
    biomeFindings(folder, 'style/noRestrictedImports'),
  )
  const refused = new Set(findings.map(({ path, line: number }) => `${path}:${number}`))
  return plants.flatMap(({ path, imports }) => imports.filter((_, place) => !refused.has(`${path}:${place + 1}`)))
}

const sentence = ({ from, to, spelling }: Planted) => `${from} imports ${to} (${spelling})`

/** What the table allows: within a wing by relative paths, everything else by name. */
function allowedByTable(from: string, to: string): Planted['spelling'] | null {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (target === 'shared') return room === 'shared' ? 'relative' : 'by name'
  if (target === null || from.split('/')[1] !== to.split('/')[1]) return null
  if (room === null) return 'by name'
  if (room === target) return 'relative'
  if (!mayImport(room, target)) return null
  return wingOf(room) === wingOf(target) ? 'relative' : 'by name'
}

/** Who may import a file that lies beside app.ts or routes.tsx. */
function importersOf(file: string): string[] {
  const server = rooms.filter((room) => room.startsWith('server/'))
  if (/server\/(?:config|context)\.ts$/.test(file)) return server.filter((room) => room !== 'server/metrics')
  if (/server\/(?:app|create-server|main|start-product)\.ts$/.test(file)) return []
  if (file.startsWith('src/server/')) return ['server/commands']
  return file === 'src/web/routes.tsx' ? ['web/shell'] : []
}

describe('the import rules', { timeout: 120_000 }, () => {
  const targets = folders.map((folder) => `${folder}/target.ts`).filter((target) => roomOf(dirname(target)) !== null)

  it('allow just the pairs of folders that the table allows, each in one spelling', () => {
    const expected = folders.flatMap((from) =>
      targets.flatMap((to): Planted[] => {
        const spelling = allowedByTable(from, dirname(to))
        return spelling === null ? [] : [{ from, to, spelling }]
      }),
    )
    expect(expected.length).toBeGreaterThan(400)
    expect(allowed(targets).map(sentence)).toEqual(expected.map(sentence))
  })

  it('let nobody import what puts everything together', () => {
    const inRooms = allowed(besideApp).filter(({ from }) => roomOf(from) !== null)
    const expected = folders.flatMap((from) =>
      besideApp
        .filter((to) => importersOf(to).includes(roomOf(from) ?? ''))
        .map((to): Planted => ({ from, to, spelling: 'by name' })),
    )
    expect(inRooms.map(sentence)).toEqual(expected.map(sentence))
  })

  it('differ from the table once one of them is missing', () => {
    const rules = JSON.parse(readFileSync('biome.json', 'utf8'))
    const ruled = (override: { includes: string[] }) => override.includes.includes('src/server/kernel/**')
    const without = { ...rules, overrides: rules.overrides.filter((each: { includes: string[] }) => !ruled(each)) }
    const [to = ''] = targets.filter((target) => target.includes('server/history/'))
    expect(allowed([to], JSON.stringify(without)).map(sentence)).toContain(`src/server/kernel imports ${to} (by name)`)
  })
})

const room = (path: string) => roomOf(dirname(path))
const breaches = (graph: Graph) =>
  [...graph].flatMap(([from, imported]) =>
    [...imported].filter((to) => to !== 'shared' && !mayImport(from, to)).map((to) => `${from} imports ${to}`),
  )

describe('the folders as they import each other', () => {
  const graph = roomGraph(fileGraph(sources), room)

  it('keep to the table', () => {
    expect([...graph.values()].flatMap((imported) => [...imported]).length).toBeGreaterThan(100)
    expect(breaches(graph)).toEqual([])
  })

  it('have no circle, neither in the code nor in the table', () => {
    const table = new Map(rooms.map((from) => [from, new Set(rooms.filter((to) => mayImport(from, to)))]))
    expect([circles(graph), circles(table)]).toEqual([[], []])
  })

  it('would be found in a circle, types too', () => {
    const file = (path: string, text: string) => ({ path, text })
    const planted = roomGraph(
      fileGraph([
        file('src/server/game/a.ts', "import type { B } from '#server/history/ingest/b.ts'\n"),
        file('src/server/history/ingest/b.ts', "import { c } from '../c.ts'\n"),
        file('src/server/history/c.ts', "export const load = () => import('#server/game/a.ts')\n"),
      ]),
      room,
    )
    expect(circles(planted)).toEqual([['server/game', 'server/history']])
    expect(breaches(planted)).toEqual(['server/game imports server/history'])
  })
})
