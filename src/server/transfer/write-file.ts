import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartFailure } from '../start-failure.ts'

export type WriteOptions = {
  file: string
  gzip: boolean
  /** Who may read it, as of chmod. */
  mode?: number
  signal?: AbortSignal | undefined
}

/**
 * Writes a file that is there whole or not at all, also after a power cut. Throws StartFailure when it cannot be
 * written.
 */
export async function writeFile(pieces: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const { file, gzip, mode = 0o666, signal } = options
  const part = `${file}.part`
  try {
    const target = createWriteStream(part, { mode, flush: true })
    const lines = Readable.from(pieces, { objectMode: false })
    await pipeline(lines, gzip ? createGzip({ level: 4 }) : new PassThrough(), target, signal ? { signal } : {})
    await rename(part, file)
    await syncDirectory(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw writeFailure(file, error)
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'it is not permitted',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

function writeFailure(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]
  return reason === undefined ? error : new StartFailure(`${file} cannot be written: ${reason}`, { cause: error })
}
