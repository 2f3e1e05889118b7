import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DAY_MS, dayInWords, MINUTE_MS } from '#shared/days.ts'
import { type MailServer, type MailServerOptions, openMailServer } from '#test/mail-server.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { offerGerman } from '#test/second-language.ts'
import { type MailComposers, mailDeliverer, pageAddress, queueMail } from './mail.ts'
import { deliverDue } from './outbox.ts'

const NASTY = 'Divers</title>\r\nBcc: all@example.com\u202e <b>prizes.example.com</b> & "co"'

const COMPOSERS = {
  week: async () => () => ({
    subject: `The week of ${NASTY}`,
    parts: [`Read ${NASTY}`, { facts: [['Best', NASTY]] }, { link: 'Open', to: 'https://delphin.example/week#x' }],
    why: 'You asked for it.',
    stop: 'https://delphin.example/unsubscribe#y',
    unsubscribe: 'https://delphin.example/api/auth/unsubscribe/y',
  }),
  reset: async () => null,
} satisfies Partial<MailComposers>

describe.each(storeKinds)('a mail on its way from the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let lines: string[]
  const servers: MailServer[] = []
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    lines = []
    await store.db
      .insertInto('users')
      .values({ username: 'ada', email: 'ada@example.com', password_hash: '', created_at: new Date(0) })
      .execute()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  afterAll(() => store.close())

  const log = (): Logger => {
    const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    return pino({ level: 'info' }, sink)
  }

  /** A server, and a site that sends by it with this user. */
  async function open(options: MailServerOptions = {}, user = ''): Promise<MailServer> {
    const server = await openMailServer(options)
    servers.push(server)
    sendBy(server.url.replace('://', `://${user}`))
    return server
  }

  function sendBy(SMTP_URL: string): void {
    const settings = { SMTP_URL, MAIL_FROM: 'Delphin <delphin@example.org>', PUBLIC_URL: 'https://delphin.example' }
    context = openTestContext({ store, settings, log: log() })
  }

  const deliver = () => deliverDue(context, 'mail', mailDeliverer(context, COMPOSERS))
  const queue = (event: 'week' | 'reset' = 'week') => queueMail(context, { userId: 1, event })
  const states = () => store.db.selectFrom('outbox').select(['state', 'tries', 'reason']).orderBy('id').execute()

  it('says the same as text and as HTML, loads nothing, and no name in it becomes a header or markup', async () => {
    const { mails } = await open()
    await queue()
    await deliver()
    const [mail] = mails
    expect(mails).toHaveLength(1)
    expect(mail?.to).toBe('ada@example.com')
    const headers = ['from', 'to', 'list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted', 'bcc', 'cc']
    expect(headers.map((name) => mail?.headers.get(name))).toEqual([
      'Delphin <delphin@example.org>',
      'ada@example.com',
      '<https://delphin.example/api/auth/unsubscribe/y>',
      'List-Unsubscribe=One-Click',
      'auto-generated',
      undefined,
      undefined,
    ])
    for (const text of [
      'Read Divers',
      'Best',
      'https://delphin.example/week#x',
      'https://delphin.example/unsubscribe#y',
    ]) {
      expect([mail?.text.includes(text), mail?.html.includes(text)]).toEqual([true, true])
    }
    expect(mail?.html).toContain('&lt;b&gt;prizes')
    expect(mail?.html).not.toMatch(/<(?:img|script|link|iframe|style)\b|src=|url\(|https?:\/\/(?!delphin\.example)/i)
  })

  it('is retried while the server is away, and sent once', async () => {
    const away = await open()
    await away.close()
    servers.pop()
    await queue()
    await deliver()
    expect(await states()).toEqual([{ state: 'due', tries: 1, reason: 'The mail server did not take it (ESOCKET)' }])
    const back = await openMailServer({ port: away.port })
    servers.push(back)
    await deliver()
    expect(back.mails).toHaveLength(0)
    await context.clock.advance(MINUTE_MS)
    await deliver()
    await deliver()
    expect(back.mails).toHaveLength(1)
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  it.each([
    ['recipient', 450, { state: 'due', tries: 1 }],
    ['message', 451, { state: 'due', tries: 1 }],
    ['recipient', 550, { state: 'given_up', tries: 1 }],
    ['message', 554, { state: 'given_up', tries: 1 }],
  ] as const)('that is refused at the %s with %i is %o', async (at, code, state) => {
    const server = await open()
    server.refuse = { at, code }
    await queue()
    await deliver()
    expect(await states()).toMatchObject([{ ...state, reason: expect.stringContaining(String(code)) }])
    expect(lines.join('')).not.toContain('ada@example.com')
    server.refuse = null
    await context.clock.advance(MINUTE_MS)
    await deliver()
    expect(server.mails).toHaveLength(state.state === 'due' ? 1 : 0)
  })

  it.each([
    ['STARTTLS', { user: { name: 'delphin', password: 'mail secret' } }],
    ['TLS', { secure: true, user: { name: 'delphin', password: 'mail secret' } }],
  ])('goes over %s to a server that wants a password', async (_name, options) => {
    const { mails } = await open(options, 'delphin:mail%20secret@')
    await queue()
    await deliver()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.raw).toContain('delphin@example.org')
  })

  it('waits while the server refuses the password, which the log says without it', async () => {
    const options = { user: { name: 'delphin', password: 'mail secret' } }
    const { mails } = await open(options, 'delphin:canary-mail-secret@')
    await queue()
    await deliver()
    expect(mails).toHaveLength(0)
    expect(await states()).toEqual([{ state: 'due', tries: 1, reason: 'The mail server did not take it (EAUTH 535)' }])
    expect(lines.join('')).toContain('refuses the user or password of SMTP_URL')
    expect(lines.join('') + JSON.stringify(await states())).not.toMatch(/canary-mail-secret|ada@example\.com/)
  })

  it('does not trust a certificate that nobody vouches for', async () => {
    const { mails, url } = await open({ secure: true })
    sendBy(url.replace(/\?.*/, ''))
    await queue()
    await deliver()
    expect(mails).toHaveLength(0)
    expect(await states()).toMatchObject([{ state: 'due', tries: 1 }])
  })

  it('is sent again once when the connection ends before the server confirms it', async () => {
    const server = await open()
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    server.onTaken = () => {
      resolve()
      return new Promise(() => {})
    }
    await queue()
    const delivering = deliver()
    await taken
    await server.close()
    servers.pop()
    await delivering
    expect(await states()).toMatchObject([{ state: 'due', tries: 1 }])
    const back = await openMailServer({ port: server.port })
    servers.push(back)
    await context.clock.advance(MINUTE_MS)
    await deliver()
    expect(back.mails).toHaveLength(1)
    // A reader's program sees that the two are one.
    expect(back.mails[0]?.headers.get('message-id')).toBe(server.mails[0]?.headers.get('message-id'))
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  it('is sent once more by another process when the first one dies while it sends', async () => {
    const server = await open()
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    server.onTaken = () => {
      server.onTaken = () => {}
      resolve()
      return new Promise(() => {})
    }
    await queue()
    // This process never hears whether the server took it.
    const dying = deliver()
    await taken
    await deliver()
    expect(server.mails).toHaveLength(1)
    await context.clock.advance(3 * MINUTE_MS)
    await deliver()
    expect(server.mails).toHaveLength(2)
    await context.clock.advance(24 * 60 * MINUTE_MS)
    await deliver()
    expect(server.mails).toHaveLength(2)
    expect(new Set(server.mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
    await server.close()
    servers.pop()
    await dying
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  it('is sent, and nothing ends the process, when the server breaks off the goodbye', async () => {
    const server = await open({ hideSTARTTLS: true })
    server.resetsAtQuit = true
    await queue()
    await deliver()
    await setTimeout(100)
    expect(server.mails).toHaveLength(1)
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  it('waits when the server breaks off between the greeting and the mail', async () => {
    const server = await open()
    const sending = async () => {
      server.reset()
      await setTimeout(100)
    }
    const message = {
      channel: 'user 1',
      event: 'week' as const,
      payload: { user_id: 1, facts: {} },
      createdAt: new Date(),
    }
    const outcome = await mailDeliverer(context, COMPOSERS)({ ...message, isRepeat: false, sending })
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(server.mails).toHaveLength(0)
  })

  it('is a mail of its own beside another of the same moment that tells something else', async () => {
    const { mails } = await open()
    for (const club of ['#2PP', '#2PL']) await queueMail(context, { userId: 1, event: 'week', facts: { club } })
    await deliver()
    expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(2)
  })

  it('is written in the language of its reader, and leads to pages in it', async () => {
    const { mails } = await open()
    offerGerman(context, { 'mail.stop': 'Keine solchen Mails mehr' })
    await store.db.updateTable('users').set({ language: 'de' }).execute()
    await queue()
    const say = () => ({
      subject: dayInWords('2026-11-21'),
      parts: [{ link: 'Auf', to: pageAddress(context, '/week/2PP') }],
      why: 'Bestellt.',
      stop: pageAddress(context, '/unsubscribe#y'),
    })
    await deliverDue(context, 'mail', mailDeliverer(context, { week: async () => say }))
    const [mail] = mails
    expect(mail?.headers.get('subject')).toBe('21.11.2026')
    expect(mail?.html).toContain('<html lang="de" dir="ltr">')
    expect(mail?.text).toContain('https://delphin.example/de/week/2PP')
    expect(mail?.text).toContain('Keine solchen Mails mehr:\nhttps://delphin.example/de/unsubscribe#y')
  })

  it('is not sent after a day, in which a backup may have been restored', async () => {
    const { mails } = await open()
    await queue()
    await context.clock.advance(DAY_MS + 1)
    await deliver()
    expect(mails).toHaveLength(0)
    expect(await states()).toMatchObject([{ state: 'given_up', reason: 'The mail server took no mail for a day' }])
  })

  it('is given up when nobody wants it any more, or the address is none that is sent', async () => {
    const { mails } = await open()
    await queue('reset')
    await store.db.updateTable('users').set({ email: '"a,b"@example.com' }).execute()
    await queue()
    await deliver()
    expect(mails).toHaveLength(0)
    expect((await states()).map(({ state }) => state)).toEqual(['given_up', 'given_up'])
  })
})

it.each([
  [{ SMTP_URL: 'smtp://mail.example.org' }, ['SMTP_URL needs MAIL_FROM', 'SMTP_URL needs PUBLIC_URL']],
  [{ SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'a@b.org' }, ['SMTP_URL must be an smtp:// or smtps:// address']],
  [{ MAIL_FROM: 'delphin@example.org' }, ['MAIL_FROM needs SMTP_URL']],
  [{ SMTP_URL: 'smtp://m', MAIL_FROM: 'A\r\nBcc: <a@b.org>', PUBLIC_URL: 'https://a.org' }, ['MAIL_FROM must be']],
])('the settings %j are refused with what is missing', (settings, sentences) => {
  for (const sentence of sentences) expect(() => readConfig(settings)).toThrow(sentence)
})
