import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium, findHeadlessShell, findPostgres, findProgram } from './find-program.mjs'

/**
 * Whether the installed packages are those of package-lock.json, by npm's hidden lockfile, which every install writes.
 * Optional packages may be absent, since they can belong to other platforms.
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

/** The PATH without the project's own programs: npm must not run on the Node that it replaces in node_modules. */
function outsidePath(root, path) {
  const own = join(root, 'node_modules', '.bin')
  return path
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter)
}

/** Installs the packages if they are missing or differ from package-lock.json. Install scripts do not run. */
export async function packages(root) {
  const wanted = readJson(join(root, 'package-lock.json'))
  if (isInstalled(wanted, readJson(join(root, 'node_modules', '.package-lock.json')))) return
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  const env = { ...process.env, PATH: outsidePath(root, process.env.PATH ?? '') }
  await run('installing the packages of package-lock.json (npm ci)', 'npm', args, { cwd: root, env })
}

const WANTED_MAJOR = 24

/** The Node that runs the project: the one that npm installed, otherwise the machine's. */
export function nodePath(root) {
  const brought = join(root, 'node_modules', '.bin', 'node')
  return existsSync(brought) ? brought : process.execPath
}

/**
 * Checks the version of Node. On Linux npm installs Node 24; elsewhere the machine's Node is used.
 * @throws {Error} if the machine's Node is older than 24
 */
export function runtime(root) {
  const major = Number(process.versions.node.split('.')[0])
  if (nodePath(root) !== process.execPath || major >= WANTED_MAJOR) return
  throw new Error(
    `Delphin needs Node ${WANTED_MAJOR} and this is ${process.versions.node}: install it from https://nodejs.org and run the command again`,
  )
}

const FONTS = ['fonts-dejavu-core', 'fonts-noto-color-emoji']
const SHELL = 'chromium-headless-shell'

/**
 * Makes sure that there is a browser for the stories in test/e2e: where the system has such a package, a headless shell,
 * which takes half of the CPU; otherwise Chromium or Chrome. Where one of these is installed, no package is removed.
 */
export async function chromium() {
  if (!process.env.CHROME_PATH && findHeadlessShell() === null && mayInstall()) {
    const [names, options] = findChromium() ? [['--no-remove', SHELL], { refreshes: false }] : [[SHELL, ...FONTS]]
    await install('a headless Chromium', names, options).catch(() => say('There is no headless Chromium to install'))
  }
  return systemPackage({
    what: 'Chromium',
    find: findChromium,
    names: ['chromium', ...FONTS],
    otherwise: 'install Chromium or Chrome, or set CHROME_PATH to its program',
    leftOut: 'the browser stories are skipped',
  })
}

/** Makes sure that there are PostgreSQL's server programs, with which tests start servers. */
export function postgres() {
  return systemPackage({
    what: 'the PostgreSQL server',
    find: findPostgres,
    names: ['postgresql'],
    otherwise: 'install PostgreSQL 15 or newer (its programs initdb and postgres; no running server is needed)',
    leftOut: 'the tests on PostgreSQL are skipped',
  })
}

const ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
let listsAreFresh = false

/** Whether packages of Debian or Ubuntu can be installed without asking: only by root. */
function mayInstall() {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== null
}

async function install(what, names, { refreshes = true } = {}) {
  if (refreshes && !listsAreFresh)
    await run('reading the lists of system packages (apt-get update)', 'apt-get', ['update'], { env: ENV })
  listsAreFresh ||= refreshes
  const args = ['install', '-y', '--no-install-recommends', ...names]
  await run(`installing ${what} (apt-get install ${names.join(' ')})`, 'apt-get', args, { env: ENV })
}

/**
 * Finds a program of the system, installs it if that is possible without asking, and otherwise says what to install.
 * @throws {Error} if it is missing and CI=true: there, tests must not be skipped silently
 */
async function systemPackage({ what, find, names, otherwise, leftOut }) {
  if (find() !== null) return
  const failed = mayInstall()
    ? await install(what, names).then(
        () => null,
        (problem) => problem,
      )
    : null
  if (find() !== null) return
  if (failed !== null) say(failed.message)
  const missing = `${what} is missing: ${otherwise}`
  if (process.env.CI === 'true') throw new Error(missing)
  say(`${missing}. Until then ${leftOut}`)
}

const PROGRESS_MS = 10_000

/**
 * Runs a long step. Prints a line at its start, every ten seconds and at its end. The output of the program is shown
 * only if it fails.
 * @throws {Error} if the program cannot be started or its exit code is not 0
 */
export function run(what, program, args, options = {}) {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  say(`${what} ...`)
  const progress = setInterval(() => say(`${what}: ${seconds()} s so far`), PROGRESS_MS)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${what} failed:\n${output.trim()}`))
      say(`${what}: done in ${seconds()} s`)
      resolve()
    })
  }).finally(() => clearInterval(progress))
}

/** Prints one line for the user. */
export function say(line) {
  process.stdout.write(`prepare: ${line}\n`)
}
