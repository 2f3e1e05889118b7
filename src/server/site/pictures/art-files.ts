import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/kernel/clock.ts'
import { DAY_MS } from '#shared/days.ts'

/** Files in a folder of limited size: what was not used for longest goes first, after a restart too. */
export type ArtFiles = {
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
}

type Options = { directory: string; maxBytes: number; clock: Clock; onError: (error: unknown) => void }

type Known = { size: number; usedAt: number }

/** A file that is being written. */
const PART = '.part'

export function createArtFiles({ directory, maxBytes, clock, onError }: Options): ArtFiles {
  const known = new LRUCache<string, Known>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
    dispose: (_file, name, reason) => {
      if (reason === 'evict' || reason === 'delete') rm(join(directory, name), { force: true }).catch(onError)
    },
  })
  let opened: Promise<void> | null = null

  /** Learns which files there are, the longest unused first. */
  async function open(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const found: (Known & { name: string })[] = []
    for (const name of await readdir(directory)) {
      const { size, mtimeMs } = await stat(join(directory, name))
      if (size === 0 || name.endsWith(PART)) await rm(join(directory, name), { force: true })
      else found.push({ name, size, usedAt: mtimeMs })
    }
    for (const { name, size, usedAt } of found.toSorted((a, b) => a.usedAt - b.usedAt))
      known.set(name, { size, usedAt })
  }

  const ready = () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  /** The time of the file says after a restart when it was used, to the day. */
  function noteUse(name: string, file: Known): void {
    const now = clock.now()
    if (now.getTime() - file.usedAt < DAY_MS) return
    file.usedAt = now.getTime()
    utimes(join(directory, name), now, now).catch(onError)
  }

  return {
    async read(name) {
      await ready()
      const file = known.get(name)
      if (file === undefined) return null
      noteUse(name, file)
      // Somebody may have removed it.
      return readFile(join(directory, name)).catch(() => {
        known.delete(name)
        return null
      })
    },
    async write(name, bytes) {
      await ready()
      const path = join(directory, name)
      await writeFile(path + PART, bytes)
      await rename(path + PART, path)
      known.set(name, { size: bytes.length, usedAt: clock.now().getTime() })
    },
  }
}
