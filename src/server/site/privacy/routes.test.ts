import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { createApp } from '#server/app.ts'
import { collectRanking } from '#server/collector/collect-ranking.ts'
import { collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import { queryRows } from '#server/database/database.ts'
import { summarise } from '#server/directory/summarise.ts'
import { HOUR_MS } from '#shared/days.ts'
import type { TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'

const PLAYER = EXAMPLE_PLAYER_TAG
const ICON = 28_000_777
const VISITOR = { priority: 'visitor' } as const

describe.each(storeKinds)('a player who asks not to be shown, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  let context: TestContext
  let app: FastifyInstance
  let name: string
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
    context = world.context({ summarise: (renewed) => summarise(context, renewed) })
    app = await createApp(context)
    await collectAll()
    name = (await get(`/api/browse/player/${PLAYER.slice(1)}`)).body.name
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  /** Collects what the collector does: the club, the player with the battle log, another member, and a ranking. */
  async function collectAll() {
    const { members } = (await context.gameApi.getClub(EXAMPLE_CLUB_TAG)).body
    const other = members.find((member) => member.tag !== PLAYER)
    const { name: _, ...found } = await collectClub(context, EXAMPLE_CLUB_TAG, VISITOR)
    await collectPlayer(context, PLAYER, VISITOR).catch((error: unknown) => error)
    if (other !== undefined) await collectPlayer(context, other.tag, VISITOR)
    const ranking = { type: 'players', country: 'global', brawlerId: 0 } as const
    await collectRanking(context, ranking, VISITOR)
    return found
  }

  async function get(url: string, from = app) {
    const { statusCode, body } = await from.inject(url)
    return { status: statusCode, text: body, body: JSON.parse(body) }
  }
  /** A new app with an empty cache: lists may show an older answer for up to two minutes. */
  const afterAWhile = () => createApp(context)
  async function post(url: string, payload?: object, remoteAddress = '192.0.2.1') {
    const answer = await app.inject({ method: 'POST', url, remoteAddress, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const ask = (wish: string, tag = PLAYER) => post('/api/privacy/requests', { tag, wish })
  const check = (id: string) => post(`/api/privacy/requests/${id}/check`)

  /** Opens a request, changes the icon and changes it back, with a check after each change. */
  async function prove(wish: string) {
    const { body } = await ask(wish)
    await world.wear(PLAYER, ICON)
    await check(body.request_id)
    await world.wear(PLAYER, body.current_icon)
    return check(body.request_id)
  }

  /** The calls whose answers hold the text, of all that could show the player. */
  async function placesShowing(text: string): Promise<string[]> {
    const club = EXAMPLE_CLUB_TAG.slice(1)
    const places = [
      `/api/browse/club/${club}`,
      `/api/browse/club/${club}/analytics`,
      `/api/browse/club/${club}/events?limit=200`,
      `/api/analytics/club/${club}/member-scores`,
      `/api/analytics/club/${club}/activity-heatmap`,
      '/api/browse/entities?type=player&limit=100',
      `/api/browse/entities?type=player&search=${encodeURIComponent(name)}`,
      '/api/rankings/leaderboards?type=players&country=global&limit=200',
      '/api/browse/dashboard',
    ]
    const fresh = await afterAWhile()
    const answers = await Promise.all(places.map((place) => get(place, fresh)))
    expect(answers.map((answer) => answer.status)).toEqual(places.map(() => 200))
    return places.filter((_, index) => answers[index]?.text.includes(text))
  }

  /** The tables that have a row with this text. */
  async function tablesNaming(text: string): Promise<string[]> {
    const tables = await queryRows(
      store.db,
      { name: z.string() },
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const naming = []
    for (const table of tables) {
      const found =
        await sql`select 1 from ${sql.table(table.name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(store.db)
      if (found.rows.length > 0) naming.push(table.name)
    }
    return naming
  }

  it('proves the request by changing the icon and changing it back, with a check after each change', async () => {
    const opened = await ask('hide', PLAYER.toLowerCase())
    expect(opened).toMatchObject({ status: 200, body: { tag: PLAYER, wish: 'hide', carried_out: false } })
    const { request_id: id, current_icon: icon } = opened.body
    const stepsOf = ({ body }: Awaited<ReturnType<typeof check>>) =>
      body.steps.map((step: { done: boolean }) => step.done)
    expect(stepsOf(await check(id))).toEqual([false, false])
    await world.wear(PLAYER, ICON)
    expect(stepsOf(await check(id))).toEqual([true, false])
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).status).toBe(200)
    await world.wear(PLAYER, icon)
    const done = await check(id)
    expect([stepsOf(done), done.body.carried_out]).toEqual([[true, true], true])
    expect((await check(id)).body).toEqual(done.body)
  })

  it('is found nowhere after hiding, while the club still counts all its members', async () => {
    const before = (await get(`/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)).body
    expect((await placesShowing(PLAYER)).length).toBeGreaterThanOrEqual(6)
    expect((await prove('hide')).body.carried_out).toBe(true)
    expect(await placesShowing(PLAYER)).toEqual([])
    expect(await placesShowing(JSON.stringify(name))).toEqual([])
    for (const call of ['', '/analytics']) {
      const refused = await get(`/api/browse/player/${PLAYER.slice(1)}${call}`)
      expect(refused).toMatchObject({ status: 404, body: { code: 'player_hidden' } })
    }
    const club = (await get(`/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)).body
    expect(club).toMatchObject({ memberCount: before.memberCount, trophies: before.trophies })
    expect(club.members.filter((member: { name: string }) => member.name === 'Hidden player')).toHaveLength(1)
  })

  it('stays hidden through later collections, and the game is not asked about them', async () => {
    await prove('hide')
    const counted = async () =>
      (await sql`select 1 from observations where player_tag = ${PLAYER}`.execute(store.db)).rows.length
    const before = await counted()
    await world.clock.advance(HOUR_MS)
    const members = (await get(`/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)).body.memberCount
    await collectAll()
    expect(await placesShowing(PLAYER)).toEqual([])
    expect(await counted()).toBe(before)
    const club = (await get(`/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)).body
    expect(Math.abs(club.memberCount - members)).toBeLessThanOrEqual(1)
    const events = (await get(`/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}/events`)).body.events
    expect(
      events.filter((event: { kind: string }) => event.kind === 'left' || event.kind === 'joined').length,
    ).toBeLessThan(3)
    const targets = await store.db.selectFrom('collection_targets').select('key').where('key', '=', PLAYER).execute()
    expect(targets).toEqual([])
  })

  it('cannot be found by a search, which is not charged', async () => {
    await prove('hide')
    const session = (await post('/api/auth/guest-session')).body.session_id
    const headers = { 'x-guest-session': session }
    const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag: PLAYER } })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'player_hidden'])
    expect((await get(`/api/auth/guest-status/${session}`)).body.searches_remaining).toBe(5)
  })

  it('is shown again with the whole history on request', async () => {
    const before = (await get(`/api/analytics/player/${PLAYER.slice(1)}/trophy-progression`)).body
    await prove('hide')
    expect((await prove('show')).body.carried_out).toBe(true)
    expect((await get(`/api/analytics/player/${PLAYER.slice(1)}/trophy-progression`)).body).toEqual(before)
    // All but the ranking, which shows the player after its next collection.
    expect((await placesShowing(PLAYER)).length).toBeGreaterThanOrEqual(5)
    expect(await sql`select 1 from tombstones`.execute(store.db)).toMatchObject({ rows: [] })
  })

  it('leaves nothing but the tombstone after a request to delete the history', async () => {
    expect(await tablesNaming(PLAYER)).toEqual(
      expect.arrayContaining(['players', 'observations', 'battles', 'rankings']),
    )
    const before = (await get('/api/browse/stats')).body.total_players
    await prove('delete')
    expect(await tablesNaming(PLAYER)).toEqual(['privacy_requests', 'tombstones'])
    expect(await tablesNaming(name)).toEqual([])
    expect((await get('/api/browse/stats', await afterAWhile())).body.total_players).toBe(before - 1)
    await world.clock.advance(HOUR_MS)
    await collectAll()
    expect(await tablesNaming(PLAYER)).toEqual(['privacy_requests', 'tombstones'])
    await prove('show')
    await world.clock.advance(HOUR_MS)
    await collectAll()
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).body.name).toBe(name)
  })

  it('has fifteen minutes for the changes, and only the id of the request gives access', async () => {
    const { body } = await ask('delete')
    await world.wear(PLAYER, ICON)
    await world.clock.advance(15 * 60_000)
    expect(await check(body.request_id)).toMatchObject({ status: 404, body: { code: 'request_over' } })
    expect((await check('nonsense')).status).toBe(404)
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).status).toBe(200)
  })

  it('is hidden, and nothing is deleted, when a stranger has another request open during the changes', async () => {
    const stranger = (await ask('delete')).body.request_id
    const { body } = await ask('hide')
    await world.wear(PLAYER, ICON)
    for (const id of [stranger, body.request_id]) await check(id)
    await world.wear(PLAYER, body.current_icon)
    for (const id of [stranger, body.request_id]) {
      expect((await check(id)).body).toMatchObject({ wish: 'hide', carried_out: true })
    }
    expect(await tablesNaming(PLAYER)).toEqual(expect.arrayContaining(['players', 'observations']))
    await world.clock.advance(15 * 60_000)
    expect((await prove('show')).body).toMatchObject({ wish: 'show', carried_out: true })
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).body.name).toBe(name)
  })

  it('is told why a request fails: unknown player, not hidden, unknown action, too many requests, no game', async () => {
    expect(await ask('hide', '#PPPPPPPPP')).toMatchObject({ status: 404, body: { code: 'tag_not_found' } })
    expect(await ask('show')).toMatchObject({ status: 409, body: { code: 'not_hidden' } })
    expect(await ask('vanish')).toMatchObject({ status: 400, body: { code: 'invalid' } })
    await world.setFaults([{ path: '/v1/players/*', kind: '503' }])
    expect(await world.clock.drive(ask('hide'))).toMatchObject({ status: 503, body: { code: 'game_maintenance' } })
    const statuses = []
    for (let i = 0; i < 12; i += 1) statuses.push((await ask('show')).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  })
})
