import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nodePath, run } from './install.mjs'

const INPUTS = ['src/web', 'src/shared', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** A digest of the names and contents of all files of the web build, without tests. */
export function inputsDigest(root) {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap((input) => filesUnder(join(root, input)))) {
    if (/\.test\.tsx?$/.test(file)) continue
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Builds the web into dist/web and the renderer of first screens into dist/shell, if sources changed since the last
 * build.
 */
export async function webBuild(root) {
  const stamp = join(root, 'dist', 'web.stamp')
  const digest = inputsDigest(root)
  const built = ['web', 'shell'].every((part) => existsSync(join(root, 'dist', part)))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // With the NODE_ENV of a test run, React would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await run('building the web (vite build)', nodePath(root), [vite, 'build'], { cwd: root, env })
  const shell = [vite, 'build', '--ssr', 'shell/shell.ts']
  await run('building the first screens (vite build --ssr)', nodePath(root), shell, { cwd: root, env })
  await compressFiles(join(root, 'dist', 'web', 'assets'))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
}

/**
 * Has Node compile the server's code and keep that in dist/compiled, where no code of this lock file is kept yet. Node
 * compiles changed files anew by itself.
 */
export async function serverCode(root) {
  const stamp = join(root, 'dist', 'compiled.stamp')
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isKept = existsSync(join(root, 'dist', 'compiled'))
  if (isKept && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  await run('compiling the server (main.ts check)', nodePath(root), ['src/server/main.ts', 'check'], { cwd: root })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
}

const TEXT = /\.(?:js|css|svg)$/

/** Smaller files fit into one packet without compression. */
const FROM_BYTES = 1000

/** Writes each text file compressed with brotli and gzip beside it, so that the server does not compress. */
async function compressFiles(folder) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const compress = async (name) => {
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < FROM_BYTES) return
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotli))
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
  }
  await Promise.all(
    readdirSync(folder)
      .filter((name) => TEXT.test(name))
      .map(compress),
  )
}
