import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import { type GameApi, GameApiError } from '#server/game/game-api.ts'
import { createGuestSession, getGuestStatus, getProfile, login } from '#shared/contract/accounts.ts'
import { getClub } from '#shared/contract/clubs.ts'
import { refreshClub, refreshPlayer } from '#shared/contract/search.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { openTestApp, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { registerAccounts } from '../accounts/routes.ts'
import { registerClubs } from '../clubs/routes.ts'
import { carryOut } from '../proofs/carry-out.ts'
import { registerSearch } from './routes.ts'

const KEY = 'eyJhbGci.eyJzdWIi.c2lnbmF0dXJl'
const BOB = { username: 'bob', email: 'bob@example.com', password: 'dolphins' }
const SETTINGS = { SECRET_KEY: 'a secret of more than 32 characters', GUEST_REFRESHES_PER_HOUR: '3' }

describe.each(storeKinds)('a refresh on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  let context: TestContext
  let app: FastifyInstance

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
    open({})
    await soon(collectClub(context, EXAMPLE_CLUB_TAG, {}))
    await soon(collectPlayer(context, EXAMPLE_PLAYER_TAG, {}))
    await world.calls()
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  function open(gameApi: Partial<GameApi>) {
    const api = world.context().gameApi
    context = world.context({ settings: SETTINGS, gameApi: { ...api, ...gameApi } })
    app = openTestApp(context, [registerSearch, registerAccounts, registerClubs])
  }
  const soon = <T>(promise: Promise<T>) => world.clock.drive(promise, 0.25)
  const params = { tag: EXAMPLE_CLUB_TAG }
  const refresh = (asked: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
    soon(ask(app, refreshClub, { params, ...asked }))
  const nowPlus = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()

  it('of a club asks the game, and says what was stored before and what is stored now', async () => {
    const { trophies } = await ask(app, getClub, { params })
    await world.clock.advance(6 * HOUR_MS)
    const answer = await refresh()
    expect(await world.calls()).toEqual({ total: 1, kinds: { club: 1 } })
    expect(answer).toMatchObject({ type: 'club', tag: EXAMPLE_CLUB_TAG, outcome: 'changed', trouble: null })
    expect(answer.before.trophies).toBe(trophies)
    expect(Date.parse(answer.after.observed_at) - Date.parse(answer.before.observed_at)).toBeGreaterThan(5.9 * HOUR_MS)
    const stored = await store.db.selectFrom('clubs').selectAll().where('tag', '=', EXAMPLE_CLUB_TAG).executeTakeFirst()
    expect(answer.after).toEqual({ observed_at: stored?.observed_at.toISOString(), trophies: stored?.trophies })
    expect(Date.parse(answer.next_possible_at) - Date.parse(answer.after.observed_at)).toBe(2 * MINUTE_MS)
  })

  it('of a player asks for the profile and the battle log', async () => {
    await world.clock.advance(6 * HOUR_MS)
    const answer = await soon(ask(app, refreshPlayer, { params: { tag: EXAMPLE_PLAYER_TAG } }))
    expect((await world.calls()).kinds).toEqual({ player: 1, battlelog: 1 })
    expect(answer).toMatchObject({ type: 'player', tag: EXAMPLE_PLAYER_TAG })
    expect(answer.outcome).toBe(answer.after.trophies === answer.before.trophies ? 'unchanged' : 'changed')
    const profile = await store.db.selectFrom('player_profiles').select('read_at').executeTakeFirstOrThrow()
    expect(answer.after.observed_at).toBe(profile.read_at.toISOString())
  })

  it('asks for a player whose profile is old, though the club was scanned just now', async () => {
    await world.clock.advance(6 * HOUR_MS)
    await soon(collectClub(context, EXAMPLE_CLUB_TAG, {}))
    const answer = await soon(ask(app, refreshPlayer, { params: { tag: EXAMPLE_PLAYER_TAG } }))
    expect((await world.calls()).kinds).toMatchObject({ player: 1 })
    expect(Date.parse(answer.before.observed_at)).toBeGreaterThan(world.clock.now().getTime() - MINUTE_MS)
  })

  it('does not ask the game again within two minutes, and says from when on it will', async () => {
    await world.clock.advance(HOUR_MS)
    const first = await refresh()
    await world.clock.advance(MINUTE_MS)
    await world.calls()
    const early = await refresh()
    expect((await world.calls()).total).toBe(0)
    expect(early).toMatchObject({ outcome: 'too_early', before: first.after, after: first.after })
    expect(early.next_possible_at).toBe(first.next_possible_at)
    await world.clock.advance(MINUTE_MS + 1)
    expect((await refresh()).outcome).not.toBe('too_early')
  })

  it('costs one call of the game, though a crowd refreshes at once, and each is told what came', async () => {
    const CROWD = 40
    const here = Promise.withResolvers<void>()
    const { getClub } = world.context().gameApi
    // The game answers when everybody has read what was stored before.
    open({
      getClub: async (...asked) => {
        await here.promise
        for (let turn = 0; turn < 5; turn += 1) await sql`select 1`.execute(store.db)
        return getClub(...asked)
      },
    })
    let arrived = 0
    app.addHook('preHandler', async () => {
      arrived += 1
      if (arrived === CROWD) here.resolve()
    })
    await world.clock.advance(6 * HOUR_MS)
    const crowd = Array.from({ length: CROWD }, (_, place) =>
      ask(app, refreshClub, { params, remoteAddress: `198.51.100.${place}` }),
    )
    const outcomes = (await soon(Promise.all(crowd))).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['changed']))
    expect((await world.calls()).total).toBe(1)
  })

  it('spends no search of a guest', async () => {
    const { session_id } = await ask(app, createGuestSession, {})
    await world.clock.advance(HOUR_MS)
    expect((await refresh({ headers: { 'x-guest-session': session_id } })).outcome).not.toBe('too_early')
    const left = await ask(app, getGuestStatus, { params: { session_id } })
    expect(left.searches_remaining).toBe(5)
  })

  it('is refused to guests of an address that asked the game too often within an hour, with the time to wait', async () => {
    const send = (headers = {}, remoteAddress = '127.0.0.1') =>
      soon(
        app
          .inject({ method: 'POST', url: `/api/browse/club/${params.tag.slice(1)}/refresh`, headers, remoteAddress })
          .then((answer) => answer),
      )
    for (let turn = 0; turn < 3; turn += 1) {
      await world.clock.advance(3 * MINUTE_MS)
      expect((await refresh()).outcome).not.toBe('too_early')
      // This one does not ask the game and does not count.
      expect((await refresh()).outcome).toBe('too_early')
    }
    await world.clock.advance(3 * MINUTE_MS)
    await world.calls()
    const refused = await send()
    expect(refused.statusCode).toBe(429)
    expect(refusalOf(refused).error).toBe('You have refreshed a lot. The next look is possible in 51 minutes.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50 * 60)
    expect((await world.calls()).total).toBe(0)
    expect((await send({}, '203.0.113.9')).statusCode).toBe(200)
    await world.clock.advance(3 * MINUTE_MS)
    const token = await registered()
    expect((await send({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  async function registered(apiKey?: string): Promise<string> {
    const payload = apiKey === undefined ? BOB : { ...BOB, api_key: apiKey }
    await soon(app.inject({ method: 'POST', url: '/api/auth/register', payload }).then((answer) => answer))
    const body = { identifier: BOB.username, password: BOB.password }
    return (await ask(app, login, { body })).token
  }

  it.each([
    ['503', 'The game is in maintenance. Please come back later.'],
    ['403', 'The game refused the API key.'],
  ])('while the game answers %s keeps what is stored and says why', async (fault, sentence) => {
    const stored = await ask(app, getClub, { params })
    await world.clock.advance(HOUR_MS)
    await world.setFaults([{ path: '/v1/*', kind: fault }])
    const answer = await refresh()
    expect(answer).toMatchObject({ outcome: 'failed', trouble: sentence })
    expect(answer.after).toEqual(answer.before)
    expect(answer.after).toEqual({ observed_at: stored.last_updated, trophies: stored.trophies })
    expect(answer.next_possible_at > nowPlus(0)).toBe(true)
    await world.setFaults([])
  })

  it('of a club that the game does not know any more says so', async () => {
    const gone = () => Promise.reject(new GameApiError('not-found', 'gone'))
    open({ getClub: gone })
    await world.clock.advance(HOUR_MS)
    expect(await refresh()).toMatchObject({ outcome: 'failed', trouble: 'The game does not know this tag any more.' })
  })

  it('needs something that is stored and shown: nothing new is tracked by it', async () => {
    const send = async (path: string) => {
      const answer = await app.inject({ method: 'POST', url: `/api/browse/${path}/refresh` })
      return [answer.statusCode, refusalOf(answer).code]
    }
    await carryOut(context, EXAMPLE_PLAYER_TAG, 'hide')
    expect(await send('club/2PPPPPPPP')).toEqual([404, 'club_not_tracked'])
    expect(await send('player/2PPPPPPPP')).toEqual([404, 'player_not_tracked'])
    expect(await send(`player/${EXAMPLE_PLAYER_TAG.slice(1)}`)).toEqual([404, 'player_hidden'])
    expect((await send('club/nothing'))[0]).toBe(400)
    expect((await world.calls()).total).toBe(0)
  })

  it('asks with the own key of a user, and with the shared one when the game refuses that', async () => {
    const keys: (string | undefined)[] = []
    const { getClub: askClub } = world.context().gameApi
    open({
      checkKey: async () => {},
      getClub: (tag, { apiKey, ...options } = {}) => {
        keys.push(apiKey)
        if (keys.length === 2) return Promise.reject(new GameApiError('forbidden', 'refused'))
        return askClub(tag, options)
      },
    })
    const headers = { authorization: `Bearer ${await registered(KEY)}` }
    for (let turn = 0; turn < 2; turn += 1) {
      await world.clock.advance(HOUR_MS)
      expect((await refresh({ headers })).trouble).toBeNull()
    }
    expect(keys).toEqual([KEY, KEY, undefined])
    const profile = await app.inject({ method: 'GET', url: '/api/auth/profile', headers })
    expect(answerOf(getProfile, profile).api_key_status).toBe('refused')
  })
})
