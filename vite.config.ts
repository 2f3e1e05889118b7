import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/** All libraries but those of the charts and of lists that grow. Icons are not among them: each page loads its own. */
const LIBRARIES = /node_modules\/(?!d3-|internmap|lucide-react|.*\/(use)?infiniteQuery(Observer)?\.js)/i

// What many pages need is a few files: one text compresses better than many, and few requests are faster than many.
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: LIBRARIES },
  { name: 'shared', minShareCount: 15 },
  {
    name: 'entity',
    test: /src\/web\/(app\/entity-queries|chrome\/EntityFailure|ui\/(timeframe|learning))\.ts|lucide-react\/.*\/scale\./,
  },
  { name: 'club', test: /src\/web\/pages\/club\/(ClubWeek|ClubOverview|ClubHealth|WhoStandsOut|judged-members)\.ts/ },
  {
    name: 'returning',
    test: /src\/(web\/app\/(favourites|visits)|web\/chrome\/ComingBack|shared\/event-texts)\.ts|lucide-react\/.*\/star\./,
  },
  { name: 'rates', test: /src\/shared\/(rate-order|share-range|brawler-tiers)\.ts/ },
  { name: 'brawlers', test: /src\/web\/pages\/meta\/(BestThree|BrawlerTable)\.ts/ },
  {
    name: 'icons',
    test: /lucide-react\/.*\/(calendar-days|chart-line|clipboard-list|compass|log-in|log-out|shield-check|waves-horizontal)\./,
  },
  { name: 'marks', test: /lucide-react\/.*\/(check|chevron-down|refresh-cw)\./ },
  { name: 'sentence', test: /src\/web\/(chrome\/(Week|Highlight)|ui\/LearningNotice)\.tsx/ },
  { name: 'charts', test: /src\/web\/charts\/|node_modules\/(d3-|internmap)/, minShareCount: 2 },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))

const OF_EVERY_PAGE = /\/(libraries|shared|rolldown-runtime|index)-[\w-]+\.js$/

const SERVED = ['/api', '/texts', '/apple-touch-icon.png', '/manifest.webmanifest']

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
