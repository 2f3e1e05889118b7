import { execFileSync } from 'node:child_process'

/** Who runs the server: PostgreSQL refuses to run as root. Empty when we are an ordinary user ourselves. */
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
