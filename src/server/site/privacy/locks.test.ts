import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { createApp } from '#server/app.ts'
import { collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import { queryRows } from '#server/database/database.ts'
import type { TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { carryOut } from './carry-out.ts'

const VISITOR = { priority: 'visitor' } as const

// The embedded store runs one transaction at a time.
describe.skipIf((inject('postgresUrl') ?? null) === null)('while a player is being hidden', () => {
  let store: TestStore
  let world: TestWorld
  let context: TestContext
  let app: FastifyInstance
  let other: pg.Client
  beforeAll(async () => {
    store = await openTestStore('postgres')
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
    context = world.context()
    app = await createApp(context)
    await collectClub(context, EXAMPLE_CLUB_TAG, VISITOR)
    await collectPlayer(context, EXAMPLE_PLAYER_TAG, VISITOR)
    other = new pg.Client({ connectionString: String(store.url) })
    await other.connect()
  })
  afterEach(async () => {
    await other.end()
    await world.close()
  })
  afterAll(() => store.close())

  /** The status of a page of another player, and how long it took at most, over half a second. */
  async function slowestPage(): Promise<{ status: number; ms: number }> {
    const row = await store.db
      .selectFrom('players')
      .select('tag')
      .where('tag', '!=', EXAMPLE_PLAYER_TAG)
      .executeTakeFirstOrThrow()
    let slowest = { status: 0, ms: 0 }
    for (const until = performance.now() + 500; performance.now() < until; ) {
      const from = performance.now()
      const fresh = await createApp(context)
      const { statusCode } = await fresh.inject(`/api/browse/player/${row.tag.slice(1)}`)
      await fresh.close()
      const ms = performance.now() - from
      if (ms > slowest.ms) slowest = { status: statusCode, ms }
    }
    return slowest
  }

  it('an export under way holds nobody up', async () => {
    await other.query('begin isolation level repeatable read read only')
    await other.query('select * from tombstones; select * from players; select * from clubs')
    const hiding = carryOut(context, EXAMPLE_PLAYER_TAG, 'hide')
    expect(await slowestPage()).toMatchObject({ status: 200 })
    await hiding
    expect((await app.inject(`/api/browse/player/${EXAMPLE_PLAYER_TAG.slice(1)}`)).statusCode).toBe(404)
  })

  it('an ingestion that began before is waited for, pages are answered meanwhile, and nothing of it stays', async () => {
    await other.query('begin')
    await other.query('select from players where tag = $1 for update', [EXAMPLE_PLAYER_TAG])
    const states: string[] = []
    const hiding = carryOut(context, EXAMPLE_PLAYER_TAG, 'hide').then(() => states.push('hidden'))
    const { status, ms } = await slowestPage()
    expect([status, states]).toEqual([200, []])
    expect(ms).toBeLessThan(1000)
    // What the ingestion, which knew of no tombstone, stores of the member.
    await other.query('update club_members set trophies = trophies + 1 where player_tag = $1', [EXAMPLE_PLAYER_TAG])
    await other.query('commit')
    await hiding
    const rows = await store.db
      .selectFrom('club_members')
      .select('club_tag')
      .where('player_tag', '=', EXAMPLE_PLAYER_TAG)
      .execute()
    expect(rows).toEqual([])
  })

  it('a statement waits for a lock for ten seconds at most', async () => {
    const columns = { lock_timeout: z.string() }
    expect(await queryRows(store.db, columns, sql`show lock_timeout`)).toEqual([{ lock_timeout: '10s' }])
  })
})
