import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoProvider, startDemoProvider } from '#demo/start-demo-provider.ts'
import {
  CLUB_AND_PLAYER_TAG,
  CLUB_TAG_NOT_BEGINNING_WITH_2,
  EXAMPLE_CLUB_TAG,
  EXAMPLE_PLAYER_TAG,
  PLAYER_TAG_BEGINNING_WITH_2,
} from '#demo/world/landmarks.ts'
import { SLICES } from '#server/app.ts'
import { createGameApi } from '#server/game/client.ts'
import { createGuestSession, getGuestStatus, getProfile, login } from '#shared/contract/accounts.ts'
import { getClub } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer } from '#shared/contract/players.ts'
import { searchTag } from '#shared/contract/search.ts'
import { HOUR_MS } from '#shared/days.ts'
import { answerOf, ask, type Refusal, refusalOf } from '#test/ask.ts'
import { CONTROL } from '#test/demo-control.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { admitUserAsk } from '../accounts/search-quota.ts'
import { createFindTag } from './routes.ts'

const UNKNOWN_TAG = '#PPPPPPPPP'
const start = new Date('2026-06-01T12:00:00Z')

describe.each(storeKinds)('a search on the %s store', (kind) => {
  let store: TestStore
  let provider: DemoProvider
  let context: TestContext
  let app: FastifyInstance

  beforeAll(async () => {
    const clock = manualClock(start)
    store = await openTestStore(kind)
    provider = await startDemoProvider({
      epoch: new Date('2026-05-01T00:00:00Z'),
      clubs: 4,
      now: () => clock.now(),
      controlKey: CONTROL.controlKey,
    })
    const gameApi = createGameApi({ baseUrl: provider.url, tokens: [provider.token], callsPerSecond: 1000, clock })
    const SECRET_KEY = 'a secret that has 32 characters or more'
    const settings = { GUEST_SESSIONS_PER_HOUR: '1000', GUEST_SEARCHES_PER_HOUR: '1000', SECRET_KEY }
    context = openTestContext({ store, clock, gameApi, settings })
  })
  beforeEach(async () => {
    await store.reset()
    await control('DELETE', 'faults')
    await control('DELETE', 'calls')
    app = openTestApp(context, SLICES)
  })
  afterAll(async () => {
    await context.gameApi.close()
    await provider.close()
    await store.close()
  })

  async function control(method: 'PUT' | 'GET' | 'DELETE', what: 'faults' | 'calls', body?: unknown) {
    const url = provider.url.replace('/v1', `/_demo/${what}`)
    const answer = await fetch(url, {
      method,
      headers: CONTROL.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return method === 'GET' ? ((await answer.json()) as { total: number }) : null
  }

  async function newGuest(): Promise<string> {
    return (await ask(app, createGuestSession, {})).session_id
  }

  async function searchAs(guest: string, tag: string) {
    const headers = { 'x-guest-session': guest }
    const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag } })
    const body: Partial<Output<typeof searchTag> & Refusal> = answer.json()
    return { status: answer.statusCode, body }
  }

  it('finds a club, stores it with all its members, and charges one search', async () => {
    const { status, body } = await searchAs(await newGuest(), EXAMPLE_CLUB_TAG.toLowerCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'club', tag: EXAMPLE_CLUB_TAG, searches_remaining: 4, search_limit: 5 })
    const club = await ask(app, getClub, { params: { tag: EXAMPLE_CLUB_TAG } })
    expect(club.members.length).toBe(club.memberCount)
    expect(club.memberCount).toBeGreaterThan(25)
    expect(club.trophies).toBe(club.members.reduce((sum, member) => sum + member.trophies, 0))
  })

  it('finds a player with brawlers, and their club', async () => {
    const { body } = await searchAs(await newGuest(), EXAMPLE_PLAYER_TAG)
    expect(body).toMatchObject({ type: 'player', tag: EXAMPLE_PLAYER_TAG })
    const player = await ask(app, getPlayer, { params: { tag: EXAMPLE_PLAYER_TAG } })
    expect(player.club?.tag).toBe(EXAMPLE_CLUB_TAG)
    expect(player.brawlers.length).toBeGreaterThan(10)
    const sum = player.brawlers.reduce((total, brawler) => total + (brawler.trophies ?? 0), 0)
    expect(sum).toBe(player.trophies)
    const battles = await store.db.selectFrom('battles').select('battle_key').execute()
    expect(battles.length).toBeGreaterThan(0)
  })

  it.each([
    ['a club whose tag looks like that of a player', CLUB_TAG_NOT_BEGINNING_WITH_2, 'club'],
    ['a player whose tag looks like that of a club', PLAYER_TAG_BEGINNING_WITH_2, 'player'],
    ['a tag of both a club and a player, as the likelier kind', CLUB_AND_PLAYER_TAG, 'club'],
  ])('finds %s', async (_what, tag, type) => {
    expect((await searchAs(await newGuest(), tag)).body).toMatchObject({ type, tag })
  })

  it('refuses an invalid tag without asking the game, and charges neither that nor an unknown tag', async () => {
    const guest = await newGuest()
    const invalid = await searchAs(guest, 'not a tag')
    expect(invalid).toMatchObject({ status: 400, body: { error: 'Invalid search tag' } })
    expect((await control('GET', 'calls'))?.total).toBe(0)
    const unknown = await searchAs(guest, UNKNOWN_TAG)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'tag_not_found' } })
    expect((await searchAs(guest, EXAMPLE_CLUB_TAG)).body.searches_remaining).toBe(4)
    const after = (await control('GET', 'calls'))?.total
    await searchAs(guest, UNKNOWN_TAG)
    expect((await control('GET', 'calls'))?.total).toBe(after)
  })

  it('is not charged twice for the same tag', async () => {
    const guest = await newGuest()
    await searchAs(guest, EXAMPLE_CLUB_TAG)
    expect((await searchAs(guest, EXAMPLE_CLUB_TAG)).body.searches_remaining).toBe(4)
  })

  it('succeeds for exactly 5 of 20 simultaneous tags of a guest', async () => {
    const guest = await newGuest()
    const { members } = await clubWithMembers()
    const results = await Promise.all(members.slice(0, 20).map((tag) => searchAs(guest, tag)))
    expect(results.filter((result) => result.status === 200)).toHaveLength(5)
    const refused = results.filter((result) => result.status === 403)
    expect(refused).toHaveLength(15)
    expect(refused.every((result) => result.body.code === 'search_limit_reached')).toBe(true)
  })

  async function clubWithMembers(): Promise<{ members: string[] }> {
    const { body } = await context.gameApi.getClub(EXAMPLE_CLUB_TAG)
    return { members: body.members.map((member) => member.tag) }
  }

  it('asks the game once, however many visitors search the same new tag at once', async () => {
    const guests = await Promise.all(Array.from({ length: 40 }, newGuest))
    const results = await Promise.all(guests.map((guest) => searchAs(guest, EXAMPLE_CLUB_TAG)))
    expect(results.every((result) => result.status === 200)).toBe(true)
    expect((await control('GET', 'calls'))?.total).toBe(1)
  })

  it('shows stored data with its age while the game is in trouble, and refuses a new tag with a clear sentence', async () => {
    const guest = await newGuest()
    await searchAs(guest, EXAMPLE_CLUB_TAG)
    await control('PUT', 'faults', [{ path: '*', kind: '403' }])
    await context.clock.advance(3600_000)
    const stored = await searchAs(guest, EXAMPLE_CLUB_TAG)
    expect(stored).toMatchObject({ status: 200, body: { type: 'club' } })
    expect(Date.parse(stored.body.ingested_at ?? '')).toBeLessThan(context.clock.now().getTime() - 3000_000)
    const unknown = await searchAs(guest, CLUB_TAG_NOT_BEGINNING_WITH_2)
    expect(unknown).toMatchObject({ status: 503, body: { error: 'The game refused the API key.' } })
    const left = await ask(app, getGuestStatus, { params: { session_id: guest } })
    expect(left.searches_remaining).toBe(4)
  })

  it('tries an own key that was revoked once, also for a stored tag, and the profile says that it was refused', async () => {
    await searchAs(await newGuest(), EXAMPLE_CLUB_TAG)
    const bob = { username: 'bob', email: 'bob@example.com', password: 'dolphins', api_key: 'a.revoked.key' }
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: bob })
    await store.db.updateTable('api_keys').set({ status: 'active' }).execute()
    const { token } = await ask(app, login, { body: { identifier: bob.username, password: bob.password } })
    const headers = { authorization: `Bearer ${token}` }
    const calls = []
    for (let turn = 0; turn < 3; turn += 1) {
      await context.clock.advance(HOUR_MS)
      await control('DELETE', 'calls')
      const payload = { tag: EXAMPLE_CLUB_TAG }
      const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload })
      expect(Date.parse(answerOf(searchTag, answer).ingested_at)).toBe(context.clock.now().getTime())
      calls.push((await control('GET', 'calls'))?.total)
    }
    expect(calls).toEqual([2, 1, 1])
    expect((await ask(app, getProfile, { headers })).api_key_status).toBe('refused')
  })

  it('shows a user who searches very much what is stored, asks no more of the game, and refuses unknown tags', async () => {
    await searchAs(await newGuest(), EXAMPLE_CLUB_TAG)
    const eve = { username: 'eve', email: 'eve@example.com', password: 'dolphins' }
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: eve })
    const { token } = await ask(app, login, { body: { identifier: eve.username, password: eve.password } })
    const headers = { authorization: `Bearer ${token}` }
    const search = (tag: string) => app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag } })
    for (let made = 0; made < 120; made += 1) {
      await admitUserAsk(
        context,
        'searches',
        (await store.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id,
        '',
      )
    }
    await context.clock.advance(600_000)
    await control('DELETE', 'calls')
    const [stored, unknown] = [await search(EXAMPLE_CLUB_TAG), await search(CLUB_TAG_NOT_BEGINNING_WITH_2)]
    expect([stored.statusCode, unknown.statusCode, refusalOf(unknown).error]).toEqual([
      200,
      429,
      'You have searched for many new tags. The next one is possible in 50 minutes; with an API key of your own, at once.',
    ])
    expect((await control('GET', 'calls'))?.total).toBe(0)
    expect((await ask(app, getProfile, { headers })).search_count).toBe(1)
    await context.clock.advance(HOUR_MS)
    expect((await search(CLUB_TAG_NOT_BEGINNING_WITH_2)).statusCode).toBe(200)
  })

  it('needs a session', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/search', payload: { tag: EXAMPLE_CLUB_TAG } })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'no_session' })
  })
})

