import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { AppError, errorCode } from '#server/kernel/errors.ts'

const KEY_BYTES = 32

/** The key that encrypts the users' API keys. Its id is stored with each of them. */
type MasterKey = { id: string; key: Buffer }

type Settings = Pick<Context['config'], 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/**
 * The master key: derived from SECRET_KEY, or read from a file with mode 0600. With `mayCreate` the file is made when it
 * is missing. Throws an error for the log when there is no usable key.
 */
export async function masterKey(config: Settings, options: { mayCreate: boolean }): Promise<MasterKey> {
  if (config.SECRET_KEY !== undefined) return deriveKey(config.SECRET_KEY)
  const file = keyFile(config)
  return withKeyId((await readKeyFile(file)) ?? (options.mayCreate ? await createKeyFile(file) : missing(file)))
}

/**
 * The master key with this id: the present one, or the previous one while SECRET_KEY_PREVIOUS is set. Throws an error for
 * the log when neither has the id.
 */
export async function masterKeyOf(config: Settings, id: string): Promise<MasterKey> {
  const previous = config.SECRET_KEY_PREVIOUS === undefined ? null : deriveKey(config.SECRET_KEY_PREVIOUS)
  if (previous?.id === id) return previous
  const present = await masterKey(config, { mayCreate: false })
  if (present.id !== id) throw new Error(`sealed with master key ${id}, but ours is ${present.id}`)
  return present
}

/** The master key that a secret of the settings makes. */
function deriveKey(secret: string): MasterKey {
  return withKeyId(Buffer.from(hkdfSync('sha256', secret, 'delphin', 'personal keys', KEY_BYTES)))
}

/** The key with its id, from which the key cannot be found. */
function withKeyId(key: Buffer): MasterKey {
  return { id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16), key }
}

/** The file of the master key, used when SECRET_KEY is not set. */
function keyFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'secret.key')
}

/** Logs why personal keys cannot be encrypted or decrypted, and returns the refusal for the visitor. */
export function reportUnusable({ log }: Pick<Context, 'log'>, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : 'unknown'
  log.error({ reason }, 'personal API keys cannot be used: check SECRET_KEY, or restore secret.key')
  return new AppError('unavailable', 'Personal API keys cannot be stored or used at the moment. Please try later.')
}

function missing(file: string): never {
  throw new Error(`${file} is missing, but the store holds keys that were sealed with a master key`)
}

/** The key in a file; null when there is no such file. Throws when the file holds anything else. */
async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  throw new Error(`${file} does not hold a master key`)
}

/**
 * Makes a new key in a file with mode 0600. The file appears complete or not at all. When two processes do this at once,
 * one of them makes the file and both read it.
 */
async function createKeyFile(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  const key = await readKeyFile(file)
  if (key === null) throw new Error(`${file} was removed while it was being made`)
  return key
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const AUTH_TAG_BYTES = 16

export type SealedText = { nonce: Buffer; sealed: Buffer }

/** Encrypts a user's text. Only the same user and master key can decrypt it. */
export function seal(text: string, userId: number, master: MasterKey): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master.key, nonce, { authTagLength: AUTH_TAG_BYTES })
  cipher.setAAD(owner(userId, master))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, sealed: Buffer.concat([encrypted, cipher.getAuthTag()]) }
}

/** The encrypted text. Throws when it belongs to another user or master key, or was altered. */
export function unseal({ nonce, sealed }: SealedText, userId: number, master: MasterKey): string {
  const decipher = createDecipheriv(CIPHER, master.key, nonce, { authTagLength: AUTH_TAG_BYTES })
  decipher.setAAD(owner(userId, master))
  decipher.setAuthTag(sealed.subarray(-AUTH_TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -AUTH_TAG_BYTES)), decipher.final()]).toString('utf8')
}

function owner(userId: number, master: MasterKey): Buffer {
  return Buffer.from(`user ${userId}, key ${master.id}`)
}

/** The number of personal keys that were encrypted anew, and of those that neither master key opens, which stay. */
export type Rotation = { keyId: string; resealed: number; unreadable: number }

/**
 * Encrypts all personal keys with another master key: SECRET_KEY replaces SECRET_KEY_PREVIOUS or the file, the file
 * replaces SECRET_KEY_PREVIOUS, and without either setting a new file replaces the old one. Runs in one transaction and
 * can be repeated after a crash.
 */
export async function rotateKey(db: Database, config: Settings): Promise<Rotation> {
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

async function previousKey({ SECRET_KEY_PREVIOUS }: Settings, file: string): Promise<MasterKey | null> {
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
