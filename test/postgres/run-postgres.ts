import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrdinaryUser } from './ordinary-user.ts'

export type RunningPostgres = { child: ChildProcess; port: number; end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> }

type Settings = { programs: string; user: OrdinaryUser; directory: string; fast: boolean; port: number | undefined }

const ATTEMPTS = 20
const PAUSE_MS = 250

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1')
  return address.port
}

function spawnServer({ programs, user, directory, fast }: Settings, port: number): ChildProcess {
  const safety = fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []
  const settings = [...safety, 'lc_messages=C', 'logging_collector=off', 'max_connections=200', 'log_checkpoints=off']
  const where = ['-D', directory, '-h', '127.0.0.1', '-k', directory, '-p', String(port)]
  const args = [...where, ...settings.flatMap((setting) => ['-c', setting])]
  return spawn(join(programs, 'postgres'), args, { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Null once the server takes connections, or its last words when it ended instead. */
function untilReady(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-4000)
      if (words.includes('ready to accept connections')) resolve(null)
    })
    child.once('error', (problem) => resolve(problem.message))
    child.once('exit', () => resolve(words))
  })
}

function endOnExit(child: ChildProcess): void {
  const end = () => child.kill('SIGQUIT')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/**
 * Starts the server as a child of ours. The port may be taken in the meantime, and after a kill the old server's
 * children may need a moment to go: it tries again for five seconds.
 */
export async function runPostgres(settings: Settings): Promise<RunningPostgres> {
  let words: string | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = settings.port ?? (await freePort())
    const child = spawnServer(settings, port)
    words = await untilReady(child)
    if (words === null) {
      endOnExit(child)
      return { child, port, end: (signal) => end(child, signal) }
    }
    if (!/Address already in use|pre-existing shared memory|could not bind/.test(words)) break
    await wait(PAUSE_MS)
  }
  throw new Error(`PostgreSQL did not start:\n${words}`)
}
