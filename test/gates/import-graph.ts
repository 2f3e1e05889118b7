import { dirname, posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** What imports what, by names of files or folders. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g

/** The file that an import names, as a path from the project's root; null for a package. */
function importedPath(from: string, source: string): string | null {
  if (source.startsWith('.')) return posix.join(dirname(from), source)
  const [, tier, rest] = /^#(shared|server|web|demo|test)\/(.+)$/.exec(source) ?? []
  if (tier === undefined) return null
  return tier === 'test' ? `test/${rest}` : `src/${tier}/${rest}`
}

/** Each TypeScript file with the given files that it imports, the types among them too. */
export function fileGraph(files: readonly SourceFile[]): Graph {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path))
  const known = new Set(code.map(({ path }) => path))
  return new Map(
    code.map(({ path, text }) => {
      const sources = [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
      return [
        path,
        new Set(sources.flatMap((source) => importedPath(path, source) ?? []).filter((to) => known.has(to))),
      ]
    }),
  )
}

/** The same graph with files gathered into rooms; `roomOf` gives null for files that belong to none. */
export function roomGraph(files: Graph, roomOf: (path: string) => string | null): Graph {
  const rooms = new Map<string, Set<string>>()
  for (const [path, imports] of files) {
    const from = roomOf(path)
    if (from === null) continue
    const out = rooms.get(from) ?? new Set()
    rooms.set(from, out)
    for (const to of [...imports].map(roomOf)) if (to !== null && to !== from) out.add(to)
  }
  return rooms
}

/** All that can be reached from a name, itself included. */
function closure(graph: Graph, from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen
  seen.add(from)
  for (const next of graph.get(from) ?? []) closure(graph, next, seen)
  return seen
}

/** Names that import each other in a circle, each circle once and in the order of the alphabet. */
export function circles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((name) => [name, closure(graph, name)]))
  const together = (one: string, other: string) =>
    reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true
  const groups = [...graph.keys()].map((name) => [...graph.keys()].filter((other) => together(name, other)).sort())
  return [...new Map(groups.filter((group) => group.length > 1).map((group) => [group.join(), group])).values()]
}
