import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'

const KEY_BYTES = 32

/** The key that seals the keys of users; its id says which one sealed a row. */
type MasterKey = { id: string; key: Buffer }

type Settings = Pick<Context['config'], 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/**
 * The master key: derived from SECRET_KEY, or kept in a file that only we can read. The file is made when it is first
 * needed and `mayCreate` allows it. Throws a plain error for the log when there is no usable key.
 */
export async function masterKey(config: Settings, options: { mayCreate: boolean }): Promise<MasterKey> {
  if (config.SECRET_KEY !== undefined) return deriveKey(config.SECRET_KEY)
  const file = keyFile(config)
  return withKeyId((await readKeyFile(file)) ?? (options.mayCreate ? await createKeyFile(file) : missing(file)))
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
function deriveKey(secret: string): MasterKey {
  return withKeyId(Buffer.from(hkdfSync('sha256', secret, 'delphin', 'personal keys', KEY_BYTES)))
}

/** The key with its id, which tells nothing of it. */
function withKeyId(key: Buffer): MasterKey {
  return { id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16), key }
}

/** Where the master key is kept when no setting names one. */
function keyFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
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

/** The key that a file holds; null when there is no such file. Throws when it holds anything else. */
async function readKeyFile(file: string): Promise<Buffer | null> {
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
async function createKeyFile(file: string): Promise<Buffer> {
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

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SealedText = { nonce: Buffer; sealed: Buffer }

/** Encrypts a user's text so that it opens for the same user and master key only. */
export function seal(text: string, userId: number, master: MasterKey): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(owner(userId, master))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, sealed: Buffer.concat([encrypted, cipher.getAuthTag()]) }
}

/** The text that was sealed. Throws when it was sealed for another user, with another key, or has been altered. */
export function unseal({ nonce, sealed }: SealedText, userId: number, master: MasterKey): string {
  const decipher = createDecipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(owner(userId, master))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

function owner(userId: number, master: MasterKey): Buffer {
  return Buffer.from(`user ${userId}, key ${master.id}`)
}

type SettingsOfRotateKey = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/** Personal keys that were sealed anew, and those that neither master key opens, which stay as they are. */
export type Rotation = { keyId: string; resealed: number; unreadable: number }

/**
 * Seals all personal keys with another master key: SECRET_KEY in place of SECRET_KEY_PREVIOUS or of the file, the file in
 * place of SECRET_KEY_PREVIOUS, or, where no setting names a key, a new file in place of the old. One transaction; after
 * a crash it is run again.
 */
export async function rotateKey(db: Database, config: SettingsOfRotateKey): Promise<Rotation> {
  const file = keyFile(config)
  const replacesFile = config.SECRET_KEY === undefined && config.SECRET_KEY_PREVIOUS === undefined
  const draft = `${file}.next`
  const next = replacesFile
    ? withKeyId((await readKeyFile(draft)) ?? (await createKeyFile(draft)))
    : await masterKey(config, { mayCreate: true })
  const rotation = await reseal(db, await previousKey(config, file), next)
  if (replacesFile) await rename(draft, file)
  return rotation
}

async function previousKey({ SECRET_KEY_PREVIOUS }: SettingsOfRotateKey, file: string): Promise<MasterKey | null> {
  if (SECRET_KEY_PREVIOUS !== undefined) return deriveKey(SECRET_KEY_PREVIOUS)
  const key = await readKeyFile(file)
  return key === null ? null : withKeyId(key)
}

async function reseal(db: Database, previous: MasterKey | null, next: MasterKey): Promise<Rotation> {
  const rotation = { keyId: next.id, resealed: 0, unreadable: 0 }
  await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('api_keys')
      .select(['user_id', 'key_id', 'nonce', 'sealed'])
      .where('key_id', '!=', next.id)
      .forUpdate()
      .execute()
    for (const row of rows) {
      const key = previous?.id === row.key_id ? unseal(row, row.user_id, previous) : null
      if (key === null) rotation.unreadable += 1
      else {
        const sealed = { key_id: next.id, ...seal(key, row.user_id, next) }
        await transaction.updateTable('api_keys').set(sealed).where('user_id', '=', row.user_id).execute()
        rotation.resealed += 1
      }
    }
  })
  return rotation
}
