import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

export type Finding = { path: string; line: number; rule: string; message: string }

type Location = { path: string; start?: { line: number } }
type BiomeReport = { diagnostics: { category: string; message: string; location: Location }[] }

function output(program: string, args: string[], folder: string): string {
  const { stdout, error } = spawnSync(resolve('node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  return stdout
}

/** What Biome finds in a folder, by rule ("noImportCycles", or "format"). `only` restricts it to one rule. */
export function biomeFindings(folder: string, only?: string): Finding[] {
  const task = only === undefined ? ['ci'] : ['lint', `--only=${only}`]
  const args = [...task, '--colors=off', '--reporter=json', '--max-diagnostics=none']
  const report: BiomeReport = JSON.parse(output('biome', args, folder))
  return report.diagnostics.map(({ category, message, location }) => ({
    path: location.path,
    line: location.start?.line ?? 0,
    rule: category.split('/').at(-1) ?? category,
    message,
  }))
}

/** What the compiler finds in one half of the project, by error code ("TS2304"). */
export function compilerFindings(folder: string, half: 'server' | 'web'): Finding[] {
  const lines = output('tsc', ['-p', `tsconfig.${half}.json`, '--pretty', 'false'], folder).split('\n')
  return lines.flatMap((line) => {
    const [, path, place, rule, message] = /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line) ?? []
    return path && rule && message ? [{ path, line: Number(place), rule, message }] : []
  })
}

/** The files that the compiler reads for one half of the project. */
export function compiledFiles(folder: string, half: 'server' | 'web'): string[] {
  const paths = output('tsc', ['-p', `tsconfig.${half}.json`, '--listFilesOnly'], folder)
    .split('\n')
    .map((path) => relative(folder, path))
  return paths.filter((path) => !path.includes('node_modules'))
}

export type DeadCode = { rule: string; path: string; name: string }

type KnipReport = { issues: Record<string, { name: string }[] | string>[] }

/**
 * Files, exports and packages of a folder that nobody uses, by the kinds of knip ("files", "exports", "dependencies").
 */
export function knipFindings(folder: string): DeadCode[] {
  const report: KnipReport = JSON.parse(output('knip', ['--no-progress', '--reporter=json'], folder))
  return report.issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([rule, found]) =>
      typeof found === 'string' ? [] : found.map(({ name }) => ({ rule, path: String(file), name })),
    ),
  )
}

const RULES = [
  'biome.json',
  'knip.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  '.gitignore',
]

/**
 * What `look` finds in a temporary project with this project's rules and only the given files. Faults are planted there
 * and not in the real tree, so that a killed run leaves none behind and nobody else sees them.
 */
export function inScratchProject<Found>(files: Record<string, string>, look: (folder: string) => Found): Found {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-scratch-'))
  try {
    for (const rule of RULES) cpSync(rule, join(folder, rule))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return look(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
