import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGameApi } from '#server/game-api/client.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerAccounts } from './routes.ts'

const PASSWORD = 'canary-password-5b1c'
const KEY = 'canaryHeader.canaryPayload.canarySignature'
const REFUSED_KEY = 'canaryRefused.canaryPayload.canarySignature'
const EMAIL = 'canary@example.com'

describe.each(storeKinds)('secrets on the %s store', (kind) => {
  let store: TestStore
  let game: FaultUpstream
  beforeAll(async () => {
    store = await openTestStore(kind)
    game = await openFaultUpstream()
    game.answer(reply(200, []))
  })
  afterAll(async () => {
    await game.close()
    await store.close()
  })

  async function dump(): Promise<string> {
    const tables = ['users', 'user_sessions', 'api_keys', 'guest_sessions']
    const rows = tables.map((table) => sql`select t::text from ${sql.table(table)} t`.execute(store.db))
    return JSON.stringify(await Promise.all(rows.map(async (result) => (await result).rows)))
  }

  it('appear in no log line, no table and no answer that does not hand them out', async () => {
    const lines: string[] = []
    const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    const clock = manualClock()
    const gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['shared'], callsPerSecond: 100, clock })
    const log = pino({ level: 'trace' }, sink)
    const context = openTestContext({ store, clock, gameApi, log })
    const app = openTestApp(context, [registerAccounts])
    const answers: string[] = []
    const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token = 'none') => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method, url: `/api/auth/${path}`, headers, ...(payload ? { payload } : {}) })
      if (path !== 'login' && path !== 'guest-session') answers.push(answer.body)
      return answer.json()
    }

    const guest = (await call('POST', 'guest-session')).session_id
    const registration = { username: 'canary', email: EMAIL, password: PASSWORD, api_key: KEY }
    await call('POST', 'register', registration)
    await call('POST', 'register', registration)
    await call('POST', 'login', { identifier: EMAIL, password: `${PASSWORD}-wrong` })
    const { token } = await call('POST', 'login', { identifier: EMAIL, password: PASSWORD })
    game.answer(reply(403, { reason: 'accessDenied' }))
    await call('PUT', 'update-api-key', { api_key: REFUSED_KEY }, token)
    game.answer(reply(200, []))
    await call('PUT', 'update-api-key', { api_key: KEY }, token)
    await call('GET', 'profile', undefined, token)
    await call('POST', 'logout', undefined, token)
    await gameApi.close()

    const master = readFileSync(join(context.config.DATA_DIR, 'secret.key'), 'utf8').trim()
    const logged = lines.join('')
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const dumped = await dump()
    for (const secret of [PASSWORD, KEY, REFUSED_KEY, token, guest, master]) {
      for (const place of [logged, dumped, answers.join('')]) {
        expect(place).not.toContain(secret)
        expect(place).not.toContain(hex(secret))
      }
    }
    expect(logged).not.toContain(EMAIL)
    const audits = lines.flatMap((line) => JSON.parse(line).audit ?? [])
    const story = ['registered', 'login_refused', 'logged_in', 'key_updated', 'key_updated', 'logged_out']
    expect(audits).toEqual(story)
  })
})
