import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrdinaryUser } from './ordinary-user.ts'

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
