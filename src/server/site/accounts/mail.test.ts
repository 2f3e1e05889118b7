import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PostgresQueryCompiler } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailDeliverer } from '#server/reach/mail.ts'
import { deliverDue } from '#server/reach/outbox.ts'
import { getProfile, login, setLanguage } from '#shared/contract/accounts.ts'
import { confirmLink, resetPassword } from '#shared/contract/mail.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { answerOf, refusalOf } from '#test/ask.ts'
import { linkIn, type MailServer, openMailServer } from '#test/mail-server.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { accountMails, browserOf } from './account-mail.ts'
import { makeOperatorLink } from './forgotten-password.ts'
import { registerAccounts } from './routes.ts'
import { forgetExpired } from './sessions.ts'

const BOB = { username: 'Bob', email: 'Bob@example.com', password: 'dolphins!' }
const NEW_PASSWORD = 'new dolphins!'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

describe.each(storeKinds)('mail about accounts on the %s store', (kind) => {
  let store: TestStore
  let server: MailServer
  let context: TestContext
  let app: FastifyInstance
  let lines: string[]
  beforeAll(async () => {
    store = await openTestStore(kind)
    server = await openMailServer()
  })
  beforeEach(async () => {
    await store.reset()
    server.mails.length = 0
    start()
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  function start(settings: Record<string, string> = {}): void {
    const mail = {
      SMTP_URL: server.url,
      MAIL_FROM: 'Delphin <delphin@example.org>',
      PUBLIC_URL: 'https://delphin.example',
    }
    const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    lines = []
    context = openTestContext({
      store,
      log: pino({ level: 'trace' }, sink),
      settings: { REGISTRATIONS_PER_HOUR: '1000', LOGINS_PER_MINUTE: '100000', ...mail, ...settings },
    })
    app = openTestApp(context, [registerAccounts])
  }

  const post = (call: string, payload: object, from: { remoteAddress?: string; token?: string; agent?: string } = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/auth/${call}`,
      payload,
      remoteAddress: from.remoteAddress ?? '192.0.2.1',
      headers: { 'user-agent': from.agent ?? FIREFOX, authorization: `Bearer ${from.token ?? 'none'}` },
    })
  const deliver = () => deliverDue(context, 'mail', mailDeliverer(context, accountMails))
  const logIn = async (password = BOB.password, from = {}) =>
    answerOf(login, await post('login', { identifier: 'bob', password }, from)).token
  const profile = async (token: string) =>
    answerOf(getProfile, await app.inject({ url: '/api/auth/profile', headers: { authorization: `Bearer ${token}` } }))
  const subjects = () => server.mails.map(({ headers }) => headers.get('subject'))
  const newest = () => server.mails.at(-1) ?? { to: '', text: '', html: '', raw: '', headers: new Map() }

  /** Bob with a confirmed address, and no mail on its way. */
  async function registerBob(): Promise<void> {
    await post('register', BOB)
    await deliver()
    await post('confirm', { token: linkIn(newest(), '/confirm') })
    server.mails.length = 0
  }

  it('confirms the address of a new account by the link of a mail, once', async () => {
    await post('register', BOB)
    const token = await logIn()
    expect((await profile(token)).email_confirmed).toBe(false)
    await deliver()
    expect(subjects()).toEqual(['Confirm your address for Delphin'])
    expect(newest().to).toBe(BOB.email)
    expect(newest().text).toContain('https://delphin.example/confirm#')
    // The account may have been made with a stranger's address: its name would be a message to them.
    expect(newest().raw).not.toMatch(/\bBob\b(?!@)/)
    const link = linkIn(newest(), '/confirm')
    expect(answerOf(confirmLink, await post('confirm', { token: link }))).toEqual({
      address: 'B…@example.com',
      week_mail: null,
    })
    expect((await profile(token)).email_confirmed).toBe(true)
    const again = await post('confirm', { token: link })
    expect([again.statusCode, refusalOf(again).code]).toEqual([409, 'used_link'])
  })

  it('hides an address whose name is one letter, which a part would give away', async () => {
    await post('register', { ...BOB, email: 'B@example.com' })
    await deliver()
    const told = await post('confirm', { token: linkIn(newest(), '/confirm') })
    expect(answerOf(confirmLink, told).address).toBe('…@example.com')
  })

  it('keeps the language of the mails to a user, and takes no other', async () => {
    await post('register', BOB)
    const headers = { authorization: `Bearer ${await logIn()}` }
    const put = (language: string) =>
      app.inject({ method: 'PUT', url: '/api/auth/language', payload: { language }, headers })
    expect(answerOf(setLanguage, await put('en'))).toEqual({ language: 'en' })
    const refused = await put('xx')
    expect([refused.statusCode, refusalOf(refused).error]).toEqual([
      400,
      expect.stringMatching(/^language must be one of en/),
    ])
    expect((await profile(await logIn())).language).toBe('en')
  })

  it('sends the confirmation again when its user asks, three times an hour', async () => {
    await post('register', BOB)
    const token = await logIn()
    const asked = []
    for (let time = 0; time < 4; time += 1) asked.push((await post('confirmation', {}, { token })).statusCode)
    expect(asked).toEqual([200, 200, 200, 429])
    await deliver()
    expect(server.mails).toHaveLength(4)
    // Whichever of the mails is opened, the others are void then.
    const [first, second] = server.mails.map((mail) => linkIn(mail, '/confirm'))
    expect((await post('confirm', { token: first })).statusCode).toBe(200)
    expect(refusalOf(await post('confirm', { token: second })).code).toBe('used_link')
    await deliver()
    expect((await post('confirmation', {}, { token })).statusCode).toBe(429)
  })

  it('resets a forgotten password through the mail that arrived, and ends every session', async () => {
    await registerBob()
    const stolen = await logIn()
    expect((await post('forgotten-password', { identifier: 'BOB@example.com' })).json()).toEqual({ ok: true })
    await deliver()
    expect(subjects()).toEqual(['A new password for Delphin'])
    const token = linkIn(newest(), '/password')
    const answer = await post('reset-password', { token, new_password: NEW_PASSWORD })
    expect(answerOf(resetPassword, answer)).toEqual({ username: 'Bob' })
    expect(
      (await app.inject({ url: '/api/auth/profile', headers: { authorization: `Bearer ${stolen}` } })).statusCode,
    ).toBe(401)
    expect((await post('login', { identifier: 'bob', password: BOB.password })).statusCode).toBe(401)
    expect(await logIn(NEW_PASSWORD)).toMatch(/^[\w-]{43}$/)
    await deliver()
    expect(subjects()).toEqual(['A new password for Delphin', 'Your Delphin password was changed'])
  })

  it('confirms the address by a reset, since the mail arrived there', async () => {
    await post('register', BOB)
    await post('forgotten-password', { identifier: 'bob' })
    await deliver()
    await post('reset-password', { token: linkIn(newest(), '/password'), new_password: NEW_PASSWORD })
    expect((await profile(await logIn(NEW_PASSWORD))).email_confirmed).toBe(true)
  })

  it('lets a link for a new password work once, for 30 minutes, and for nothing else', async () => {
    await registerBob()
    for (let mail = 0; mail < 2; mail += 1) await post('forgotten-password', { identifier: 'bob' })
    await deliver()
    const [first, second] = server.mails.map((mail) => linkIn(mail, '/password'))
    const reset = async (token = '', new_password = NEW_PASSWORD) => {
      const answer = await post('reset-password', { token, new_password })
      return answer.statusCode === 200 ? 'done' : refusalOf(answer).code
    }
    expect(await reset('A'.repeat(43))).toBe('unknown_link')
    expect(await reset('nonsense')).toBe('unknown_link')
    expect(await reset(first, 'short')).toBe('invalid')
    expect(refusalOf(await post('confirm', { token: first })).code).toBe('unknown_link')
    // Two browsers at once: one of them is told that the link is used.
    expect((await Promise.all([reset(first), reset(first, 'other dolphins')])).sort()).toEqual(['done', 'used_link'])
    expect(await reset(second)).toBe('used_link')
    await context.clock.advance(HOUR_MS)
    await post('forgotten-password', { identifier: 'bob' })
    await deliver()
    const third = linkIn(server.mails.filter(({ text }) => text.includes('/password#')).at(-1) ?? newest(), '/password')
    await context.clock.advance(30 * MINUTE_MS)
    expect(await reset(third)).toBe('expired_link')
    await context.clock.advance(8 * DAY_MS)
    await forgetExpired(context)
    expect(await reset(third)).toBe('unknown_link')
    expect(await store.db.selectFrom('mail_links').select('purpose').where('purpose', '=', 'reset').execute()).toEqual(
      [],
    )
  })

  it('gives the same answer, with the same work, to known and unknown names', async () => {
    await registerBob()
    const plain = context.db
    const seen: { statusCode: number; body: string; names: string[]; statements: string[] }[] = []
    for (const identifier of ['bob', 'nobody', 'bob@example.com', 'nobody@example.com']) {
      await context.clock.advance(HOUR_MS)
      const statements: string[] = []
      context.db = plain.withPlugin({
        transformQuery: ({ node, queryId }) => {
          statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      // The first three are answered with a mail, the fourth with none: nobody is told.
      for (let time = 0; time < 4; time += 1) {
        const { statusCode, body, headers } = await post('forgotten-password', { identifier })
        seen.push({ statusCode, body, names: Object.keys(headers), statements: statements.splice(0) })
      }
    }
    const [known, unknown, knownAddress, unknownAddress] = [0, 4, 8, 12].map((first) => seen.slice(first, first + 4))
    expect(known?.map(({ statements }) => statements.length)).toEqual([4, 4, 4, 4])
    expect(known?.at(-1)).toMatchObject({ statusCode: 200, body: '{"ok":true}' })
    expect([unknown, unknownAddress]).toEqual([known, knownAddress])
    context.db = plain
    await deliver()
    // Nobody waits any more for those that were asked for more than an hour ago.
    expect(subjects()).toEqual(Array<string>(3).fill('A new password for Delphin'))
  })

  it('warns of a sign-in from a new browser or network, and not of the first one', async () => {
    await registerBob()
    await logIn()
    await logIn(BOB.password, { remoteAddress: '192.0.2.77' })
    await deliver()
    expect(subjects()).toEqual([])
    await logIn(BOB.password, { agent: PHONE })
    await logIn(BOB.password, { agent: PHONE })
    await logIn(BOB.password, { remoteAddress: '198.51.100.7' })
    await deliver()
    expect(subjects()).toEqual(Array<string>(2).fill('A new sign-in to your Delphin account'))
    const [phone, elsewhere] = server.mails.map(({ text }) => text.replaceAll('\u200B', ''))
    expect(phone).toContain('Browser: Safari on iOS\nNetwork: 192.0.2.0/24\nTime: 1 June 2026')
    expect(elsewhere).toContain('Browser: Firefox on Linux\nNetwork: 198.51.100.0/24')
    await context.clock.advance(181 * DAY_MS)
    await forgetExpired(context)
    expect(await store.db.selectFrom('known_sign_ins').selectAll().execute()).toEqual([])
  })

  it('warns nobody who has not confirmed the address', async () => {
    await post('register', BOB)
    await logIn()
    const token = await logIn(BOB.password, { agent: PHONE })
    const passwords = { old_password: BOB.password, new_password: NEW_PASSWORD }
    const headers = { authorization: `Bearer ${token}` }
    const changed = await app.inject({ method: 'PUT', url: '/api/auth/password', payload: passwords, headers })
    expect(changed.statusCode).toBe(200)
    await deliver()
    expect(subjects()).toEqual(['Confirm your address for Delphin'])
  })

  it('tells of a changed password', async () => {
    await registerBob()
    const headers = { authorization: `Bearer ${await logIn()}` }
    const passwords = { old_password: BOB.password, new_password: NEW_PASSWORD }
    await app.inject({ method: 'PUT', url: '/api/auth/password', payload: passwords, headers })
    await deliver()
    expect(subjects()).toEqual(['Your Delphin password was changed'])
    expect(newest().text).toContain('https://delphin.example/password\n')
  })

  it('lets no link for a new password work that was sent before the password was changed', async () => {
    await registerBob()
    await post('forgotten-password', { identifier: 'bob' })
    await deliver()
    const token = linkIn(newest(), '/password')
    const headers = { authorization: `Bearer ${await logIn()}` }
    const passwords = { old_password: BOB.password, new_password: NEW_PASSWORD }
    await app.inject({ method: 'PUT', url: '/api/auth/password', payload: passwords, headers })
    const answer = await post('reset-password', { token, new_password: 'other dolphins' })
    expect(refusalOf(answer).code).toBe('used_link')
    await logIn(NEW_PASSWORD)
  })

  it('leaves no secret of its links and no address in the log, and none of the secrets in the store', async () => {
    await registerBob()
    await post('forgotten-password', { identifier: BOB.email })
    await deliver()
    const secret = linkIn(newest(), '/password')
    await post('reset-password', { token: secret, new_password: NEW_PASSWORD })
    await deliver()
    const tables = ['outbox', 'mail_links', 'users', 'throttle_windows', 'login_tries'] as const
    const rows = await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute()))
    const places = { log: lines.join(''), store: JSON.stringify(rows) }
    for (const hidden of [secret, Buffer.from(secret).toString('hex'), NEW_PASSWORD]) {
      expect(Object.values(places).filter((text) => text.includes(hidden))).toEqual([])
    }
    expect(places.log).not.toMatch(/bob@example\.com/i)
    expect(lines.flatMap((line) => JSON.parse(line).audit ?? [])).toEqual([
      'registered',
      'mail_confirmed',
      'reset_requested',
      'password_reset',
    ])
  })

  it('goes with the account, whether it waits or was sent', async () => {
    await registerBob()
    const headers = { authorization: `Bearer ${await logIn()}` }
    await post('forgotten-password', { identifier: 'bob' })
    await deliver()
    await post('forgotten-password', { identifier: 'bob' })
    const payload = { password: BOB.password }
    await app.inject({ method: 'DELETE', url: '/api/auth/account', payload, headers })
    await deliver()
    expect(subjects()).toEqual(['A new password for Delphin'])
    for (const table of ['outbox', 'mail_links', 'known_sign_ins', 'week_mails'] as const) {
      expect([table, await store.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    }
    const late = await post('reset-password', { token: linkIn(newest(), '/password'), new_password: NEW_PASSWORD })
    expect(refusalOf(late).code).toBe('unknown_link')
  })

  it('is not sent by a site without a mail server, where the operator makes the link', async () => {
    context = openTestContext({ store, settings: { REGISTRATIONS_PER_HOUR: '1000' } })
    app = openTestApp(context, [registerAccounts])
    await post('register', BOB)
    const token = await logIn()
    expect(refusalOf(await post('forgotten-password', { identifier: 'bob' }))).toEqual({
      error: 'This site sends no mail. Its operator can make a link for a new password.',
      code: 'no_mail',
    })
    expect(refusalOf(await post('confirmation', {}, { token })).code).toBe('no_mail')
    expect(await store.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await makeOperatorLink(context, 'nobody')).toBeNull()
    const link = await makeOperatorLink(context, 'BOB')
    await context.clock.advance(HOUR_MS)
    expect((await post('reset-password', { token: link, new_password: NEW_PASSWORD })).json()).toEqual({
      username: 'Bob',
    })
    // The operator's link says nothing about the address.
    expect((await profile(await logIn(NEW_PASSWORD))).email_confirmed).toBe(false)
  })

  it('asks for few mails from one address', async () => {
    const asked = []
    for (let time = 0; time < 12; time += 1) asked.push(await post('forgotten-password', { identifier: `bob${time}` }))
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect(asked[10]?.headers['retry-after']).toBe('3600')
  })
})

it.each([
  [FIREFOX, 'Firefox on Linux'],
  [PHONE, 'Safari on iOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['visit http://evil.example now', 'Another program'],
  ['', 'Another program'],
])('a browser that calls itself %j is named %s', (agent, words) => {
  const { browser, system } = browserOf(agent)
  expect([browser, system].filter(Boolean).join(' on ')).toBe(words)
})
