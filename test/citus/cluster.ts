import { execFileSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findDebianPostgres } from '../../scripts/prepare/find-program.mjs'
import { createCluster, ordinaryUser, type PostgresServer, startPostgres } from '../postgres-server.ts'
import { joinNodes } from './databases.ts'

export type CitusCluster = {
  /** A database of the coordinator in which the workers are known, as a superuser. */
  url: string
  /** The workers that we started. None when the cluster was there before. */
  workers: CitusWorker[]
  stop(): Promise<void>
}

type CitusWorker = {
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Starts it again after that, with what it has stored. */
  start(): Promise<void>
}

/** Where packages of Citus lie beside the project. */
const PACKAGES = '../shared/engineering/citus'

const HOW_TO = 'set CITUS_TARBALL to Citus packed for Debian’s PostgreSQL, or CITUS_URL to a coordinator'

/** What one node computes in its own time zone and another compares differs, so that tests find it. */
const TIME_ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York']

const SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'max_prepared_transactions=400',
  'max_worker_processes=64',
]

/**
 * The cluster of CITUS_URL, or a new one of a coordinator and two workers, made of the package of CITUS_TARBALL or of that
 * beside the project.
 * @returns the cluster, or in `missing` what is missing
 * @throws {Error} with the server's own words when a node does not start
 */
export async function openCluster(env = process.env): Promise<CitusCluster | { missing: string }> {
  if (env.CITUS_URL) return { url: env.CITUS_URL, workers: [], stop: async () => {} }
  const tarball = env.CITUS_TARBALL || findPackage()
  if (tarball === null) return { missing: `Citus is not here (${HOW_TO})` }
  let server = findDebianPostgres(versionOf(tarball))
  for (let isNewest = false; ; isNewest = true) {
    if (server === null) return { missing: `${tarball} needs PostgreSQL ${versionOf(tarball)} of Debian` }
    const directory = mkdtempSync(join(tmpdir(), 'delphin-citus-'))
    try {
      return await startCluster(tarball, server, directory)
    } catch (error) {
      rmSync(directory, { recursive: true, force: true })
      const symbol = /could not load library .*: (undefined symbol: \w+)/.exec(String(error))?.[1]
      if (symbol === undefined) throw error
      if (isNewest) return { missing: `${tarball} was made for a newer PostgreSQL than Debian has here (${symbol})` }
      server = newestServer(versionOf(tarball))
    }
  }
}

/** PostgreSQL's version in the name of a package: `citus-13.2-pg15-bookworm.tar.gz`. */
function versionOf(tarball: string): number {
  return Number(/-pg(\d+)-/.exec(tarball)?.[1])
}

/** Longer than any download that is worth waiting for; without a network there is no cluster. */
const DOWNLOAD_MS = 60_000

/** Debian's newest server programs of a version, in a temporary folder beside the installed ones, which stay as they are. */
function newestServer(version: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-postgres-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: DOWNLOAD_MS })
  try {
    run('apt-get', 'download', `postgresql-${version}`)
    run('dpkg', '-x', readdirSync(folder)[0] ?? '', folder)
    run('chmod', 'a+rx', folder)
  } catch {
    return null
  }
  return join(folder, `usr/lib/postgresql/${version}/bin`)
}

function findPackage(): string | null {
  const names = existsSync(PACKAGES) ? readdirSync(PACKAGES) : []
  const name = names.find((each) => /^citus-.*-pg\d+-.*\.tar\.gz$/.test(each))
  return name === undefined ? null : resolve(PACKAGES, name)
}

async function startCluster(tarball: string, server: string, directory: string): Promise<CitusCluster> {
  const programs = makePrograms(tarball, server, directory)
  const nodes = layNodes(programs, directory).map((each, place) => nodeIn(programs, each, TIME_ZONES[place] ?? ''))
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const started = await Promise.allSettled(nodes.map((node) => node.start()))
    for (const each of started) if (each.status === 'rejected') throw each.reason
    const [url = '', ...others] = nodes.map((node) => node.url())
    await joinNodes(url, others)
    return { url, workers: nodes.slice(1), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type CitusNode = CitusWorker & { url(): string; stop(): Promise<void> }

/** A node that is started again at the port that it had. */
function nodeIn(programs: string, directory: string, timeZone: string): CitusNode {
  const settings = [...SETTINGS, `timezone=${timeZone}`]
  let server: PostgresServer | null = null
  return {
    async start() {
      const port = server === null ? {} : { port: server.port }
      const started = await startPostgres({ programs, directory, fast: true, settings, ...port })
      if ('missing' in started) throw new Error(started.missing)
      server = started
    },
    kill: async () => server?.kill(),
    stop: async () => server?.stop(),
    url: () => server?.url ?? '',
  }
}

/**
 * Unpacks the package, and answers a folder of server programs that find it. PostgreSQL looks for libraries and extensions
 * relative to its own file: a copy of this file among links to all the rest finds Citus, and the server is left alone.
 */
function makePrograms(tarball: string, server: string, directory: string): string {
  const unpacked = join(directory, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked], { stdio: ['ignore', 'ignore', 'inherit'] })
  const version = versionOf(tarball)
  const programs = join(directory, `usr/lib/postgresql/${version}/bin`)
  const share = `share/postgresql/${version}`
  linkAll(server, programs, 'postgres')
  copyFileSync(join(server, 'postgres'), join(programs, 'postgres'))
  linkAll(join(server, '../lib'), join(programs, '../lib'))
  linkAll(join(server, '../../../..', share), join(directory, 'usr', share), 'extension')
  linkAll(join(server, '../../../..', share, 'extension'), join(directory, 'usr', share, 'extension'))
  execFileSync('cp', ['-r', '--remove-destination', join(unpacked, 'usr'), directory])
  execFileSync('chmod', ['-R', 'a+rX', join(directory, 'usr')])
  return programs
}

function linkAll(from: string, to: string, except = ''): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (name !== except) symlinkSync(join(from, name), join(to, name))
}

/** Makes the data directory of one node, and copies it for the others: that takes a tenth of the time. */
function layNodes(programs: string, directory: string): string[] {
  const user = ordinaryUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const [first = '', ...others] = TIME_ZONES.map((_, place) => join(directory, `node${place}`))
  createCluster(programs, user, first)
  for (const other of others) execFileSync('cp', ['-a', first, other], { ...user, cwd: directory })
  return [first, ...others]
}
