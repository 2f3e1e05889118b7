import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium, findPostgres, findProgram } from './find-program.mjs'

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

const WANTED_MAJOR = 24

/** The Node that runs the project: the one npm brought along, else the machine's own. */
export function nodePath(root) {
  const brought = join(root, 'node_modules', '.bin', 'node')
  return existsSync(brought) ? brought : process.execPath
}

/**
 * npm brings Node 24 along for Linux; elsewhere the machine's own has to do.
 * @throws {Error} when that one is older than 24
 */
export function runtime(root) {
  const major = Number(process.versions.node.split('.')[0])
  if (nodePath(root) !== process.execPath || major >= WANTED_MAJOR) return
  throw new Error(
    `Delphin needs Node ${WANTED_MAJOR} and this is ${process.versions.node}: install it from https://nodejs.org and run the command again`,
  )
}

/** Makes sure of the browser that the stories in test/e2e drive. */
export function chromium() {
  return systemPackage({
    what: 'Chromium',
    find: findChromium,
    names: ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji'],
    otherwise: 'install Chromium or Chrome, or set CHROME_PATH to its program',
    leftOut: 'the browser stories are skipped',
  })
}

/** Makes sure of PostgreSQL's server programs; tests start a server of their own from them. */
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

/** Debian's and Ubuntu's packages can be added without asking only by root. */
function mayInstall() {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== null
}

async function install(what, names) {
  if (!listsAreFresh)
    await run('reading the lists of system packages (apt-get update)', 'apt-get', ['update'], { env: ENV })
  listsAreFresh = true
  const args = ['install', '-y', '--no-install-recommends', ...names]
  await run(`installing ${what} (apt-get install ${names.join(' ')})`, 'apt-get', args, { env: ENV })
}

/**
 * Finds a program of the system, installs it where that is possible without asking, and else says what to install.
 * @throws {Error} under CI=true when it is missing: there, tests must not be left out in silence
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
 * Runs a long step: one line at its beginning, one every ten seconds, one at its end. What the program itself says is
 * shown only when it fails.
 * @throws {Error} when the program cannot be started or ends with anything but 0
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

/** One plain line to the person at the terminal. */
export function say(line) {
  process.stdout.write(`prepare: ${line}\n`)
}
