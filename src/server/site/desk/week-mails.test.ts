import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { mailDeliverer } from '#server/reach/mail.ts'
import { deliverDue } from '#server/reach/outbox.ts'
import { accountMails } from '#server/site/accounts/account-mail.ts'
import { registerAccounts } from '#server/site/accounts/routes.ts'
import { chooseMyClub } from '#shared/contract/desk-links.ts'
import type { AnyEndpoint, CallInput } from '#shared/contract/endpoint.ts'
import { chooseWeekMail, confirmLink, listWeekMails } from '#shared/contract/mail.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { CLUB, member, scan, scansOf } from '#test/club-history.ts'
import { type DeskVisitor, signIn } from '#test/desk-visitors.ts'
import { linkIn, type MailServer, openMailServer } from '#test/mail-server.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerDesk } from './routes.ts'
import { mailDueWeeks, weekMails } from './week-mails.ts'
import { makeDueWeeks } from './weeks.ts'

/** A Sunday; the report is made on the next day. */
const TODAY = '2026-03-15'
const AT = { params: { tag: CLUB } }
const daily = '#'.repeat(40)

describe.each(storeKinds)("a club's week by mail on the %s store", (kind) => {
  let store: TestStore
  let server: MailServer
  let clock: ManualClock
  let context: TestContext
  let app: FastifyInstance
  let leader: DeskVisitor
  let fan: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
    server = await openMailServer()
  })
  beforeEach(async () => {
    await store.reset()
    server.mails.length = 0
    clock = manualClock(new Date(`${TODAY}T12:05:00Z`))
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'delphin@example.org', PUBLIC_URL: 'https://delphin.example/' }
    context = openTestContext({
      store,
      clock,
      settings: { SECRET_KEY: 'a secret that has 32 characters or more', ...mail },
    })
    app = openTestApp(context, [registerAccounts, registerDesk])
    await ingest(store.db, scansOf({ '#2PPP': daily, '#2PPL': daily }, TODAY))
    await scanAgain(`${TODAY}T12:04:00Z`)
    leader = await signIn(store.db, clock, { name: 'leader', players: ['#2PPP'] })
    fan = await signIn(store.db, clock, { name: 'fan', players: [] })
    await ask(app, chooseMyClub, { headers: fan.headers, body: { tag: CLUB } })
    await deliver()
    server.mails.length = 0
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  const scanAgain = (at: string) => {
    const members = ['#2PPP', '#2PPL'].map((tag) =>
      member(tag, 1400, {
        role: tag === '#2PPP' ? 'president' : 'member',
        name: tag === '#2PPL' ? '<b>evil.example' : 'Ada',
      }),
    )
    return ingest(store.db, [scan(at, members)])
  }
  const deliver = () => deliverDue(context, 'mail', mailDeliverer(context, { ...accountMails, ...weekMails }))
  const as = <E extends AnyEndpoint>(visitor: DeskVisitor, call: E, asked: CallInput<E>) =>
    ask(app, call, { ...asked, headers: visitor.headers })
  const stateOf = async (visitor: DeskVisitor) => (await as(visitor, listWeekMails, {})).clubs
  const arrived = () => server.mails.splice(0)

  async function subscribe(visitor: DeskVisitor): Promise<void> {
    expect(await as(visitor, chooseWeekMail, { ...AT, body: { wanted: true } })).toEqual({ state: 'waiting' })
    await deliver()
    const [mail] = arrived()
    const body = { token: linkIn(mail ?? { text: '' }, '/confirm') }
    expect((await ask(app, confirmLink, { body })).week_mail).toMatchObject({ club_tag: CLUB })
  }

  /** The Monday comes, with the report of the week before. */
  async function monday(): Promise<void> {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    expect(await makeDueWeeks(context)).toBe(1)
  }

  it('is offered of the desks and the club of a user, and comes only after the link in a mail was opened', async () => {
    expect(await stateOf(leader)).toMatchObject([{ club_tag: CLUB, state: 'off', published_only: false }])
    expect(await stateOf(fan)).toMatchObject([{ club_tag: CLUB, state: 'off', published_only: true }])
    expect(await as(leader, chooseWeekMail, { ...AT, body: { wanted: true } })).toEqual({ state: 'waiting' })
    expect(await stateOf(leader)).toMatchObject([{ state: 'waiting' }])
    await monday()
    await mailDueWeeks(context)
    await deliver()
    const mails = arrived()
    expect(mails.map(({ headers }) => headers.get('subject'))).toEqual(["Confirm: a club's weekly report from Delphin"])
    await ask(app, confirmLink, { body: { token: linkIn(mails[0] ?? { text: '' }, '/confirm') } })
    expect(await stateOf(leader)).toMatchObject([{ state: 'on' }])
  })

  it('is refused of clubs that are not the user’s', async () => {
    const url = '/api/auth/week-mails/2PYL2'
    const answer = await app.inject({ method: 'PUT', url, headers: leader.headers, payload: { wanted: true } })
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([404, 'no_desk'])
    await deliver()
    expect(arrived()).toEqual([])
  })

  it('comes once, with what the report says, and no name in it is a link or markup', async () => {
    await subscribe(leader)
    await monday()
    await Promise.all([mailDueWeeks(context), mailDueWeeks(context)])
    await mailDueWeeks(context)
    await deliver()
    const mails = arrived()
    expect(mails.map(({ to }) => to)).toEqual(['leader@example.com'])
    const [mail] = mails
    expect(mail?.headers.get('subject')).toMatch(/^The week of /)
    expect(mail?.text).toContain('Dolphins, Mar 9, 2026 to Mar 15, 2026.\n\n+140 trophies, all won by play.')
    expect(mail?.text).toContain('https://delphin.example/week/2PP?date=2026-03-16')
    expect(mail?.html).toContain('&lt;b&gt;evil.\u200Bexample')
    await clock.advance(3 * DAY_MS)
    await mailDueWeeks(context)
    await deliver()
    expect(arrived()).toEqual([])
  })

  it('goes to others than leaders only when the owner has published it', async () => {
    await subscribe(fan)
    await monday()
    await mailDueWeeks(context)
    await deliver()
    expect(arrived()).toEqual([])
    await store.db.updateTable('week_reports').set({ published: true }).execute()
    await mailDueWeeks(context)
    await deliver()
    expect(arrived().map(({ to }) => to)).toEqual(['fan@example.com'])
  })

  it('is stopped by one request of the program that reads it, without a login', async () => {
    await subscribe(leader)
    await monday()
    await mailDueWeeks(context)
    await deliver()
    const [mail] = arrived()
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<https:\/\/delphin\.example(\/.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    // Opened in a browser, the address leads to the page, and changes nothing.
    const opened = await app.inject({ url })
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      url.replace('/api/auth/unsubscribe/', '/unsubscribe#'),
    ])
    expect(await stateOf(leader)).toMatchObject([{ state: 'on' }])
    const forms = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ]
    for (const [type, payload] of forms) {
      const stopped = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': type },
        payload: payload ?? '',
      })
      expect([stopped.statusCode, stopped.json()]).toMatchObject([200, { club_tag: CLUB, address: 'l…@example.com' }])
    }
    expect(await stateOf(leader)).toMatchObject([{ state: 'off' }])
    // The page makes the same call without a form.
    const again = await app.inject({
      method: 'POST',
      url: url.replace(/[^/]+$/, linkIn(mail ?? { text: '' }, '/unsubscribe')),
    })
    expect(again.statusCode).toBe(200)
    expect((await app.inject({ method: 'POST', url: url.replace(/[^/]+$/, 'A'.repeat(43)) })).statusCode).toBe(404)
  })

  it('does not come after its user stopped it while it waited', async () => {
    await subscribe(leader)
    await monday()
    await mailDueWeeks(context)
    expect(await as(leader, chooseWeekMail, { ...AT, body: { wanted: false } })).toEqual({ state: 'off' })
    await deliver()
    expect(arrived()).toEqual([])
  })
})
