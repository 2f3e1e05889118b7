import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLICES } from '#server/app.ts'
import { forgetVisits } from '#server/directory/visits.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import {
  addFavourites,
  getBoard,
  listFavourites,
  noteVisit,
  orderFavourites,
  removeFavourite,
} from '#shared/contract/returning.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { changeLines } from '#shared/event-texts.ts'
import { FAVOURITES_MAX } from '#shared/limits.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { CLUB, member, scan, storeClubHistory } from '#test/club-history.ts'
import { type DeskVisitor, signIn } from '#test/desk-visitors.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'

const NOW = '2026-03-15T13:00:00Z'
const club = (tag: string) => ({ type: 'club' as const, tag })
const player = (tag: string) => ({ type: 'player' as const, tag })

describe.each(storeKinds)('favourites on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  let ann: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.reset()
    const settings = { SECRET_KEY: 'a secret that has 32 characters or more', LOGINS_PER_MINUTE: '1000' }
    context = openTestContext({ store, clock: manualClock(new Date(NOW)), settings })
    app = openTestApp(context, SLICES)
    ann = await newUser('ann')
  })

  const newUser = (name: string) => signIn(store.db, context.clock, { name, players: [] })
  const add = (...favourites: (ReturnType<typeof club> | ReturnType<typeof player>)[]) =>
    ask(app, addFavourites, { body: { favourites }, headers: ann.headers })
  const tags = async (visitor = ann) =>
    (await ask(app, listFavourites, { headers: visitor.headers })).favourites.map(({ tag }) => tag)

  it('are of one user alone, keep their order, and each is there once', async () => {
    await storeClubHistory(store.db, { '#P0Y': '.#' }, { today: '2026-03-15' })
    await add(club(CLUB), player('#P0Y'))
    expect((await add(player('#P0Y'), player('#2PP'))).left_out).toBe(0)
    const { favourites } = await ask(app, listFavourites, { headers: ann.headers })
    expect(favourites).toEqual([
      { type: 'club', tag: '#2PP', name: 'Dolphins' },
      { type: 'player', tag: '#P0Y', name: 'P0Y' },
      { type: 'player', tag: '#2PP', name: null },
    ])
    const order = { favourites: [player('#P0Y'), club('#2LL')] }
    await ask(app, orderFavourites, { body: order, headers: ann.headers })
    expect(await tags()).toEqual(['#P0Y', '#2PP', '#2PP'])
    await ask(app, removeFavourite, { params: player('#P0Y'), headers: ann.headers })
    expect([await tags(), await tags(await newUser('eve'))]).toEqual([['#2PP', '#2PP'], []])
  })

  it('are a hundred at most: what has no room is counted', async () => {
    const letters = [...'0289PYLQGR']
    const many = letters.flatMap((one) => letters.map((other) => player(`#2P${one}${other}`)))
    await add(...many.slice(0, 99))
    expect((await add(club('#2LL'), club('#2QQ'))).left_out).toBe(1)
    expect((await tags()).length).toBe(FAVOURITES_MAX)
  })

  it('keep the order of two devices that add at the same time, and lose none', async () => {
    await Promise.all([add(club('#2LL')), add(club('#2QQ')), add(player('#P0Y'))])
    expect((await tags()).toSorted()).toEqual(['#2LL', '#2QQ', '#P0Y'])
  })

  it('go with the account', async () => {
    await add(club(CLUB))
    await ask(app, noteVisit, { body: { tag: CLUB }, headers: ann.headers })
    const payload = { password: 'dolphins swim' }
    await app.inject({ method: 'DELETE', url: '/api/auth/account', headers: ann.headers, payload })
    const left = await Promise.all([
      store.db.selectFrom('favourites').selectAll().execute(),
      store.db.selectFrom('user_visits').selectAll().execute(),
    ])
    expect(left).toEqual([[], []])
  })

  it.each([
    ['GET', '/api/favourites'],
    ['POST', '/api/visits'],
  ] as const)('need an account: %s %s', async (method, url) => {
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([401, 'login_required'])
  })

  describe('visits of a user', () => {
    const visit = async (tag: string, visitor = ann) =>
      (await ask(app, noteVisit, { body: { tag }, headers: visitor.headers })).before

    it('tell when the one before was, on every device, until it is 90 days ago', async () => {
      expect(await visit(CLUB)).toBeNull()
      await context.clock.advance(3 * DAY_MS)
      expect([await visit(CLUB), await visit('dashboard')]).toEqual(['2026-03-15T13:00:00.000Z', null])
      await context.clock.advance(91 * DAY_MS)
      ann = { ...ann, headers: (await signInAgain()).headers }
      expect(await visit(CLUB)).toBeNull()
    })

    const signInAgain = async () => {
      const payload = { identifier: 'ann', password: 'dolphins swim' }
      const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
      const { token } = JSON.parse(answer.body) as { token: string }
      return { headers: { authorization: `Bearer ${token}` } }
    }

    it('are kept of the thirty newest pages, and not for longer than 90 days', async () => {
      for (const letter of '0289PYLQGRJCUV') {
        for (const other of '028') await visit(`#2P${letter}${other}`)
        await context.clock.advance(1000)
      }
      const rows = await store.db.selectFrom('user_visits').select('tag').execute()
      expect(rows).toHaveLength(30)
      expect(rows.map(({ tag }) => tag)).not.toContain('#2P00')
      await context.clock.advance(91 * DAY_MS)
      await forgetVisits(context)
      expect(await store.db.selectFrom('user_visits').select('tag').execute()).toEqual([])
    })
  })

  describe('on a board', () => {
    const board = (query: object) => ask(app, getBoard, { query })

    it('show their day, their week and what changed since a moment', async () => {
      await ingest(store.db, [
        scan('2026-03-08T12:00Z', [member('#P0Y', 4900), member('#Y0', 2000)]),
        scan('2026-03-12T12:00Z', [member('#P0Y', 4950), member('#Y0', 2000)]),
        scan('2026-03-14T12:00Z', [member('#P0Y', 4990), member('#L0', 100)]),
        scan('2026-03-15T12:00Z', [member('#P0Y', 5010), member('#L0', 100)]),
      ])
      const { entries } = await board({ clubs: '2PP,2QQ', players: '#P0Y', since: '2026-03-13T09:00:00Z' })
      expect(entries.map(({ tag, today, week, closes }) => [tag, today, week, closes.slice(-8)])).toEqual([
        ['#2PP', 20, -1790, [6900, 6900, 6900, 6900, 6950, 6950, 5090, 5110]],
        ['#P0Y', 20, 110, [4900, 4900, 4900, 4900, 4950, 4950, 4990, 5010]],
      ])
      // Of the club's loss 100 came and 2,000 went with members; its member won 110.
      expect(entries.map(({ today_played, week_played }) => [today_played, week_played])).toEqual([
        [20, 110],
        [20, 110],
      ])
      expect(entries.map(({ changes }) => changes && changeLines(changes))).toEqual([
        ['−1,840 trophies: 6,950 to 5,110', 'L0 joined', 'Y0 left'],
        ['+60 trophies: 4,950 to 5,010', 'Passed 5k trophies'],
      ])
    })

    it('show the gain of the last day on which somebody looked, and none of the days after it', async () => {
      await ingest(store.db, [
        scan('2026-03-12T12:00Z', [member('#P0Y', 4850)]),
        scan('2026-03-13T12:00Z', [member('#P0Y', 4900)]),
      ])
      const { entries } = await board({ clubs: CLUB, players: 'P0Y' })
      expect(entries.map(({ today, today_played }) => [today, today_played])).toEqual([
        [50, 50],
        [50, 50],
      ])
    })

    it('tell of today who came and left, but no trophies: which of them came after the visit is not known', async () => {
      await ingest(store.db, [
        scan('2026-03-14T12:00Z', [member('#P0Y', 4900)]),
        scan('2026-03-15T12:00Z', [member('#P0Y', 5010), member('#L0', 100)]),
      ])
      const since = new Date(Date.parse(NOW) - 2 * HOUR_MS).toISOString()
      const { entries } = await board({ clubs: CLUB, players: 'P0Y', since })
      expect(entries.map(({ changes }) => changes && changeLines(changes))).toEqual([['L0 joined'], []])
    })

    it('have nothing of a hidden player', async () => {
      await storeClubHistory(store.db, { '#P0Y': '.#' }, { today: '2026-03-15' })
      await store.db
        .insertInto('tombstones')
        .values({ tag: '#P0Y', wish: 'hide', alias: 'hidden-0123456789ab', since: new Date(NOW), deletes_at: null })
        .execute()
      await add(player('#P0Y'))
      expect((await board({ players: 'P0Y' })).entries).toEqual([])
      expect((await ask(app, listFavourites, { headers: ann.headers })).favourites[0]?.name).toBeNull()
    })

    it.each([
      ['clubs=2PP,nope', 'clubs must be up to 100 tags with commas between them'],
      ['clubs=2PP&since=2027-01-01', 'since must not lie in the future'],
      ['clubs=2PP&since=soon', 'since must be a moment like 2026-03-15T12:00:00Z'],
    ])('refuse %s with a sentence', async (query, error) => {
      const answer = await app.inject(`/api/browse/board?${query}`)
      expect([answer.statusCode, refusalOf(answer).error]).toEqual([400, error])
    })
  })
})
