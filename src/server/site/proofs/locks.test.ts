import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { SLICES } from '#server/app.ts'
import { collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import { queryRows } from '#server/database/database.ts'
import { openTestApp, type TestContext } from '#test/open-context.ts'
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
    app = openTestApp(context, SLICES)
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

  /**
   * How pages of another player are answered for half a second, and how many sessions of the store wait for another one
   * meanwhile.
   */
  async function pagesMeanwhile(): Promise<{ statuses: number[]; waiting: number }> {
    const row = await store.db
      .selectFrom('players')
      .select('tag')
      .where('tag', '!=', EXAMPLE_PLAYER_TAG)
      .executeTakeFirstOrThrow()
    const [statuses, waiting] = [new Set<number>(), new Set<number>()]
    for (const until = performance.now() + 500; performance.now() < until; ) {
      const fresh = openTestApp(context, SLICES)
      const page = fresh.inject(`/api/browse/player/${row.tag.slice(1)}`)
      const [found] = await queryRows(
        store.db,
        { sessions: z.int() },
        sql`select count(*)::integer as sessions from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
      waiting.add(found?.sessions ?? 0)
      statuses.add((await page).statusCode)
      await fresh.close()
    }
    return { statuses: [...statuses], waiting: Math.max(...waiting) }
  }

  it('an export under way holds nobody up', async () => {
    await other.query('begin isolation level repeatable read read only')
    await other.query('select * from tombstones; select * from players; select * from clubs')
    const hiding = carryOut(context, EXAMPLE_PLAYER_TAG, 'hide')
    expect(await pagesMeanwhile()).toMatchObject({ statuses: [200] })
    await hiding
    expect((await app.inject(`/api/browse/player/${EXAMPLE_PLAYER_TAG.slice(1)}`)).statusCode).toBe(404)
  })

  it('an ingestion that began before is waited for, pages are answered meanwhile, and nothing of it stays', async () => {
    await other.query('begin')
    await other.query('select from players where tag = $1 for update', [EXAMPLE_PLAYER_TAG])
    const states: string[] = []
    const hiding = carryOut(context, EXAMPLE_PLAYER_TAG, 'hide').then(() => states.push('hidden'))
    // The ingestion goes on all the while: no page waited for it, nor for the hiding.
    expect(await pagesMeanwhile()).toEqual({ statuses: [200], waiting: 0 })
    expect(states).toEqual([])
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
