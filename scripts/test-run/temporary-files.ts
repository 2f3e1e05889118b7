import { existsSync, statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'

/** What the stores of a whole run take at most, several times over. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Has tests put their temporary files into memory where Linux has much of it: a run makes and removes hundreds of stores,
 * and on some disks that takes a tenth of its CPU.
 */
export function keepFilesInMemory(env = process.env): void {
  if (env.TMPDIR !== undefined || process.platform !== 'linux' || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory() / 2) >= ROOM_BYTES) env.TMPDIR = MEMORY
}
