import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const KEY_BYTES = 32

/** The key that a file holds; null when there is no such file. Throws when it holds anything else. */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
  throw new Error(`${file} does not hold a master key`)
}

/**
 * A new key in a file that only we can read. Of two processes that come here at once one makes the file, and both read
 * that: it appears whole or not at all.
 */
export async function createKeyFile(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  const key = await readKeyFile(file)
  if (key === null) throw new Error(`${file} was removed while it was being made`)
  return key
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
