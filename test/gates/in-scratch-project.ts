import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const RULES = ['biome.json', 'package.json', 'tsconfig.json', 'tsconfig.server.json', 'tsconfig.web.json', '.gitignore']

/**
 * What `look` finds in a throw-away project under this project's own rules that holds only the given files. Faults are
 * planted there and not in the real tree: a run that is killed leaves none behind, and nobody else sees them meanwhile.
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
