import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        // Parts that several pages share come in one file, not in a dozen.
        codeSplitting: { groups: [{ name: 'shared', test: /src\/web\/(ui\/[^/]+|format\/[^/]+)$/, minShareCount: 2 }] },
      },
    },
  },
})