describe.each(storeKinds)('a tag that is not tracked yet, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  async function ask(tag: string, clients: number) {
    const findTag = createFindTag(world.context())
    const searches = Array.from({ length: clients }, () => findTag(tag, null))
    return world.clock.drive(Promise.allSettled(searches), 0.25)
  }

  it('costs one call of the game, though 500 visitors search it at once', async () => {
    const answers = await ask(EXAMPLE_CLUB_TAG, 500)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['fulfilled']))
    expect(await world.calls()).toEqual({ total: 1, kinds: { club: 1 } })
    const scans = await store.db.selectFrom('club_months').select('scans').execute()
    expect(scans.flatMap((row) => row.scans.filter((count) => count !== null))).toEqual([1])
  }, 60_000)

  it('of a player costs one call for the profile, one for the battle log and one for the club', async () => {
    await ask(EXAMPLE_PLAYER_TAG, 20)
    expect((await world.calls()).kinds).toMatchObject({ player: 1, battlelog: 1, club: 1 })
    const targets = await store.db.selectFrom('collection_targets').select(['kind', 'class', 'due_at']).execute()
    expect(targets.map((target) => target.kind).sort()).toEqual(['battle-log', 'club', 'player'])
    expect(targets.every((target) => target.due_at > world.clock.now())).toBe(true)
  })

  it('is tracked after its first collection, and never when the game does not confirm it', async () => {
    const targets = () => store.db.selectFrom('collection_targets').select(['kind', 'key', 'class']).execute()
    await ask(UNKNOWN_TAG, 3)
    expect(await targets()).toEqual([])
    await world.setFaults([{ path: '/v1/*', kind: '503' }])
    await ask(EXAMPLE_CLUB_TAG, 1)
    expect(await targets()).toEqual([])
  })

  it('of a player that looks like that of a club leaves no club to collect', async () => {
    await ask(PLAYER_TAG_BEGINNING_WITH_2, 1)
    const targets = await store.db
      .selectFrom('collection_targets')
      .select('kind')
      .where('key', '=', PLAYER_TAG_BEGINNING_WITH_2)
      .execute()
    expect(targets.map((target) => target.kind).sort()).toEqual(['battle-log', 'player'])
  })

  it('is collected more often after a search, even if the game cannot be asked at that time', async () => {
    await ask(EXAMPLE_CLUB_TAG, 1)
    await store.db.updateTable('collection_targets').set({ class: 4, wanted_at: null }).execute()
    await world.setFaults([{ path: '/v1/*', kind: '503' }])
    await world.clock.advance(HOUR_MS)
    expect(await ask(EXAMPLE_CLUB_TAG, 1)).toMatchObject([{ status: 'fulfilled' }])
    const target = await store.db.selectFrom('collection_targets').selectAll().executeTakeFirstOrThrow()
    expect(target).toMatchObject({ class: 1, wanted_at: expect.any(Date) })
  })
})
