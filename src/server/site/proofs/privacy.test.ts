import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { SLICES } from '#server/app.ts'
import { collectRanking } from '#server/collector/collect-ranking.ts'
import { collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import { queryRows } from '#server/database/database.ts'
import { summarise } from '#server/directory/summarise.ts'
import { unpackBattle, unpackSides } from '#server/history/battles/unpack-battles.ts'
import { unpack } from '#server/history/ingest/raw-lines.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { createGuestSession, getGuestStatus } from '#shared/contract/accounts.ts'
import { browseStats } from '#shared/contract/browse.ts'
import { getClub, getRosterEvents } from '#shared/contract/clubs.ts'
import { getPlayer, getPlayerProgression } from '#shared/contract/players.ts'
import { checkProof, requestPrivacy } from '#shared/contract/proofs.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { openTestApp, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { carryOut, deleteDue } from './carry-out.ts'

const PLAYER = EXAMPLE_PLAYER_TAG
const OTHER_ICON = 28_000_777
const OF_PLAYER = { params: { tag: PLAYER } }
const OF_CLUB = { params: { tag: EXAMPLE_CLUB_TAG } }
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
    app = openTestApp(context, SLICES)
    await collectAll()
    name = (await ask(app, getPlayer, OF_PLAYER)).name
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
    return { status: statusCode, text: body }
  }
  /** A new app with an empty cache: lists may show an older answer for up to two minutes. */
  const afterAWhile = () => openTestApp(context, SLICES)
  const post = (url: string, payload?: object, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url, remoteAddress, ...(payload ? { payload } : {}) })
  const request = (wish: string, tag = PLAYER, from?: string) => post('/api/privacy/requests', { tag, wish }, from)
  const opened = async (wish: string, tag?: string, from?: string) =>
    answerOf(requestPrivacy, await request(wish, tag, from))
  const check = (id: string) => post(`/api/proofs/${id}/check`)
  const checked = async (id: string) => answerOf(checkProof, await check(id))
  const refused = (answer: { statusCode: number; body: string }) => [answer.statusCode, refusalOf(answer).code]

  type Request = Awaited<ReturnType<typeof opened>>

  /** Does the steps of a request, with a check after each. */
  async function proveRequest(request: Request) {
    for (const { icon } of request.steps) {
      await world.clock.advance(20_000)
      await world.wear(PLAYER, icon ?? OTHER_ICON)
      await check(request.proof_id)
    }
    return checked(request.proof_id)
  }
  const prove = async (wish: string) => proveRequest(await opened(wish))
  const isDone = ({ state }: Request) => state === 'done'

  /** Has the history deleted whose day is over. */
  async function afterADay() {
    await world.clock.advance(DAY_MS)
    await deleteDue(context)
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

  /** How many packed battles, and days of other players, name the tag. */
  async function battlesNaming(tag: string): Promise<number> {
    const battles = await store.db.selectFrom('battles').select('sides').execute()
    const whole = battles.flatMap(({ sides }) => unpackBattle(sides).teams.flatMap(({ fighters }) => fighters))
    const days = await store.db.selectFrom('player_battles').select('sides').execute()
    const mates = days.flatMap(({ sides }) => unpackSides(sides, 0).flatMap((side) => side.mates))
    return whole.filter((fighter) => fighter.tag === tag).length + mates.filter((mate) => mate === tag).length
  }

  it('proves a deletion by changing the icon and back, twice, and anything else once', async () => {
    const first = await opened('delete', PLAYER.toLowerCase())
    expect(first).toMatchObject({ tag: PLAYER, wish: 'delete', state: 'open', deletes_at: null })
    const { proof_id: id, current_icon: old } = first
    const seen: boolean[][] = []
    for (const icon of [old, OTHER_ICON, OTHER_ICON, old, old, OTHER_ICON]) {
      await world.clock.advance(20_000)
      await world.wear(PLAYER, icon ?? 0)
      seen.push((await checked(id)).steps.map((step) => step.done))
    }
    expect(seen.map((steps) => steps.filter(Boolean).length)).toEqual([0, 1, 1, 2, 2, 3])
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).status).toBe(200)
    await world.clock.advance(20_000)
    await world.wear(PLAYER, old ?? 0)
    const done = await checked(id)
    expect(isDone(done)).toBe(true)
    expect(await checked(id)).toEqual(done)
    expect((await opened('hide')).steps).toHaveLength(2)
  })

  it('is found nowhere after hiding, while the club still counts all its members', async () => {
    const before = await ask(app, getClub, OF_CLUB)
    expect((await placesShowing(PLAYER)).length).toBeGreaterThanOrEqual(6)
    expect(isDone(await prove('hide'))).toBe(true)
    expect(await placesShowing(PLAYER)).toEqual([])
    expect(await placesShowing(JSON.stringify(name))).toEqual([])
    for (const call of ['', '/analytics']) {
      expect(refused(await app.inject(`/api/browse/player/${PLAYER.slice(1)}${call}`))).toEqual([404, 'player_hidden'])
    }
    const club = await ask(app, getClub, OF_CLUB)
    expect(club).toMatchObject({ memberCount: before.memberCount, trophies: before.trophies })
    expect(club.members.filter((member) => member.name === 'Hidden player')).toHaveLength(1)
  })

  it('stays hidden through later collections, and the game is not asked about them', async () => {
    await prove('hide')
    const counted = async () =>
      (await sql`select 1 from player_answers where player_tag = ${PLAYER}`.execute(store.db)).rows.length
    const before = await counted()
    await world.clock.advance(HOUR_MS)
    const members = (await ask(app, getClub, OF_CLUB)).memberCount
    await collectAll()
    expect(await placesShowing(PLAYER)).toEqual([])
    expect(await counted()).toBe(before)
    const club = await ask(app, getClub, OF_CLUB)
    expect(Math.abs(club.memberCount - members)).toBeLessThanOrEqual(1)
    const { events } = await ask(app, getRosterEvents, { ...OF_CLUB, query: {} })
    expect(events.filter((event) => event.kind === 'left' || event.kind === 'joined').length).toBeLessThan(3)
    const targets = await store.db.selectFrom('collection_targets').select('key').where('key', '=', PLAYER).execute()
    expect(targets).toEqual([])
  })

  it('cannot be found by a search, which is not charged', async () => {
    await prove('hide')
    const { session_id: session } = await ask(app, createGuestSession, {})
    const headers = { 'x-guest-session': session }
    const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag: PLAYER } })
    expect(refused(answer)).toEqual([404, 'player_hidden'])
    expect((await ask(app, getGuestStatus, { params: { session_id: session } })).searches_remaining).toBe(5)
  })

  it('is shown again with the whole history on request', async () => {
    const before = await ask(app, getPlayerProgression, { ...OF_PLAYER, query: {} })
    await prove('hide')
    expect(isDone(await prove('show'))).toBe(true)
    expect(await ask(app, getPlayerProgression, { ...OF_PLAYER, query: {} })).toEqual(before)
    // All but the ranking, which shows the player after its next collection.
    expect((await placesShowing(PLAYER)).length).toBeGreaterThanOrEqual(5)
    expect(await sql`select 1 from tombstones`.execute(store.db)).toMatchObject({ rows: [] })
  })

  it('is in the raw answers of the club under the tag again, also of the time in which the tag was hidden', async () => {
    await prove('hide')
    await world.clock.advance(HOUR_MS)
    await collectAll()
    const [tombstone] = await store.db.selectFrom('tombstones').select('alias').execute()
    expect(await tablesNaming(tombstone?.alias ?? '')).toEqual(expect.arrayContaining(['club_answers', 'club_members']))
    await prove('show')
    expect(await tablesNaming(tombstone?.alias ?? '')).toEqual([])
    const days = await store.db.selectFrom('club_answers').select(['day', 'entries']).orderBy('day').execute()
    const trophies = unpack(days).map(({ facts }) => facts[`t${PLAYER}`])
    expect(trophies).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('leaves nothing but the tombstone after a request to delete the history', async () => {
    expect(await tablesNaming(PLAYER)).toEqual(
      expect.arrayContaining(['players', 'player_answers', 'club_answers', 'player_battles', 'rankings']),
    )
    expect(await battlesNaming(PLAYER)).toBeGreaterThan(0)
    const before = (await ask(app, browseStats, {})).total_players
    expect(isDone(await prove('delete'))).toBe(true)
    await afterADay()
    expect(await tablesNaming(PLAYER)).toEqual(['tombstones'])
    expect(await tablesNaming(name)).toEqual([])
    expect(await battlesNaming(PLAYER)).toBe(0)
    expect((await ask(await afterAWhile(), browseStats, {})).total_players).toBe(before - 1)
    await world.clock.advance(HOUR_MS)
    await collectAll()
    expect(await tablesNaming(PLAYER)).toEqual(['tombstones'])
    await prove('show')
    await world.clock.advance(HOUR_MS)
    await collectAll()
    expect((await ask(app, getPlayer, OF_PLAYER)).name).toBe(name)
  })

  it('has twenty minutes for the changes, and only the id of the request gives access', async () => {
    const request = await opened('hide')
    await world.clock.advance(20 * 60_000)
    expect((await proveRequest(request)).state).toBe('over')
    expect(refused(await check('nonsense'))).toEqual([404, 'proof_over'])
    expect((await get(`/api/browse/player/${PLAYER.slice(1)}`)).status).toBe(200)
  })

  it('is hidden for a day before the history is deleted, and another proof in this time stops the deletion', async () => {
    const asked = await prove('delete')
    expect(asked.deletes_at).toBe(new Date(world.clock.now().getTime() + DAY_MS).toISOString())
    expect(refused(await app.inject(`/api/browse/player/${PLAYER.slice(1)}`))).toEqual([404, 'player_hidden'])
    await world.clock.advance(DAY_MS - 1000)
    await deleteDue(context)
    expect(await tablesNaming(PLAYER)).toEqual(expect.arrayContaining(['players', 'player_answers']))
    expect((await prove('hide')).deletes_at).toBeNull()
    await afterADay()
    expect(await tablesNaming(PLAYER)).toEqual(expect.arrayContaining(['players', 'player_answers']))
    await prove('delete')
    await prove('show')
    await afterADay()
    expect((await ask(app, getPlayer, OF_PLAYER)).name).toBe(name)
  })

  it('is in the club once, and its page is made anew, when a scan was stored between the tombstone and the rest', async () => {
    const alias = 'hidden-0123456789ab'
    const tombstone = { tag: PLAYER, wish: 'hide', alias, since: world.clock.now() } as const
    await store.db.insertInto('tombstones').values(tombstone).execute()
    await sql`
      insert into club_members select (jsonb_populate_record(m, ${JSON.stringify({ player_tag: alias })}::jsonb)).*
      from club_members m where player_tag = ${PLAYER}`.execute(store.db)
    const heard: string[] = []
    context.announcements.listen((changes) => heard.push(...changes))
    await carryOut(context, PLAYER, 'hide')
    expect(heard).toContain(clubChange(EXAMPLE_CLUB_TAG))
    const rows = store.db.selectFrom('club_members').select('player_tag')
    expect(await rows.where('player_tag', 'in', [PLAYER, alias]).execute()).toEqual([{ player_tag: alias }])
  })

  it('is told why a request fails: unknown player, not hidden, unknown action, too many requests, no game', async () => {
    expect(refused(await request('hide', '#PPPPPPPPP'))).toEqual([404, 'tag_not_found'])
    expect(refused(await request('show'))).toEqual([409, 'not_hidden'])
    expect(refused(await request('vanish'))).toEqual([400, 'invalid'])
    await world.setFaults([{ path: '/v1/players/*', kind: '503' }])
    expect(refused(await world.clock.drive(Promise.resolve(request('hide'))))).toEqual([503, 'game_maintenance'])
    const statuses = []
    for (let i = 0; i < 12; i += 1) statuses.push((await request('show')).statusCode)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  })
})
