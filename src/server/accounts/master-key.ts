import { createHash, hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { createKeyFile, readKeyFile } from './master-key-file.ts'

const KEY_BYTES = 32

/** The key that seals the keys of users; its id says which one sealed a row. */
export type MasterKey = { id: string; key: Buffer }

type Settings = Pick<Context['config'], 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/**
 * The master key: derived from SECRET_KEY, or kept in a file that only we can read. The file is made when it is first
 * needed and `mayCreate` allows it. Throws a plain error for the log when there is no usable key.
 */
export async function masterKey(config: Settings, options: { mayCreate: boolean }): Promise<MasterKey> {
  if (config.SECRET_KEY !== undefined) return deriveKey(config.SECRET_KEY)
  const file = keyFile(config)
  return named((await readKeyFile(file)) ?? (options.mayCreate ? await createKeyFile(file) : missing(file)))
}

/**
 * The master key that sealed a row: the present one, or the one before it while SECRET_KEY_PREVIOUS names that. Throws a
 * plain error for the log when it is neither.
 */
export async function masterKeyOf(config: Settings, id: string): Promise<MasterKey> {
  const previous = config.SECRET_KEY_PREVIOUS === undefined ? null : deriveKey(config.SECRET_KEY_PREVIOUS)
  if (previous?.id === id) return previous
  const present = await masterKey(config, { mayCreate: false })
  if (present.id !== id) throw new Error(`sealed with master key ${id}, but ours is ${present.id}`)
  return present
}

/** The master key that a secret of the settings stands for. */
export function deriveKey(secret: string): MasterKey {
  return named(Buffer.from(hkdfSync('sha256', secret, 'delphin', 'personal keys', KEY_BYTES)))
}

/** The key with its id, which tells nothing of it. */
export function named(key: Buffer): MasterKey {
  return { id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16), key }
}

/** Where the master key is kept when no setting names one. */
export function keyFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'secret.key')
}

/** Logs why personal keys cannot be sealed or opened; what it returns may be thrown at the visitor. */
export function reportUnusable({ log }: Pick<Context, 'log'>, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : 'unknown'
  log.error({ reason }, 'personal API keys cannot be used: check SECRET_KEY, or restore secret.key')
  return new AppError('unavailable', 'Personal API keys cannot be stored or used at the moment. Please try later.')
}

function missing(file: string): never {
  throw new Error(`${file} is missing, but the store holds keys that were sealed with a master key`)
}
