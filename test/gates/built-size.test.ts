import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { webBuild } from '../../scripts/prepare/build-web.mjs'
import { type BuildManifest, overSize, routeSizes } from './size.ts'

const BUILT = 'dist/web'

/** The build lays the best brotli of a file beside it, unless that is very small. */
function sizeOf(file: string): number {
  const path = join(BUILT, file)
  if (file.endsWith('.woff2')) return statSync(path).size
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length
}

describe('the built site', () => {
  // Builds it when it is missing or older than its sources.
  beforeAll(() => webBuild(process.cwd()))

  it('stays within its budget of bytes on every route', () => {
    const manifest: BuildManifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8'))
    const sizes = routeSizes(manifest, sizeOf)
    console.log(sizes.map(({ route, script, style }) => `${route} ${script} + ${style}`).join('\n'))
    expect(sizes.length).toBeGreaterThan(8)
    expect(overSize(manifest, sizeOf)).toEqual([])
  })
})
