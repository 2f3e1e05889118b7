import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

/** What the build made of each source: its file, and the sources whose scripts it imports, at once and later. */
export type Manifest = Record<string, Chunk>

/** The source with which every page begins. */
export const ENTRY = 'index.html'

/** The source of a page, with the name of its component. */
export const PAGE = /^pages\/\w[\w-]*\/(\w+Page)\.tsx$/

export function readManifest(directory: string): Manifest {
  const file = join(directory, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** The scripts that load with those of `keys`, or also those that they load later. Other pages are not among them. */
export function scriptsOf(
  manifest: Manifest,
  keys: readonly string[],
  which: 'at once' | 'and later' = 'at once',
): Set<string> {
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {}
    for (const each of imports) add(each)
    if (which === 'and later') for (const each of dynamicImports) if (!PAGE.test(each)) add(each)
  }
  for (const key of keys) add(key)
  return seen
}
