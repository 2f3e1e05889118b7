import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { AppError, errorCode } from '#server/kernel/errors.ts'
import { said } from '#shared/texts.ts'
import { type Database, queryRows, type RowOf } from './database.ts'

const KEY_BYTES = 32

/**
 * The key that encrypts what others entrust to us: API keys, addresses of channels, messages. Its id is stored with
 * each.
 */
type MasterKey = { id: string; key: Buffer }

type Settings = Pick<Context['config'], 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/** Where sealed texts are stored: the columns `key_id`, `nonce` and `sealed`, and SQL for whose text it is. */
const SEALED_TABLES = [
  { table: 'api_keys', key: 'user_id', owner: sql<string>`'user ' || user_id` },
  { table: 'club_channels', key: 'id', owner: sql<string>`'desk ' || desk` },
  { table: 'outbox', key: 'id', owner: sql<string>`'message ' || channel || ' ' || dedupe_key` },
] as const

/**
 * The master key for sealing something new. It is made when nothing is sealed yet: a new one could not decrypt what is.
 * Throws an error for the log when there is no usable key.
 */
export async function keyToSeal(config: Settings, db: Database): Promise<MasterKey> {
  if (config.SECRET_KEY !== undefined) return deriveKey(config.SECRET_KEY)
  for (const { table } of SEALED_TABLES) {
    const row = await sql`select from ${sql.table(table)} where sealed is not null limit 1`.execute(db)
    if (row.rows.length > 0) return masterKey(config, { mayCreate: false })
  }
  return masterKey(config, { mayCreate: true })
}

/**
 * The master key: derived from SECRET_KEY, or read from a file with mode 0600. With `mayCreate` the file is made when it
 * is missing. Throws an error for the log when there is no usable key.
 */
async function masterKey(config: Settings, options: { mayCreate: boolean }): Promise<MasterKey> {
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

/** Logs why something cannot be encrypted or decrypted, and returns the refusal for the visitor. `what`: a plural. */
export function reportUnusable(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  what: 'Personal API keys' | 'Channels' = 'Personal API keys',
): AppError {
  const reason = error instanceof Error ? error.message : 'unknown'
  log.error({ reason, what }, 'sealed texts cannot be used: check SECRET_KEY, or restore secret.key')
  return new AppError('unavailable', said(what === 'Channels' ? 'error.channelsSealed' : 'error.keysSealed'))
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

/** Encrypts a text. Only with the same owner, such as `user 7`, and the same master key can it be decrypted. */
export function seal(text: string, owner: string, master: MasterKey): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master.key, nonce, { authTagLength: AUTH_TAG_BYTES })
  cipher.setAAD(boundTo(owner, master))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, sealed: Buffer.concat([encrypted, cipher.getAuthTag()]) }
}

/** The encrypted text. Throws when it belongs to another owner or master key, or was altered. */
export function unseal({ nonce, sealed }: SealedText, owner: string, master: MasterKey): string {
  const decipher = createDecipheriv(CIPHER, master.key, nonce, { authTagLength: AUTH_TAG_BYTES })
  decipher.setAAD(boundTo(owner, master))
  decipher.setAuthTag(sealed.subarray(-AUTH_TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -AUTH_TAG_BYTES)), decipher.final()]).toString('utf8')
}

function boundTo(owner: string, master: MasterKey): Buffer {
  return Buffer.from(`${owner}, key ${master.id}`)
}

/** The number of texts that were encrypted anew, and of those that cannot be opened, which stay. */
export type Rotation = { keyId: string; resealed: number; unreadable: number }

/**
 * Encrypts everything sealed with another master key: SECRET_KEY replaces SECRET_KEY_PREVIOUS or the file, the file
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

const SEALED_ROW = {
  key: z.number(),
  owner: z.string(),
  keyId: z.string(),
  nonce: z.instanceof(Buffer),
  sealed: z.instanceof(Buffer),
}

async function reseal(db: Database, previous: MasterKey | null, next: MasterKey): Promise<Rotation> {
  const rotation = { keyId: next.id, resealed: 0, unreadable: 0 }
  await db.transaction().execute(async (transaction) => {
    for (const { table, key, owner } of SEALED_TABLES) {
      const rows = await queryRows(
        transaction,
        SEALED_ROW,
        sql`select ${sql.ref(key)} as key, ${owner} as owner, key_id as "keyId", nonce, sealed from ${sql.table(table)}
          where key_id <> ${next.id} for update`,
      )
      for (const row of rows) {
        const text = openedWith(previous, row)
        if (text === null) {
          rotation.unreadable += 1
          continue
        }
        const { nonce, sealed } = seal(text, row.owner, next)
        await sql`update ${sql.table(table)} set key_id = ${next.id}, nonce = ${nonce}, sealed = ${sealed}
          where ${sql.ref(key)} = ${row.key}`.execute(transaction)
        rotation.resealed += 1
      }
    }
  })
  return rotation
}

/** The text of a row; null where it was sealed with another key, or altered. */
function openedWith(master: MasterKey | null, row: RowOf<typeof SEALED_ROW>): string | null {
  if (master?.id !== row.keyId) return null
  try {
    return unseal(row, row.owner, master)
  } catch {
    return null
  }
}
