import { fileURLToPath } from 'node:url'
import { textsBuild } from './prepare/build-texts.mjs'
import { serverCode, webBuild } from './prepare/build-web.mjs'
import { chromium, packages, postgres, runtime, say } from './prepare/install.mjs'

// Prepares what a command needs, also on a bare clone: packages, the built web, and for tests a browser and PostgreSQL.
// It runs before packages are installed, on any Node of the machine: so it is plain JavaScript and imports only Node's
// own modules.
const steps = {
  tools: [packages, runtime, textsBuild],
  start: [packages, runtime, textsBuild, webBuild, serverCode],
  test: [packages, runtime, textsBuild, webBuild, serverCode, chromium, postgres],
}

const command = process.argv[2] ?? 'start'
const root = fileURLToPath(new URL('..', import.meta.url))

try {
  if (!(command in steps)) throw new Error(`"${command}" is none of: ${Object.keys(steps).join(', ')}`)
  for (const step of steps[command]) await step(root)
} catch (problem) {
  say(problem.message)
  process.exitCode = 1
}
