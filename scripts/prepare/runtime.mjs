import { existsSync } from 'node:fs'
import { join } from 'node:path'

const WANTED_MAJOR = 24

/** The Node that runs the project: the one npm brought along, else the machine's own. */
export function nodePath(root) {
  const brought = join(root, 'node_modules', '.bin', 'node')
  return existsSync(brought) ? brought : process.execPath
}

/**
 * npm brings Node 24 along for Linux; elsewhere the machine's own has to do.
 * @throws {Error} when that one is older than 24
 */
export function runtime(root) {
  const major = Number(process.versions.node.split('.')[0])
  if (nodePath(root) !== process.execPath || major >= WANTED_MAJOR) return
  throw new Error(
    `Delphin needs Node ${WANTED_MAJOR} and this is ${process.versions.node}: install it from https://nodejs.org and run the command again`,
  )
}
