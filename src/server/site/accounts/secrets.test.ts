import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '#server/app.ts'
import { queryRows } from '#server/database/database.ts'
import { createGameApi } from '#server/game/client.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { createMetrics } from '../status/prometheus.ts'

const PASSWORD = 'canary-password-5b1c'
const NEW_PASSWORD = 'canary-password-77e0'
const KEY = 'canaryHeader.canaryPayload.canarySignature'
const REFUSED_KEY = 'canaryRefused.canaryPayload.canarySignature'
/** The audit events that the calls of the test leave in the log. */
const AUDIT_EVENTS = [
  'registered',
  'login_refused',
  'logged_in',
  'key_updated',
  'key_updated',
  'password_refused',
  'password_changed',
  'password_refused',
  'logged_out',
]
const EMAIL = 'canary@example.com'

describe.each(storeKinds)('secrets on the %s store', (kind) => {
  let store: TestStore
  let game: FaultUpstream
  let elsewhere: string
  beforeAll(async () => {
    store = await openTestStore(kind)
    elsewhere = mkdtempSync(join(tmpdir(), 'delphin-secrets-'))
    game = await openFaultUpstream()
    game.answer(reply(200, []))
  })
  afterAll(async () => {
    await game.close()
    await store.close()
    rmSync(elsewhere, { recursive: true })
  })

  async function dump(): Promise<string> {
    const names = await queryRows(
      store.db,
      { name: z.string() },
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const tables = names.map(({ name }) => sql`select t::text from ${sql.table(name)} t`.execute(store.db))
    return JSON.stringify(await Promise.all(tables.map(async (table) => (await table).rows)))
  }

  /** All files of the embedded store, with its write-ahead log, as one text of single bytes. */
  async function filesOfStore(): Promise<string> {
    if (store.dataDirectory === null) return ''
    await sql`checkpoint`.execute(store.db)
    const files = readdirSync(store.dataDirectory, { recursive: true, withFileTypes: true })
    const ofStore = files.filter((file) => file.isFile() && file.name !== 'secret.key')
    return ofStore.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('')
  }

  it('appear in no log line, table, file or metric, and only in answers that hand them out', async () => {
    const lines: string[] = []
    const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    const clock = manualClock()
    const gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['shared'], callsPerSecond: 100, clock })
    const log = pino({ level: 'trace' }, sink)
    const settings: Record<string, string> = store.dataDirectory === null ? { DATA_DIR: elsewhere } : {}
    const context = openTestContext({ store, clock, gameApi, log, settings })
    const app = await createApp(context)
    const metrics = createMetrics(context)
    metrics.observe(app)
    const answers: string[] = []
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, token = 'none') => {
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
    await call('GET', 'sessions', undefined, token)
    await call('PUT', 'password', { old_password: `${PASSWORD}-wrong`, new_password: NEW_PASSWORD }, token)
    await call('PUT', 'password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, token)
    await call('DELETE', 'account', { password: PASSWORD }, token)
    await call('POST', 'logout', undefined, token)
    await gameApi.close()

    const master = readFileSync(join(context.config.DATA_DIR, 'secret.key'), 'utf8').trim()
    const logged = lines.join('')
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const places = {
      logged,
      tables: await dump(),
      files: await filesOfStore(),
      answers: answers.join(''),
      metrics: await metrics.text(),
    }
    for (const secret of [PASSWORD, NEW_PASSWORD, KEY, REFUSED_KEY, token, guest, master]) {
      const found = Object.entries(places).filter(([, text]) => text.includes(secret) || text.includes(hex(secret)))
      expect(found.map(([place]) => place)).toEqual([])
    }
    expect(logged).not.toContain(EMAIL)
    const audits = lines.flatMap((line) => JSON.parse(line).audit ?? [])
    expect(audits).toEqual(AUDIT_EVENTS)
  })
})
