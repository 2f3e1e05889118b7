import { circles, closure, fileGraph, type Graph, roomGraph } from './import-graph.ts'
import type { SourceFile } from './source-files.ts'

/**
 * What the product's sources (src, tests apart) keep to. Shares are of all code files. Biome holds functions to 50
 * lines, and finds what needs a parser.
 */
export const TARGETS = {
  // 450 files and a median of 120 lines were the goals for 58,000 lines. Both cannot hold for 69,000.
  codeFiles: 470,
  median: { least: 60, most: 140 },
  p95: 250,
  longest: 400,
  /** Files of 20 lines or fewer that one file imports. */
  crumbs: 0.02,
  singleImporter: 0.3,
  /** Files to open for a page or a call: all that the first one imports, src/shared apart. */
  toOpen: {
    'src/web/pages/club/ClubPage.tsx': 45,
    'src/server/site/search/routes.ts': 45,
    'src/server/site/browse/routes.ts': 20,
    'src/server/history/ingest/ingest.ts': 14,
  } as Record<string, number>,
}
const CRUMB_LINES = 20

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

export type Lengths = { files: number; lines: number; median: number; p95: number; longest: number }

export function lengths(files: readonly SourceFile[]): Lengths {
  const counts = files.map(({ text }) => lineCount(text)).sort((a, b) => a - b)
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))] ?? 0
  const lines = counts.reduce((sum, count) => sum + count, 0)
  return { files: counts.length, lines, median: at(0.5), p95: at(0.95), longest: at(1) }
}

/** Files that are too long by themselves: of tests and scripts too. */
export function tooLong(files: readonly SourceFile[]): string[] {
  const long = files.filter(({ text }) => lineCount(text) > TARGETS.longest)
  return long.map(({ path, text }) => `${path} has ${lineCount(text)} lines (at most ${TARGETS.longest})`)
}

/** What the lengths of the sources miss on the whole, in sentences. */
export function missedLengths(files: readonly SourceFile[]): string[] {
  const { median, p95 } = lengths(files)
  const { least, most } = TARGETS.median
  return [
    ...(median < least || median > most ? [`the median file has ${median} lines (${least} to ${most})`] : []),
    ...(p95 > TARGETS.p95 ? [`one file in twenty has more than ${p95 - 1} lines (at most ${TARGETS.p95})`] : []),
  ]
}

export type Depth = { codeFiles: number; singleImporter: string[]; crumbs: string[]; toOpen: Record<string, number> }

/** How far a reader has to go: files with one importer, crumbs among them, and files to open for a page or a call. */
export function depth(files: readonly SourceFile[]): Depth {
  const graph = fileGraph(files)
  const importers = new Map<string, number>()
  for (const imports of graph.values()) for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1)
  const lines = new Map(files.map(({ path, text }) => [path, lineCount(text)]))
  const singleImporter = [...graph.keys()].filter((path) => importers.get(path) === 1)
  const crumbs = singleImporter.filter((path) => (lines.get(path) ?? 0) <= CRUMB_LINES)
  const toOpen = Object.keys(TARGETS.toOpen).map((path) => [path, opened(graph, path)])
  return { codeFiles: graph.size, singleImporter, crumbs, toOpen: Object.fromEntries(toOpen) }
}

function opened(graph: Graph, path: string): number {
  return [...closure(graph, path)].filter((each) => !each.startsWith('src/shared/')).length
}

/** What the depth of the sources misses, in sentences. */
export function missedDepth(files: readonly SourceFile[]): string[] {
  const { codeFiles, singleImporter, crumbs, toOpen } = depth(files)
  const over = (what: string, count: number, most: number) =>
    count > most ? [`${what}: ${count} (at most ${most})`] : []
  return [
    ...over('code files', codeFiles, TARGETS.codeFiles),
    ...over('files with one importer', singleImporter.length, Math.floor(codeFiles * TARGETS.singleImporter)),
    ...over(`crumbs (${crumbs.join(', ')})`, crumbs.length, Math.floor(codeFiles * TARGETS.crumbs)),
    ...Object.entries(TARGETS.toOpen).flatMap(([path, most]) =>
      over(`files to open for ${path}`, toOpen[path] ?? 0, most),
    ),
  ]
}

/** src/shared, or a folder of a tier such as src/server/site; files directly in a tier belong to none. */
function wingOf(path: string): string | null {
  const [, tier, ...rest] = path.split('/')
  if (tier === 'shared') return 'src/shared'
  return rest.length > 1 ? `src/${tier}/${rest[0]}` : null
}

/** Wings that import each other in a circle. */
export function wingCircles(files: readonly SourceFile[]): string[][] {
  return circles(roomGraph(fileGraph(files), wingOf))
}

// Written so that these patterns do not find themselves.
const HABITS: [what: string, pattern: RegExp][] = [
  ['a check is suppressed', /@ts-(?:ignore|expect-error|nocheck)|(?:biome|oxlint|eslint)-(?:ignore|disable)/],
  ['something is left to do', /\b(?:TO(?:DO)|FIX(?:ME)|X(?:XX)|HA(?:CK))\b/],
  [
    'a field is read of an answer without a type (test/ask.ts)',
    /\.json\(\)\)*\??\.(?!then)[a-z]\w*(?!\w*\()|\} = .*\.json\(\)$/,
  ],
  ['a test is skipped or focused', /\b(?:it|test|describe)\.(?:skip|only|todo)\b/],
  [
    'a comment cites what is not in the repository',
    /(?:\/\/|\*).*(?:\bdecision D\d|\bD\d{1,2}[a-c]?\b|provider-api s(?:ec)|goal [PR]\d|\bspec:)/,
  ],
]

const EMPTY_NAME = /(?:^|\/)(?:utils?|helpers?|misc|types|common|index)\.[^/]+$/

/** Habits that hide something from whoever reads or checks the code, one line per place. */
export function badHabits({ path, text }: SourceFile): string[] {
  const places = text.split('\n').flatMap((line, place) => {
    const found = HABITS.filter(([, pattern]) => pattern.test(line))
    return found.map(([what]) => `${path}:${place + 1} ${what}: ${line.trim()}`)
  })
  return EMPTY_NAME.test(path) ? [`${path}: the name says nothing`, ...places] : places
}

/** A test file that states nothing cannot fail. */
export function statesNothing({ path, text }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path) && !/\bexpect\b|\bassert\b/.test(text)
}
