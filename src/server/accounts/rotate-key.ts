import { rename } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { deriveKey, keyFile, type MasterKey, masterKey, named } from './master-key.ts'
import { createKeyFile, readKeyFile } from './master-key-file.ts'
import { open, seal } from './sealed-text.ts'

type Settings = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>

/** Personal keys that were sealed anew, and those that neither master key opens, which stay as they are. */
export type Rotation = { keyId: string; resealed: number; unreadable: number }

/**
 * Seals all personal keys with another master key: SECRET_KEY in place of SECRET_KEY_PREVIOUS or of the file, the file in
 * place of SECRET_KEY_PREVIOUS, or, where no setting names a key, a new file in place of the old. One transaction; after
 * a crash it is run again.
 */
export async function rotateKey(db: Database, config: Settings): Promise<Rotation> {
  const file = keyFile(config)
  const replacesFile = config.SECRET_KEY === undefined && config.SECRET_KEY_PREVIOUS === undefined
  const draft = `${file}.next`
  const next = replacesFile
    ? named((await readKeyFile(draft)) ?? (await createKeyFile(draft)))
    : await masterKey(config, { mayCreate: true })
  const rotation = await reseal(db, await previousKey(config, file), next)
  if (replacesFile) await rename(draft, file)
  return rotation
}

async function previousKey({ SECRET_KEY_PREVIOUS }: Settings, file: string): Promise<MasterKey | null> {
  if (SECRET_KEY_PREVIOUS !== undefined) return deriveKey(SECRET_KEY_PREVIOUS)
  const key = await readKeyFile(file)
  return key === null ? null : named(key)
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
      const key = previous?.id === row.key_id ? open(row, row.user_id, previous) : null
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
