import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rotateKey, seal, unseal } from '#server/database/master-key.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { personalKey, storeKey } from './personal-key.ts'
import { registerUser } from './users.ts'

const master = { id: 'ours', key: randomBytes(32) }

describe('an encrypted text', () => {
  it('can be decrypted for its user, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, userId) => {
        expect(unseal(seal(text, `user ${userId}`, master), `user ${userId}`, master)).toBe(text.toWellFormed())
      }),
    )
  })

  it('is different each time', () => {
    expect(seal('key', 'user 1', master).sealed).not.toEqual(seal('key', 'user 1', master).sealed)
  })

  it('cannot be decrypted for another user, with another master key, or after a bit was changed', () => {
    const sealed = seal('key', 'user 1', master)
    expect(() => unseal(sealed, 'user 2', master)).toThrow()
    expect(() => unseal(sealed, 'user 1', { ...master, key: randomBytes(32) })).toThrow()
    expect(() => unseal(sealed, 'user 1', { ...master, id: 'theirs' })).toThrow()
    for (let i = 0; i < sealed.sealed.length; i += 1) {
      const altered = Buffer.from(sealed.sealed)
      altered[i] = (altered[i] ?? 0) ^ 1
      expect(() => unseal({ ...sealed, sealed: altered }, 'user 1', master)).toThrow()
    }
    expect(() => unseal({ ...sealed, sealed: sealed.sealed.subarray(0, 4) }, 'user 1', master)).toThrow()
  })
})

const OLD = 'the old secret, 32 characters or more'
const NEW = 'the new secret, 32 characters or more'
const KEYS = ['first.personal.key', 'second.personal.key']

describe.each(storeKinds)('a new master key on the %s store', (kind) => {
  let store: TestStore
  let directory: string
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    directory = mkdtempSync(join(tmpdir(), 'delphin-rotate-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))
  afterAll(() => store.close())

  const contextWith = (settings: Record<string, string>) =>
    openTestContext({ store, settings: { DATA_DIR: directory, ...settings } })
  const rotateWith = (settings: Record<string, string>) => rotateKey(store.db, contextWith(settings).config)

  /** Stores two users whose personal keys are encrypted with the master key of the settings. */
  async function sealWith(settings: Record<string, string>): Promise<void> {
    const context = contextWith(settings)
    for (const [index, key] of KEYS.entries()) {
      const names = { username: `user${index}`, email: `user${index}@example.com` }
      await registerUser(context, { ...names, password: 'dolphins' }, '192.0.2.1')
      await storeKey(context, index + 1, key)
    }
  }

  const opened = (settings: Record<string, string>) =>
    Promise.all(
      [1, 2].map((userId) => personalKey(contextWith(settings), { kind: 'user', userId, tokenHash: Buffer.alloc(32) })),
    )

  it('from a setting decrypts every personal key after the rotation, and the old one none', async () => {
    await sealWith({ SECRET_KEY: OLD })
    expect(await rotateWith({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toMatchObject({
      resealed: 2,
      unreadable: 0,
    })
    expect(await opened({ SECRET_KEY: NEW })).toEqual(KEYS)
    expect(await opened({ SECRET_KEY: OLD })).toEqual([null, null])
    expect(await rotateWith({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toMatchObject({
      resealed: 0,
      unreadable: 0,
    })
  })

  it('can be set before the rotation: while the old one is set too, all personal keys can be used', async () => {
    await sealWith({ SECRET_KEY: OLD })
    expect(await opened({ SECRET_KEY: NEW })).toEqual([null, null])
    expect(await opened({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toEqual(KEYS)
  })

  it('replaces the file, which is made anew with mode 0600', async () => {
    await sealWith({})
    const file = join(directory, 'secret.key')
    const before = readFileSync(file, 'utf8')
    expect(await rotateWith({})).toMatchObject({ resealed: 2, unreadable: 0 })
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file}.next`)).toBe(false)
    expect(await opened({})).toEqual(KEYS)
    expect(await rotateWith({ SECRET_KEY: NEW })).toMatchObject({ resealed: 2 })
    expect(await opened({ SECRET_KEY: NEW })).toEqual(KEYS)
  })

  it('leaves an altered personal key as it is, and goes on with the others', async () => {
    await sealWith({ SECRET_KEY: OLD })
    const altered = { sealed: randomBytes(40) }
    await store.db.updateTable('api_keys').set(altered).where('user_id', '=', 1).execute()
    expect(await rotateWith({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toMatchObject({
      resealed: 1,
      unreadable: 1,
    })
    expect(await opened({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toEqual([null, KEYS[1]])
  })

  it('leaves personal keys that neither can decrypt, and reports their number', async () => {
    await sealWith({ SECRET_KEY: OLD })
    const wrong = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: 'not the secret that sealed them, however long' }
    expect(await rotateWith(wrong)).toMatchObject({ resealed: 0, unreadable: 2 })
    expect(await opened({ SECRET_KEY: OLD })).toEqual(KEYS)
  })
})
