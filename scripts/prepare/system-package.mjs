import { findProgram } from './find-program.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

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
export async function systemPackage({ what, find, names, otherwise, leftOut }) {
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
