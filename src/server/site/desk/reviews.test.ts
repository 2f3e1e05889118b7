import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBackup, restoreBackup } from '#server/history/archive/restore-backup.ts'
import { makeBackup } from '#server/history/archive/write-archive.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { unlinkPlayer } from '#shared/contract/desk-links.ts'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import {
  getClubReview,
  getDeskReview,
  getOwnReview,
  getPlayerReview,
  listClubReviews,
  listOwnReviews,
  listPlayerReviews,
  shareDeskReview,
  shareOwnReview,
} from '#shared/contract/reviews.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { type DeskVisitor, signIn } from '#test/desk-visitors.ts'
import { logOf } from '#test/fought-battles.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, settle } from '#test/small-world.ts'
import { registerAccounts } from '../accounts/routes.ts'
import { carryOut } from '../proofs/carry-out.ts'
import { shareOwn } from './reviews.ts'
import { registerDesk } from './routes.ts'

const NOW = new Date('2026-03-29T20:00:00Z')
const [CLUB, ADA, BOB] = ['#2PYL', '#2PY', '#2PL']
const DAYS = 45
const SEASON = '2026-03'

/** Forty-five days of a club of two, and of sixty players who won less than they. */
async function settleAll(context: TestContext) {
  const ALPHABET = '0289PYLQGRJCUV'
  const others = Array.from({ length: 60 }, (_, place) => ({
    tag: `#8${ALPHABET[Math.floor(place / 14)]}${ALPHABET[place % 14]}`,
    name: `Other ${place}`,
    days: rising('#'.padEnd(DAYS, '.'), 10_000 + place, 10),
  }))
  const members = [
    { tag: ADA, name: 'Ada', days: rising('#'.repeat(DAYS), 10_000) },
    { tag: BOB, name: 'Bob', days: rising('.'.repeat(DAYS), 10_000) },
  ]
  await settle(context, [
    { tag: CLUB, name: 'Delphin Divers', members },
    { tag: '#2PQ', name: 'Others', members: others.slice(0, 30) },
    { tag: '#2PG', name: 'More', members: others.slice(30) },
  ])
  const battles = Array.from({ length: 24 }, (_, place) => ({
    at: new Date(Date.parse('2026-03-27T19:00:00Z') + place * 120_000),
    own: { [ADA]: 16000000, [BOB]: 16000001, '#9PP': 16000002 },
    others: { '#9P8': 16000003, '#8Q9': 16000004, '#2QQ': 16000005 },
    result: place % 3 === 0 ? ('defeat' as const) : ('victory' as const),
  }))
  await ingest(context.db, [logOf(ADA, battles)])
}

