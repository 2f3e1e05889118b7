import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The full path of the first of these names or paths that is executable, or null. */
export function findProgram(names, path = process.env.PATH ?? '') {
  const candidates = names.flatMap((name) =>
    name.includes('/') ? [name] : path.split(delimiter).map((folder) => join(folder, name)),
  )
  return candidates.find(isExecutable) ?? null
}

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/** The path of Chromium or Chrome: CHROME_PATH, then the PATH, then macOS's Applications, then a shell; or null. */
export function findChromium(env = process.env) {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const mac = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  return findProgram([...(env.CHROME_PATH ? [env.CHROME_PATH] : []), ...names, ...mac, ...SHELLS], env.PATH)
}

/** The same browser without windows, which takes half of the CPU, where it is installed. */
export function findHeadlessShell(env = process.env) {
  return findProgram(SHELLS, env.PATH)
}

/** The path of the browser for stories: CHROME_PATH, then a headless shell, then any Chromium or Chrome; or null. */
export function findStoryBrowser(env = process.env) {
  return env.CHROME_PATH ? findChromium(env) : (findHeadlessShell(env) ?? findChromium(env))
}

const POSTGRES_FOLDERS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

function serverFolders(parent) {
  try {
    const names = readdirSync(parent).filter((name) => /^(postgresql@)?\d+$/.test(name))
    const version = (name) => Number(name.replace('postgresql@', ''))
    return names.sort((a, b) => version(b) - version(a)).map((name) => join(parent, name, 'bin'))
  } catch {
    return []
  }
}

function hasServer(folder) {
  return ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)))
}

/** The folder with PostgreSQL's server programs (initdb, postgres), newest version first, or null. */
export function findPostgres(env = process.env) {
  const folders = [...POSTGRES_FOLDERS.flatMap(serverFolders), ...(env.PATH ?? '').split(delimiter)]
  return folders.find(hasServer) ?? null
}

/** The folder with Debian's server programs of one version: that of the PATH, then the installed one; or null. */
export function findDebianPostgres(version, env = process.env) {
  const inDebian = `/lib/postgresql/${version}/bin`
  const folders = [...(env.PATH ?? '').split(delimiter), `/usr${inDebian}`]
  return folders.find((folder) => folder.endsWith(inDebian) && hasServer(folder)) ?? null
}
