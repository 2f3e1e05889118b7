// Starts everything for development, with reload: `npm run dev`, then open the address that Vite prints. The server,
// with the embedded store and the demo provider, restarts when one of its files changes. Vite updates the page by
// itself. The settings are those of `npm start`. By default the demo is small, and its data is in data/dev.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'

const DEFAULTS = { DATA_DIR: 'data/dev', DEMO_CLUBS: '12', DEMO_HISTORY_DAYS: '30', PORT: '3000' }
const env = { ...DEFAULTS, ...process.env }

/** `node --watch` would not notice migrations, and its reports would mix with the messages of worker threads. */
const SERVER_FILES = /^(?:server|shared|demo)\/.*(?<!\.test)\.(?:ts|sql|css)$/
/**
 * A restart waits this long without further changes: editors write in steps, and a change of branch writes many files.
 */
const QUIET_MS = 150

const run = (...args: string[]) => spawn(process.execPath, args, { env, stdio: 'inherit' })
const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const vite = run('node_modules/vite/bin/vite.js', '--host', '127.0.0.1')
let server = run('src/server/main.ts')
let changed: NodeJS.Timeout | undefined

const watcher = watch('src', { recursive: true }, (_event, file) => {
  if (!SERVER_FILES.test((file ?? '').replaceAll('\\', '/'))) return
  clearTimeout(changed)
  changed = setTimeout(restart, QUIET_MS, file ?? 'A file')
})

/** The store belongs to one process, so the next server starts when the last one has ended. */
async function restart(file: string): Promise<void> {
  console.log(`${file} has changed: the server starts again`)
  const last = server
  if (!hasEnded(last)) {
    last.kill('SIGTERM')
    await once(last, 'exit')
  }
  if (server === last && !stopping) server = run('src/server/main.ts')
}

let stopping = false

function stop(): void {
  stopping = true
  watcher.close()
  clearTimeout(changed)
  for (const child of [server, vite]) child.kill('SIGTERM')
}

vite.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
