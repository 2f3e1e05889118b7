/** An entry of Vite's manifest: the name of a built file, and the keys of the files that it imports. */
type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[] }
export type BuildManifest = Record<string, Chunk>

/** Bytes after brotli at its highest quality: 108 KB of scripts and 15 KB of styles. Font files are compressed already. */
export const SIZE_BUDGET = { firstLoad: 108 * 1024, lazyChunk: 20 * 1024, css: 15 * 1024, font: 35 * 1024 }

export type SizeOf = (file: string) => number
export type RouteSize = { route: string; script: number; style: number }

/** The source of a page. Other lazily loaded parts have no route. */
const PAGE = /^pages\/[^/]+\/\w+Page\.tsx$/

/** The one style sheet. A page contains the rules that it uses, and loads the sheet below its markup. */
const STYLES = 'style.css'

/** Every file that a chunk imports statically, directly or not, itself included. */
function needed(manifest: BuildManifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const each of manifest[key]?.imports ?? []) needed(manifest, each, found)
  return found
}

/** What each page loads first: the entry, the page, and everything that they import. */
export function routeSizes(manifest: BuildManifest, sizeOf: SizeOf): RouteSize[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const pages = Object.keys(manifest).filter((key) => PAGE.test(key))
  return pages.map((route) => {
    const chunks = [...new Set([...entries, route].flatMap((key) => [...needed(manifest, key)]))]
    const scripts = chunks.flatMap((key) => manifest[key]?.file ?? [])
    const style = manifest[STYLES] === undefined ? 0 : sizeOf(manifest[STYLES].file)
    return { route, script: sum(scripts.map(sizeOf)), style }
  })
}

/** What exceeds the budget, in sentences. */
export function overSize(manifest: BuildManifest, sizeOf: SizeOf): string[] {
  const say = (what: string, size: number, budget: number) =>
    size > budget ? [`${what} has ${size} bytes (at most ${budget})`] : []
  const routes = routeSizes(manifest, sizeOf)
  const first = new Set(
    Object.keys(manifest)
      .filter((key) => manifest[key]?.isEntry)
      .flatMap((key) => [...needed(manifest, key)]),
  )
  const lazy = Object.entries(manifest).filter(([key, { file }]) => file.endsWith('.js') && !first.has(key))
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  return [
    ...routes.flatMap(({ route, script }) => say(`the first load of ${route}`, script, SIZE_BUDGET.firstLoad)),
    ...routes.flatMap(({ route, style }) => say(`the style of ${route}`, style, SIZE_BUDGET.css)),
    ...lazy.flatMap(([key, { file }]) => say(key, sizeOf(file), SIZE_BUDGET.lazyChunk)),
    ...say(fonts.map(({ file }) => file).join(', '), sum(fonts.map(({ file }) => sizeOf(file))), SIZE_BUDGET.font),
  ]
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
