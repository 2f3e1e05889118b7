import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/**
 * Whether what npm noted down as installed (its hidden lockfile, written at the end of every install) is what
 * package-lock.json asks for. Optional packages may be absent: they belong to other platforms.
 */
export function isInstalled(wanted, installed) {
  if (installed === null) return false
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const here = installed.packages[path]
    return path === '' || (here === undefined ? optional === true : here.version === version)
  })
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** npm must not run on the Node that it is about to replace inside node_modules. */
function outsidePath(root, path) {
  const own = join(root, 'node_modules', '.bin')
  return path
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter)
}

/** Installs the packages when they are missing or not those of package-lock.json. No package runs a script. */
export async function packages(root) {
  const wanted = readJson(join(root, 'package-lock.json'))
  if (isInstalled(wanted, readJson(join(root, 'node_modules', '.package-lock.json')))) return
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  const env = { ...process.env, PATH: outsidePath(root, process.env.PATH ?? '') }
  await run('installing the packages of package-lock.json (npm ci)', 'npm', args, { cwd: root, env })
}
