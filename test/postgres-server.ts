import { rmSync } from 'node:fs'
import { findPostgres } from '../scripts/prepare/find-program.mjs'
import { createCluster } from './postgres/create-cluster.ts'
import { ordinaryUser } from './postgres/ordinary-user.ts'
import { type RunningPostgres, runPostgres } from './postgres/run-postgres.ts'

export type PostgresOptions = {
  /** The data directory; one that holds a cluster is started again as it was left. A fresh temporary one by default. */
  directory?: string
  /** Leave the directory behind on stop. */
  keep?: boolean
  /** No fsync: for tests that do not look at what a crash leaves. */
  fast?: boolean
  /** The TCP port on 127.0.0.1, to start again where clients expect the server; any free one by default. */
  port?: number
}

export type PostgresServer = {
  url: string
  port: number
  directory: string
  pid: number
  /** Ends the server as a crash would (SIGKILL). The directory stays, for a start on the same one. */
  kill(): Promise<void>
  /** Shuts the server down and removes its directory unless it was to be kept. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL of its own from the server programs that are installed, whatever else runs on the machine.
 * @returns the server, or in `missing` a sentence on what to install
 * @throws {Error} with the server's own words when it does not start
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer | { missing: string }> {
  const programs = findPostgres()
  if (programs === null) return { missing: 'PostgreSQL 15 or newer is not installed (initdb and postgres not found)' }
  const user = ordinaryUser()
  const directory = createCluster(programs, user, options.directory)
  const running = await runPostgres({ programs, user, directory, fast: options.fast ?? false, port: options.port })
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
