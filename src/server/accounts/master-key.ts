import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'

const KEY_BYTES = 32

/** The key that seals the keys of users; its id says which one sealed a row. */
export type MasterKey = { id: string; key: Buffer }

/**
 * The master key: derived from SECRET_KEY, or kept in a file that only we can read. The file is made when it is first
 * needed and `mayCreate` allows it. Throws a plain error for the log when there is no usable key.
 */
export async function masterKey(context: Context, options: { mayCreate: boolean }): Promise<MasterKey> {
  const { SECRET_KEY, DATA_DIR } = context.config
  if (SECRET_KEY !== undefined) {
    return named(Buffer.from(hkdfSync('sha256', SECRET_KEY, 'delphin', 'personal keys', KEY_BYTES)))
  }
  const file = join(DATA_DIR, 'secret.key')
  return named((await readKeyFile(file)) ?? (options.mayCreate ? await createKeyFile(DATA_DIR, file) : missing(file)))
}

/** Logs why personal keys cannot be sealed or opened; what it returns may be thrown at the visitor. */
export function reportUnusable({ log }: Pick<Context, 'log'>, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : 'unknown'
  log.error({ reason }, 'personal API keys cannot be used: check SECRET_KEY, or restore secret.key')
  return new AppError('unavailable', 'Personal API keys cannot be stored or used at the moment. Please try later.')
}

function named(key: Buffer): MasterKey {
  return { id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16), key }
}

function missing(file: string): never {
  throw new Error(`${file} is missing, but the store holds keys that were sealed with a master key`)
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  throw new Error(`${file} does not hold a master key`)
}

/** Of two processes that come here at once one makes the file, and both read that: it appears whole or not at all. */
async function createKeyFile(directory: string, file: string): Promise<Buffer> {
  await mkdir(directory, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return (await readKeyFile(file)) ?? missing(file)
}
