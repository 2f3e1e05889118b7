import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// A page asks for few files: the libraries of every page, its frame (the entry), the parts that many pages share, what
// the first screens of clubs and players share, and what it has of its own. Charts and tables come after the first paint.
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|lucide-react\/dist\/esm\/[^/]+)/
const ALONE = /(ui\/(Button|TextField|Dialog|score-formulas|ScoreReading)|app\/(document-title|search-params))\.tsx?$/
const TREND = /web\/charts\/(Trend|trend-)|node_modules\/(d3-|internmap)/
const TABLES = /ui\/(SortableTable|TableTools|table-column)/
const SCORES = /(ui\/Explain|charts\/ScoreBar)\.tsx$/
const PARTS =
  /src\/(web\/(ui\/[\w-]+|app\/(api-client|queries|entity-queries)|charts\/(TrophyLine|trophy-points))|shared\/[\w-]+)\.tsx?$/
const isLate = (file: string) => ALONE.test(file) || TREND.test(file) || TABLES.test(file) || SCORES.test(file)
const together = { minShareCount: 2, includeDependenciesRecursively: false }

const groups = [
  { name: 'libraries', test: LIBRARIES, priority: 3, ...together },
  { name: 'trend', test: TREND, priority: 2, ...together, minShareCount: 1 },
  { name: 'scores', test: SCORES, priority: 2, ...together },
  { name: 'tables', test: TABLES, priority: 2, ...together },
  {
    name: 'parts',
    test: (file: string) => PARTS.test(file) && !isLate(file),
    priority: 2,
    ...together,
    minShareCount: 2,
  },
]

const SERVED = ['/api', '/apple-touch-icon.png', '/manifest.webmanifest']

// Two builds: the site, and with --ssr the one file with which the server renders first screens.
// Vite reads a default export.
export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss()],
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
    // The one style sheet is part of every page: no script needs to fetch it.
    cssCodeSplit: false,
    // Browsers that know the styles of this site know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: isSsrBuild ? false : { groups } } },
  },
}))
