import { circles, fileGraph, roomGraph } from './import-graph.ts'
import type { SourceFile } from './source-files.ts'

/** Lines of the longest file, tests and scripts too. Biome holds functions to 60 lines. */
const LONGEST = 400

/** A crumb is a short file that a single other file imports: its most lines, and the share of files that may be crumbs. */
const CRUMB_LINES = 20
const CRUMB_SHARE = 0.02

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** Files that are too long, in sentences. */
export function tooLong(files: readonly SourceFile[]): string[] {
  const long = files.filter(({ text }) => lineCount(text) > LONGEST)
  return long.map(({ path, text }) => `${path} has ${lineCount(text)} lines (at most ${LONGEST})`)
}

/** The crumbs among the sources when there are too many of them; none otherwise. */
export function tooManyCrumbs(files: readonly SourceFile[]): string[] {
  const graph = fileGraph(files)
  const imported = [...graph.values()].flatMap((imports) => [...imports])
  const importers = Map.groupBy(imported, (path) => path)
  const crumbs = files.filter(({ path, text }) => importers.get(path)?.length === 1 && lineCount(text) <= CRUMB_LINES)
  return crumbs.length > graph.size * CRUMB_SHARE ? crumbs.map(({ path }) => path) : []
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
  ['a comment is longer than 125 characters', /^(?=.{126})\s*(?:\/\/|\/?\*)/],
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
