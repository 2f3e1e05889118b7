import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// A page asks for few files: the libraries of every page, its frame (the entry), the parts that many pages share,
// the charts and tables of clubs and players, and what it has of its own.
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|lucide-react\/dist\/esm\/[^/]+)/
const ALONE =
  /(IconButton|Skeleton|Button|Spinner|button-style|document-title|ErrorState|ClubCard|PlayerCard|TextField|Notice)\.tsx?$/
const PARTS = /src\/web\/(ui|format)\/[\w-]+\.tsx?$/
const CHARTS = /src\/web\/ui\/|node_modules\/(d3-|internmap)/
const together = { minShareCount: 2, includeDependenciesRecursively: false }

// Vite reads a default export.
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // The server reads the manifest: which scripts and styles a page needs first.
    manifest: true,
    // The policy of the pages allows no data: URLs but for images; every asset is a file of its own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES, priority: 3, ...together },
            {
              name: 'parts',
              test: (file) => PARTS.test(file) && !ALONE.test(file),
              priority: 2,
              ...together,
              minShareCount: 3,
            },
            { name: 'charts', test: (file) => CHARTS.test(file) && !ALONE.test(file), priority: 1, ...together },
          ],
        },
      },
    },
  },
})
