import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from '../scripts/prepare/find-program.mjs'

export type PostgresOptions = {
  /** The data directory. One that holds a cluster is started again as it was left. A new temporary one by default. */
  directory?: string
  /** Whether the directory stays when the server stops. */
  keep?: boolean
  /** Without fsync and vacuum, for tests that do not look at what a crash leaves. */
  fast?: boolean
  /** The TCP port on 127.0.0.1, to start again where clients expect the server; any free one by default. */
  port?: number
  /** The folder of the server programs; that of the newest version by default. */
  programs?: string
  /** Settings beside ours, like `timezone=UTC`. */
  settings?: string[]
}

export type PostgresServer = {
  url: string
  port: number
  directory: string
  pid: number
  /** Ends the server as a crash would (SIGKILL). The directory stays, for another start. */
  kill(): Promise<void>
  /** Shuts the server down, and removes its directory unless `keep` was set. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL of its own with the server programs that are installed.
 * @returns the server, or in `missing` a sentence on what to install
 * @throws {Error} with the server's own words when it does not start
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer | { missing: string }> {
  const programs = options.programs ?? findPostgres()
  if (programs === null) return { missing: 'PostgreSQL 15 or newer is not installed (initdb and postgres not found)' }
  const user = ordinaryUser()
  const directory = createCluster(programs, user, options.directory)
  const { fast = false, port, settings = [] } = options
  const running = await runPostgres({ programs, user, directory, fast, port, settings })
  return { ...describeServer(running, directory), ...controls(running, directory, options.keep ?? false) }
}

function describeServer({ child, port }: RunningPostgres, directory: string) {
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, directory, pid: child.pid ?? 0 }
}

function controls(running: RunningPostgres, directory: string, keep: boolean): Pick<PostgresServer, 'kill' | 'stop'> {
  return {
    kill: () => running.end('SIGKILL'),
    async stop() {
      await running.end('SIGINT')
      if (!keep) rmSync(directory, { recursive: true, force: true })
    },
  }
}

const LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** A directory with a PostgreSQL cluster: the one given, created when it holds none yet, or a fresh temporary one. */
export function createCluster(programs: string, user: OrdinaryUser, wanted?: string): string {
  const directory = wanted ?? mkdtempSync(join(tmpdir(), 'delphin-pg-'))
  if (existsSync(join(directory, 'PG_VERSION'))) return directory
  mkdirSync(directory, { recursive: true })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const args = ['--no-sync', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', `--locale=${LOCALE}`, '-D', directory]
  execFileSync(join(programs, 'initdb'), args, { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  return directory
}

type RunningPostgres = { child: ChildProcess; port: number; end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> }

type Settings = {
  programs: string
  user: OrdinaryUser
  directory: string
  fast: boolean
  port: number | undefined
  settings: string[]
}

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

function spawnServer({ programs, user, directory, fast, settings }: Settings, port: number): ChildProcess {
  const safety = fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'] : []
  const common = [...safety, 'lc_messages=C', 'logging_collector=off', 'max_connections=200', 'log_checkpoints=off']
  const where = ['-D', directory, '-h', '127.0.0.1', '-k', directory, '-p', String(port)]
  const args = [...where, ...[...common, ...settings].flatMap((setting) => ['-c', setting])]
  return spawn(join(programs, 'postgres'), args, { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Null once the server takes connections; its last output when it ended instead. */
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
 * Starts the server as a child process. Somebody may take the port in the meantime, and after a kill the children of the
 * old server may need a moment to end, so it tries again for five seconds.
 */
async function runPostgres(settings: Settings): Promise<RunningPostgres> {
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

/** The user who runs the server, since PostgreSQL refuses to run as root. Empty when this process is not root. */
export type OrdinaryUser = { uid?: number; gid?: number }

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
  } catch {
    return null
  }
}

/** @throws {Error} when we are root and there is neither a user postgres nor a user nobody */
export function ordinaryUser(): OrdinaryUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it')
}
