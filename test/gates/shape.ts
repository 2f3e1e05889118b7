import { globSync, readFileSync } from 'node:fs'

export type SourceFile = { path: string; text: string }

const WRITTEN = ['{src,scripts,test,bench}/**/*.{ts,tsx,mjs,css,sql}', '*.ts']
const GENERATED = ['src/server/database/tables.ts', '**/*.d.ts', '**/*.d.mts']

/** Every file of the project that people write: sources, styles, migrations, scripts and tests. */
export function sourceFiles(): SourceFile[] {
  const paths = globSync(WRITTEN, { exclude: GENERATED }).map((path) => path.replaceAll('\\', '/'))
  return paths.sort().map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export function isTest(path: string): boolean {
  return /\.(test|bench)\.tsx?$|^(test|bench)\//.test(path)
}

/** Lines per file. Biome holds functions to 50 lines, and finds what needs a parser. */
export const BUDGET = { median: 60, p95: 200, longest: 300 }

export type Lengths = { files: number; lines: number; median: number; p95: number; longest: number }

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

export function lengths(files: SourceFile[]): Lengths {
  const counts = files.map(({ text }) => lineCount(text)).sort((a, b) => a - b)
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))] ?? 0
  const lines = counts.reduce((sum, count) => sum + count, 0)
  return { files: counts.length, lines, median: at(0.5), p95: at(0.95), longest: at(1) }
}

/** What is over the budget, in sentences. */
export function overBudget(files: SourceFile[]): string[] {
  const { median, p95 } = lengths(files)
  const long = files.filter(({ text }) => lineCount(text) > BUDGET.longest)
  return [
    ...(median >= BUDGET.median ? [`half of the files have ${median} lines or more (under ${BUDGET.median})`] : []),
    ...(p95 >= BUDGET.p95 ? [`one file in twenty has ${p95} lines or more (under ${BUDGET.p95})`] : []),
    ...long.map(({ path, text }) => `${path} has ${lineCount(text)} lines (at most ${BUDGET.longest})`),
  ]
}

// Written so that these patterns do not find themselves.
const HABITS: [what: string, pattern: RegExp][] = [
  ['a check is suppressed', /@ts-(?:ignore|expect-error|nocheck)|(?:biome|oxlint|eslint)-(?:ignore|disable)/],
  ['something is left to do', /\b(?:TO(?:DO)|FIX(?:ME)|X(?:XX)|HA(?:CK))\b/],
  ['a test is skipped or focused', /\b(?:it|test|describe)\.(?:skip|only|todo)\b/],
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