describe.each(storeKinds)('a season in review on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let clock: ReturnType<typeof manualClock>
  let app: ReturnType<typeof openTestApp>
  let ada: DeskVisitor
  let eve: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    clock = manualClock(NOW)
    const settings = { SECRET_KEY: 'a secret that has 32 characters or more', REGISTRATIONS_PER_HOUR: '1000' }
    context = openTestContext({ store, clock, settings })
    await settleAll(context)
    app = openTestApp(context, [registerAccounts, registerDesk])
    ada = await signIn(store.db, clock, { name: 'ada', players: [ADA] })
    eve = await signIn(store.db, clock, { name: 'eve', players: [] })
  })
  afterAll(() => store.close())

  const mine = { player: ADA, period: SEASON }
  const share = (shared: boolean, who = ada) =>
    ask(app, shareOwnReview, { params: mine, body: { shared }, headers: who.headers })
  const read = () => ask(app, getPlayerReview, { params: { tag: ADA, period: SEASON } })
  async function refused(call: AnyEndpoint, params: Record<string, string>, more: object = {}) {
    const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const answer = await app.inject({ method: call.method, url, ...more })
    return [answer.statusCode, refusalOf(answer).code, refusalOf(answer).error]
  }
  const hidden = [404, 'no_review', 'There is no shared review here']
  const withShared = (shared: boolean) => ({ headers: ada.headers, payload: { shared } })
  const provenLongAgo = () =>
    store.db
      .updateTable('linked_players')
      .set({ linked_at: new Date(NOW.getTime() - 181 * DAY_MS) })
      .execute()
  const isPrivate = async () => expect(await refused(getPlayerReview, { tag: ADA, period: SEASON })).toEqual(hidden)

  it('is seen by its owner first, and by everybody once it is shared', async () => {
    const preview = await ask(app, getOwnReview, { params: mine, headers: ada.headers })
    expect(preview).toMatchObject({
      ...{ type: 'player', name: 'Ada', from: '2026-03-05', to: '2026-03-29', running: true },
      ...{ days: 25, observed_days: 25, shared_at: null, may_share: true, desk: null },
      growth: { gained: 250, before: 10_200, after: 10_450 },
      best_day: { gained: 10, week: [null, null, null, 10, 10, 10, 10] },
      brawler: { brawler_id: 16000000, battles: 24, wins: 16 },
      // The battle log is known from the 27th on.
      hours: { since: '2026-03-27', weekday: 4, hour: 19, battles: 24, at_busiest: 24 },
      company: { together: [{ players: [{ tag: BOB, name: 'Bob' }], battles: 24, wins: 16 }] },
      rank: { percentile: 100, compared: 61, typical: 0 },
      missing: {},
    })
    await isPrivate()
    const { shared_at } = await share(true)
    expect(shared_at).toBe(NOW.toISOString())
    const { desk: _desk, trial: _trial, may_share: _may, hidden: _hidden, made_at: _made, ...shown } = preview
    expect(await read()).toMatchObject({ ...shown, shared_at })
    expect(await ask(app, listPlayerReviews, { params: { tag: ADA } })).toEqual({
      reviews: [{ period: SEASON, shared_at }],
    })
  })

  it('stays with who shared it in the demo, where anybody may link the player', async () => {
    const bob = await signIn(store.db, clock, { name: 'bob', players: [ADA] })
    const demo = { ...context, installation: { ...context.installation, demo: true } }
    app = openTestApp(demo, [registerAccounts, registerDesk])
    await share(true)
    await isPrivate()
    expect(await ask(app, listPlayerReviews, { params: { tag: ADA } })).toEqual({ reviews: [] })
    const seen = async (who: DeskVisitor) => {
      const { trial, shared_at } = await ask(app, getOwnReview, { params: mine, headers: who.headers })
      const { periods } = await ask(app, listOwnReviews, { params: { player: ADA }, headers: who.headers })
      return [trial, shared_at !== null, periods.some((each) => each.shared_at !== null)]
    }
    expect([await seen(ada), await seen(bob)]).toEqual([
      [true, true, true],
      [true, false, false],
    ])
    expect(await refused(shareOwnReview, mine, { headers: bob.headers, payload: { shared: false } })).toEqual(hidden)
    await share(false)
  })

  it('is taken back, and then there is nothing, as for somebody whom nobody knows', async () => {
    await share(true)
    await share(false)
    await isPrivate()
    expect(await refused(getPlayerReview, { tag: '#2PPPPP', period: SEASON })).toEqual(hidden)
    expect(await ask(app, listPlayerReviews, { params: { tag: ADA } })).toEqual({ reviews: [] })
    expect((await refused(listPlayerReviews, { tag: '#2PPPPP' })).slice(0, 2)).toEqual([404, 'player_not_tracked'])
    expect((await refused(listClubReviews, { tag: '#2PPPPP' })).slice(0, 2)).toEqual([404, 'club_not_tracked'])
    expect(await ask(app, getOwnReview, { params: mine, headers: ada.headers })).toMatchObject({ shared_at: null })
  })

  it('is nobody’s to preview or share but the owner’s', async () => {
    const as = { headers: eve.headers }
    expect(await refused(getOwnReview, mine, as)).toEqual(hidden)
    expect(await refused(listOwnReviews, mine, as)).toEqual(hidden)
    expect(await refused(shareOwnReview, mine, { ...as, payload: { shared: true } })).toEqual(hidden)
    expect((await refused(getOwnReview, mine))[0]).toBe(401)
    await isPrivate()
  })

  it('lists what can be shared, and says why a period cannot', async () => {
    const { periods } = await ask(app, listOwnReviews, { params: { player: ADA }, headers: ada.headers })
    expect(periods).toEqual([
      { period: '2026', days: 45, observed_days: 45, available: true, shared_at: null },
      { period: '2026-03', days: 25, observed_days: 25, available: true, shared_at: null },
      { period: '2026-02', days: 20, observed_days: 20, available: false, shared_at: null },
    ])
    const as = { headers: ada.headers }
    const code = async (period: string) => (await refused(getOwnReview, { player: ADA, period }, as)).slice(0, 2)
    expect(await code('2026-02')).toEqual([404, 'too_few_days'])
    expect(await code('2027')).toEqual([404, 'period_ahead'])
    expect(await code('2025')).toEqual([404, 'too_few_days'])
    expect(await code('2026-13')).toEqual([400, 'invalid'])
  })

  it('stays as it was shared, however much is dropped or played later', async () => {
    await share(true)
    const before = await read()
    await store.db.deleteFrom('player_battles').execute()
    await store.db.deleteFrom('player_battle_months').execute()
    await clock.advance(200 * DAY_MS)
    await settleAll(context)
    expect(await read()).toEqual(before)
  })

  it('is gone while its player is hidden, and is there again when they are shown', async () => {
    await share(true)
    await carryOut(context, ADA, 'hide')
    await isPrivate()
    expect((await refused(listPlayerReviews, { tag: ADA })).slice(0, 2)).toEqual([404, 'player_hidden'])
    await carryOut(context, ADA, 'show')
    expect((await read()).growth?.gained).toBe(250)
  })

  it('is seen and taken back by its owner also while its player is hidden', async () => {
    await share(true)
    await carryOut(context, ADA, 'hide')
    const { periods } = await ask(app, listOwnReviews, { params: { player: ADA }, headers: ada.headers })
    expect(periods).toEqual([
      { period: SEASON, days: 25, observed_days: 25, available: true, shared_at: NOW.toISOString() },
    ])
    const own = await ask(app, getOwnReview, { params: mine, headers: ada.headers })
    expect(own).toMatchObject({ hidden: true, may_share: false, shared_at: NOW.toISOString(), growth: { gained: 250 } })
    await share(false)
    await carryOut(context, ADA, 'show')
    await isPrivate()
  })

  it('names nobody who is hidden now, also where it was shared before', async () => {
    await share(true)
    await carryOut(context, BOB, 'hide')
    const { company, missing } = await read()
    expect([company, missing.company]).toEqual([null, 'The players of this card asked not to be shown.'])
    expect((await read()).missing_facts.company).toEqual({ code: 'nobody_named' })
    const { review } = await store.db.selectFrom('player_reviews').select('review').executeTakeFirstOrThrow()
    expect(JSON.stringify(review)).not.toContain(BOB)
    await carryOut(context, BOB, 'show')
    expect((await read()).company?.together[0]?.players).toEqual([{ tag: BOB, name: 'Bob' }])
  })

  it('is taken back also by who proved the player half a year ago, and then shared by nobody', async () => {
    await share(true)
    await provenLongAgo()
    // The page offers to take it back, and nothing else.
    const own = await ask(app, getOwnReview, { params: mine, headers: ada.headers })
    expect(own).toMatchObject({ shared_at: NOW.toISOString(), may_share: false })
    await share(false)
    await isPrivate()
    expect(await refused(shareOwnReview, mine, withShared(true))).toEqual(hidden)
    expect(await refused(getOwnReview, mine, { headers: ada.headers })).toEqual(hidden)
  })

  it('stays when a former owner, whose proof is old, takes back what the new owner shared', async () => {
    await provenLongAgo()
    const buyer = await signIn(store.db, clock, { name: 'buyer', players: [ADA] })
    await share(true, buyer)
    expect(await refused(getOwnReview, mine, { headers: ada.headers })).toEqual(hidden)
    expect(await refused(shareOwnReview, mine, withShared(false))).toEqual(hidden)
    expect((await read()).name).toBe('Ada')
  })

  it('is taken back by the new owner, whoever shared it, and only once', async () => {
    await share(true)
    const buyer = await signIn(store.db, clock, { name: 'buyer', players: [ADA] })
    await share(false, buyer)
    await isPrivate()
    expect(await refused(shareOwnReview, mine, withShared(false))).toEqual(hidden)
  })

  /** Ada shares while something else happens, after the review was made and before it is stored. */
  async function shareDuring(other: () => Promise<unknown>) {
    const { user_id } = await store.db.selectFrom('linked_players').select('user_id').executeTakeFirstOrThrow()
    const db = new Proxy(store.db, {
      get(target, name: keyof typeof store.db) {
        if (name !== 'transaction') return typeof target[name] === 'function' ? target[name].bind(target) : target[name]
        return () => ({
          execute: async (run: (transaction: typeof store.db) => Promise<unknown>) => {
            await other()
            return target.transaction().execute(run)
          },
        })
      },
    })
    return shareOwn({ ...context, db }, user_id, ADA, { period: SEASON, shared: true })
  }

  it('is not shared when the player is unlinked meanwhile', async () => {
    const sharing = shareDuring(() => ask(app, unlinkPlayer, { params: { player: ADA }, headers: ada.headers }))
    await expect(sharing).rejects.toMatchObject({ code: 'no_review' })
    await isPrivate()
  })

  it('keeps no tag of who is hidden meanwhile, and names them when they are shown again', async () => {
    await shareDuring(() => carryOut(context, BOB, 'hide'))
    const { review } = await store.db.selectFrom('player_reviews').select('review').executeTakeFirstOrThrow()
    expect(JSON.stringify(review)).not.toContain(BOB)
    await carryOut(context, BOB, 'show')
    expect((await read()).company?.together[0]?.players).toEqual([{ tag: BOB, name: 'Bob' }])
  })

  it('goes with the proof that the player is theirs', async () => {
    await share(true)
    // Somebody reads it, so that the answer is kept.
    expect((await read()).name).toBe('Ada')
    await ask(app, unlinkPlayer, { params: { player: ADA }, headers: ada.headers })
    await isPrivate()
  })

  it('is in a backup', async () => {
    await share(true)
    const directory = mkdtempSync(join(tmpdir(), 'delphin-reviews-'))
    const file = join(directory, 'backup.ndjson.gz')
    await makeBackup({ db: store.db, clock, file, say: () => {} })
    const before = await read()
    await store.reset()
    await restoreBackup({ db: store.db, backup: await checkBackup(file), onRows: () => {} })
    rmSync(directory, { recursive: true })
    expect(await read()).toEqual(before)
  })

  describe('of a club', () => {
    const ofClub = { tag: CLUB, period: SEASON }
    beforeEach(() =>
      store.db.updateTable('club_members').set({ role: 'president' }).where('player_tag', '=', ADA).execute(),
    )
    const publish = (shared: boolean, version: number) =>
      ask(app, shareDeskReview, { params: ofClub, body: { shared, version }, headers: ada.headers })
    const gone = async () => expect(await refused(getClubReview, ofClub)).toEqual(hidden)

    it('is shared by its leaders, taken back and undone, all of which the log tells', async () => {
      await store.db.updateTable('clubs').set({ observed_at: NOW }).execute()
      const { desk, may_share, name, company } = await ask(app, getDeskReview, { params: ofClub, headers: ada.headers })
      expect([desk, may_share, name]).toEqual([{ version: 0 }, true, 'Delphin Divers'])
      expect(company?.together).toEqual([
        {
          players: [
            { tag: BOB, name: 'Bob' },
            { tag: ADA, name: 'Ada' },
          ],
          battles: 24,
          wins: 16,
        },
      ])
      await gone()
      expect((await publish(true, 0)).version).toBe(1)
      expect(await ask(app, getClubReview, { params: ofClub })).toMatchObject({ name: 'Delphin Divers', days: 25 })
      const back = await publish(false, 1)
      await gone()
      await ask(app, undoChange, { params: { tag: CLUB, record_id: back.log_id }, headers: ada.headers })
      expect(await ask(app, getClubReview, { params: ofClub })).toMatchObject({ shared_at: NOW.toISOString() })
      const { entries } = await ask(app, listLog, { params: { tag: CLUB }, query: {}, headers: ada.headers })
      expect(entries.map(({ kind: each, text }) => [each, text])).toEqual([
        ['undone', 'Undone: review withdrawn'],
        ['review_withdrawn', 'Season of March 2026'],
        ['review_shared', 'Season of March 2026'],
      ])
    })

    it('is withdrawn by undoing "Share as it is today", since its cards are others than before', async () => {
      await store.db.updateTable('clubs').set({ observed_at: NOW }).execute()
      await publish(true, 0)
      const again = await publish(true, 1)
      await ask(app, undoChange, { params: { tag: CLUB, record_id: again.log_id }, headers: ada.headers })
      await gone()
    })

    it('is taken back once: the second time there is nothing, and the log tells nothing', async () => {
      await store.db.updateTable('clubs').set({ observed_at: NOW }).execute()
      const takeBack = (version: number) =>
        refused(shareDeskReview, ofClub, { headers: ada.headers, payload: { shared: false, version } })
      expect(await takeBack(0)).toEqual(hidden)
      await publish(true, 0)
      await publish(false, 1)
      expect(await takeBack(2)).toEqual(hidden)
      const { entries } = await ask(app, listLog, { params: { tag: CLUB }, query: {}, headers: ada.headers })
      expect(entries.length).toBe(2)
    })

    it('is shared once when two leaders do so in the same moment, and the other one is told', async () => {
      await store.db.updateTable('clubs').set({ observed_at: NOW }).execute()
      const url = `/api/desk/${CLUB.replace('#', '%23')}/reviews/${SEASON}`
      const payload = { shared: true, version: 0 }
      const both = [1, 2].map(() => app.inject({ method: 'PUT', url, headers: ada.headers, payload }))
      const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
    })

    it('is refused to strangers, and to who changes an older version', async () => {
      await store.db.updateTable('clubs').set({ observed_at: NOW }).execute()
      const payload = { shared: true, version: 0 }
      expect((await refused(shareDeskReview, ofClub, { headers: eve.headers, payload })).slice(0, 2)).toEqual([
        404,
        'no_desk',
      ])
      await publish(true, 0)
      expect((await refused(shareDeskReview, ofClub, { headers: ada.headers, payload })).slice(0, 2)).toEqual([
        409,
        'changed_meanwhile',
      ])
    })
  })
})
