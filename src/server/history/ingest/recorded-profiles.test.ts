import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parsePlayer } from '#server/game/payloads/player.ts'
import { NOTHING_KNOWN } from '#server/metrics/ranked-days.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { unpackLadder } from '../pack-ladder.ts'
import { ingest } from './ingest.ts'
import { noRecords, unpackRecords } from './player-records.ts'
import { rebuildHistory } from './replay.ts'

const recordings = new URL('../../../../../shared/field/recordings/players/', import.meta.url)
const absent = !existsSync(recordings)
const skipped = absent ? ' (skipped: the recordings are not beside this project)' : ''

/** Counted by hand in the recordings. */
describe.skipIf(absent).each(storeKinds)(`real profiles in the %s store${skipped}`, (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  async function storedOf(tag: string, file: string, at: string) {
    const { body } = parsePlayer(JSON.parse(readFileSync(new URL(file, recordings), 'utf8')))
    await ingest(store.db, [{ kind: 'player', observedAt: new Date(at), body }])
    return readStored(tag)
  }

  async function readStored(tag: string) {
    const { ladder } = await store.db
      .selectFrom('player_months')
      .select('ladder')
      .where('player_tag', '=', tag)
      .executeTakeFirstOrThrow()
    const { records } = await store.db
      .selectFrom('player_profiles')
      .select('records')
      .where('player_tag', '=', tag)
      .executeTakeFirstOrThrow()
    return { month: ladder === null ? null : unpackLadder(ladder), records: unpackRecords(records) }
  }

  const APRIL = ['#JRLLR9QU', 'maximistr_JRLLR9QU_2026-04-12.json', '2026-04-12T18:00:00Z'] as const

  it('of April 2026 tell of prestige and streaks, and not yet of the Ranked mode', async () => {
    const { month, records } = await storedOf(...APRIL)
    expect(month).toEqual({ before: NOTHING_KNOWN, days: new Map([[12, { ...NOTHING_KNOWN, prestige: 57 }]]) })
    const levels = [...records.brawlers.values()].filter(({ levels }) => levels.length > 0)
    const since = { best: null, levels: '2026-04-12', tens: '2026-04-12' }
    expect([records.since, records.best, levels.length]).toEqual([since, null, 57])
    // Shelly: 1,100 trophies at best, 17 wins in a row.
    const shelly = { streak: 17, tens: [[1, '2026-04-12']], levels: [[1, '2026-04-12']] }
    expect(records.brawlers.get(16000000)).toEqual(shelly)
  })

  it('of 2025 lack all of it, which stays unknown', async () => {
    const file = 'krawl_GJRV99Q8_top-club-president_2025-08.json'
    const { month, records } = await storedOf('#GJRV99Q8', file, '2025-08-14T12:00:00Z')
    expect([month, records]).toEqual([null, noRecords()])
  })

  it('give the same from the raw answers', async () => {
    const stored = await storedOf(...APRIL)
    await store.db.updateTable('player_months').set({ ladder: null }).execute()
    await store.db.updateTable('player_profiles').set({ records: null }).execute()
    await rebuildHistory(store.db)
    expect(await readStored('#JRLLR9QU')).toEqual(stored)
  })
})
