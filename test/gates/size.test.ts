import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { webBuild } from '../../scripts/prepare/build-web.mjs'
import { type BuildManifest, overSize, routeSizes, SIZE_BUDGET } from './size.ts'

describe('the gate on sizes', () => {
  const manifest: BuildManifest = {
    'index.html': { file: 'entry.js', isEntry: true, imports: ['_libraries.js'] },
    'style.css': { file: 'site.css' },
    '_libraries.js': { file: 'libraries.js' },
    '_parts.js': { file: 'parts.js', imports: ['_libraries.js'] },
    'pages/club/ClubPage.tsx': { file: 'club.js', imports: ['index.html', '_parts.js', '_libraries.js'] },
    'pages/club/ClubDetails.tsx': { file: 'details.js', imports: ['_parts.js'] },
    'font.woff2': { file: 'font.woff2' },
    'cyrillic.woff2': { file: 'cyrillic.woff2' },
  }
  const sizes = (over: Record<string, number>) => (file: string) => over[file] ?? 1024

  it('counts the entry, the page and everything they import, each once, and no lazily loaded part', () => {
    expect(routeSizes(manifest, sizes({ 'details.js': 9999 }))).toEqual([
      { route: 'pages/club/ClubPage.tsx', script: 4 * 1024, style: 1024 },
    ])
    expect(overSize(manifest, sizes({}))).toEqual([])
  })

  it.each([
    ['libraries.js', SIZE_BUDGET.firstLoad, 'the first load of pages/club/ClubPage.tsx'],
    ['details.js', SIZE_BUDGET.lazyChunk + 1, 'pages/club/ClubDetails.tsx'],
    ['site.css', SIZE_BUDGET.css + 1, 'the style of pages/club/ClubPage.tsx'],
    ['font.woff2', SIZE_BUDGET.font + 1, 'font.woff2'],
    ['cyrillic.woff2', SIZE_BUDGET.font, 'font.woff2, cyrillic.woff2'],
  ])('finds %s of %i bytes', (file, bytes, what) => {
    const [found = '', ...others] = overSize(manifest, sizes({ [file]: bytes }))
    expect([found.startsWith(what), others]).toEqual([true, []])
  })
})

const BUILT = 'dist/web'

/** The build writes a file compressed with brotli beside it, unless it is very small. */
function sizeOf(file: string): number {
  const path = join(BUILT, file)
  if (file.endsWith('.woff2')) return statSync(path).size
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length
}

describe('the built site', () => {
  // Builds the site if the build is missing or older than its sources.
  beforeAll(() => webBuild(process.cwd()), 120_000)

  it('stays within the size budget on every route', () => {
    const manifest: BuildManifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8'))
    const sizes = routeSizes(manifest, sizeOf)
    console.log(sizes.map(({ route, script, style }) => `${route} ${script} + ${style}`).join('\n'))
    expect(sizes.length).toBeGreaterThan(8)
    expect(overSize(manifest, sizeOf)).toEqual([])
  })
})
