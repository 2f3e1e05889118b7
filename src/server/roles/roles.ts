import type { Config } from '../config.ts'
import { StartFailure } from '../start-failure.ts'

/** What a process of the product does. */
export type Roles = { site: boolean; collector: boolean }

const BOTH: Roles = { site: true, collector: true }
const ALONE: Record<string, Roles> = {
  serve: { site: true, collector: false },
  collect: { site: false, collector: true },
}

/** What the command asks for: nothing is both in one process. Throws StartFailure. */
export function rolesOf(command: string | undefined, config: Pick<Config, 'DATABASE_URL'>): Roles {
  if (command === undefined) return BOTH
  const roles = ALONE[command]
  if (roles === undefined)
    throw new StartFailure(`There is no command ${command}: use serve, collect, rebuild, or none`)
  if (config.DATABASE_URL === undefined) {
    throw new StartFailure(
      `"${command}" alone needs PostgreSQL (DATABASE_URL): the embedded store belongs to one process. Start without a command to run both in one.`,
    )
  }
  return roles
}
