import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

const ENTRY = resolve(import.meta.dirname, 'src/web/main.tsx')
const PAGE = /src\/web\/pages\/[\w-]+\/\w+Page\.tsx$/
/** The pages of clubs and players, with their parts, share much that no other page needs. */
const ENTITY = /^(club|player)$/
/** The small line of a trend needs nothing of what charts need. */
const CHARTS = /src\/web\/charts\/(?!TrophyLine)|node_modules\/(d3-|internmap)/
/** What only lists that grow need. */
const GROWING_LISTS = /node_modules\/.*\/(use)?infiniteQuery(Observer)?\.js/i
/** All libraries but those of the charts and of lists that grow. Icons are not among them: each page loads its own. */
const LIBRARIES = /node_modules\/(?!d3-|internmap|lucide-react|.*\/(use)?infiniteQuery(Observer)?\.js)/i
/** What all icons and lazily loaded parts need. */
const SHARED_BY_ALL = /lucide-react\/dist\/esm\/(?!icons\/)|vite\/preload-helper/
/**
 * Icons go with the modules that use them: one file of the library names them all, so imports do not tell which page needs
 * an icon. Those that the frame needs are part of it: a file of its own would wait for the frame, which waits for it.
 */
const ICON = /lucide-react\/dist\/esm\/icons\/(?!(refresh-cw|circle-exclamation-point|menu|search|trophy|x)\.)/

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * Names the chunk for a module that several others share, so that a page needs few files and little that it does not use.
 * It depends on who needs the module: all pages (frame), several pages of one area (entity, desk), only what they load later
 * (entity-details), pages of three areas or more (parts), or charts. Other modules have no chunk of their own.
 */
function planChunks(modules: Modules): (id: string) => string | null {
  const frame = needed(ENTRY, modules)
  const roots = new Set(loadedLater(frame, modules))
  for (const root of roots) for (const later of loadedLater(needed(root, modules), modules)) roots.add(later)
  const all = [...roots].map((root) => ({ root, needs: needed(root, modules) }))
  return (id) => {
    // A part that loads alone stays apart, also where others use something of it: the first screen needs few of them.
    if (ICON.test(id) || GROWING_LISTS.test(id) || roots.has(id)) return null
    if (frame.has(id) || SHARED_BY_ALL.test(id)) return 'frame'
    const users = all.filter(({ needs }) => needs.has(id)).map(({ root }) => root)
    const pages = users.filter((user) => PAGE.test(user))
    const [area = null, ...others] = new Set(users.map(areaOf))
    // What one page shares with the parts that it loads later stays with that page.
    if (users.length > 1 && area !== null && others.length === 0)
      return pages.length > 1 ? nameOf(area, pages) : pages.length === 0 ? `${area}-details` : null
    if (new Set(pages.map(areaOf)).size > 2) return 'parts'
    return pages.length === 0 && CHARTS.test(id) ? 'charts' : null
  }
}

/** The pages that belong together: those of clubs and players, or those of one folder; null for what is no page's part. */
function areaOf(module: string): string | null {
  const [, folder = null] = /src\/web\/pages\/([\w-]+)\//.exec(module) ?? []
  return folder !== null && ENTITY.test(folder) ? 'entity' : folder
}

/** What some of an area's pages share is apart from what others share: no page loads what it does not need. */
function nameOf(area: string, pages: readonly string[]): string {
  return [area, ...pages.map((page) => page.replace(/.*\/|Page\.tsx$/g, '').toLowerCase()).sort()].join('-')
}

/** The module and all that it imports statically. */
function needed(root: string, modules: Modules): Set<string> {
  const found = new Set([root])
  for (const id of found) for (const each of modules.getModuleInfo(id)?.importedIds ?? []) found.add(each)
  return found
}

/** What these modules import dynamically. */
function loadedLater(ids: Iterable<string>, modules: Modules): string[] {
  return [...ids].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
}

let plan: ReturnType<typeof planChunks> | undefined

const planned = (id: string, modules: Modules): string | null => {
  plan ??= planChunks(modules)
  return plan(id)
}

const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: LIBRARIES, priority: 2, includeDependenciesRecursively: false },
  {
    // All of the frame in one file, also what no page shares: one text compresses better than two. The entry stays apart.
    debugName: 'frame',
    name: (id, modules) => (id === ENTRY || planned(id, modules) !== 'frame' ? null : 'frame'),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    debugName: 'parts, entity, details, charts',
    name: planned,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
]

const OF_EVERY_PAGE = /\/(libraries|rolldown-runtime|frame|index)-[\w-]+\.js$/

const SERVED = ['/api', '/apple-touch-icon.png', '/manifest.webmanifest']

// Two builds: the site, and with --ssr the one file with which the server renders first screens.
// Vite reads a default export.
export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss()],
  // React itself has what this package brings to older versions of it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // `npm run dev`: pages come from Vite, everything else from the server beside it.
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? 3000}`])) },
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: resolve(import.meta.dirname, isSsrBuild ? 'dist/shell' : 'dist/web'),
    emptyOutDir: true,
    // The server reads the manifest: which scripts and styles a page needs first.
    manifest: !isSsrBuild,
    // The policy of the pages allows no data: URLs but for images; every asset is a file of its own.
    assetsInlineLimit: 0,
    // One sheet keeps one order of rules: the server cuts each page's own rules from it (site/pages/page-styles.ts).
    cssCodeSplit: false,
    // Browsers that know the styles of this site know modulepreload. What every page has loaded is not listed again.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !OF_EVERY_PAGE.test(file)),
    },
    rolldownOptions: { output: { codeSplitting: isSsrBuild ? false : { groups } } },
  },
}))
