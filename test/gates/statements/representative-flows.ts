import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { track } from '#server/collection/track.ts'
import { createApp } from '#server/http/app.ts'
import { rebuildSeries } from '#server/retention/rebuild-series.ts'
import { collectorJobs } from '#server/roles/collector-jobs.ts'
import { summarise } from '#server/summaries/summarise.ts'
import { dayOf } from '#shared/calendar-day.ts'
import { storeClubHistory } from '../../club-history.ts'
import type { TestContext } from '../../open-context.ts'
import type { TestStore } from '../../open-store.ts'
import { openTestWorld, type TestWorld } from '../../open-world.ts'
import { askPages, searchAndLeave } from './visits.ts'
import { hideAndForget, moveAway } from './wishes.ts'

const HOUR_MS = 3_600_000

/** One stays, one leaves, one joins: what happens to members does not hang on the demo's world. */
const COMINGS_AND_GOINGS = { '#2PY': '##.#', '#2PL': '##  ', '#2PQ': '  ##' }

/** Everything that the product does with its store, once or twice each, over a small world. */
export async function runFlows(store: TestStore): Promise<void> {
  const world = await openTestWorld(store)
  const context = world.context({
    settings: { GUEST_SESSIONS_PER_HOUR: '1000', GUEST_SEARCHES_PER_HOUR: '1000', REGISTRATIONS_PER_HOUR: '1000' },
    summarise: (renewed) => summarise({ db: store.db, clock: world.clock }, renewed),
  })
  const app = await createApp(context)
  try {
    await storeClubHistory(store.db, COMINGS_AND_GOINGS, { today: dayOf(world.clock.now()) })
    await visit(world, app)
    await collect(world, context)
    await visit(world, app)
    await rebuildSeries(context)
    await moveAway(context)
    await hideAndForget(context)
  } finally {
    await app.close()
    await world.close()
  }
}

async function visit(world: TestWorld, app: FastifyInstance): Promise<void> {
  await world.clock.drive(searchAndLeave(app, [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]), 0.25)
  await world.clock.drive(askPages(app, { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG }), 0.25)
}

/** Two turns of all jobs of the collector, hours apart, with one target of each kind: more would send nothing else. */
async function collect(world: TestWorld, context: TestContext): Promise<void> {
  await track(context, [{ kind: 'battle-log', key: EXAMPLE_PLAYER_TAG, class: 'searched' }])
  const signal = new AbortController().signal
  for (let turn = 0; turn < 2; turn += 1) {
    await keepOneOfEachKind(context)
    for (const job of collectorJobs(context)) await world.clock.drive(Promise.resolve(job.run(signal)), 0.25)
    await world.clock.advance(30 * HOUR_MS)
  }
}

async function keepOneOfEachKind({ db }: TestContext): Promise<void> {
  await sql`delete from collection_targets where (kind, key) not in (
    select distinct on (kind) kind, key from collection_targets order by kind, wanted_at desc nulls last)`.execute(db)
}
