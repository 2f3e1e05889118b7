import { fileURLToPath } from 'node:url'
import { webBuild } from './prepare/build-web.mjs'
import { chromium, packages, postgres, runtime, say } from './prepare/install.mjs'

// Makes sure of everything a command needs, on a bare clone as well: packages, the built web, and for tests a browser
// and a PostgreSQL. It runs before packages are there, under whatever Node the machine has: plain JavaScript, no imports
// but Node's own.
const steps = {
  tools: [packages, runtime],
  start: [packages, runtime, webBuild],
  test: [packages, runtime, webBuild, chromium, postgres],
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
