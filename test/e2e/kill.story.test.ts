import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { halfChanges, lostChanges } from './kill-desk.ts'
import {
  type Acknowledged,
  brokenRules,
  type Counts,
  countsOf,
  killRound,
  lost,
  type Round,
  slowStarts,
} from './kill-rounds.ts'

const ROUNDS = 20
const LOOK_INTO_THE_STORE_EVERY = 5

const directory = mkdtempSync(join(tmpdir(), 'delphin-kill-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it(`the product on the embedded store loses nothing that it acknowledged when it is killed ${ROUNDS} times at work`, {
  timeout: 600_000,
}, async () => {
  const done: Acknowledged = { searches: new Map(), users: [], changes: [] }
  const rounds: Round[] = []
  let seen: Counts = { days: 0, answers: 0 }
  for (let round = 1; round <= ROUNDS; round++) {
    const ended = await killRound({ DATA_DIR: directory }, round, done)
    rounds.push(ended)
    expect(ended.forgotten).toEqual([])
    if (round % LOOK_INTO_THE_STORE_EVERY !== 0) continue
    const store = await openStore({ databaseUrl: null, dataDirectory: directory, connections: 1, onError: () => {} })
    const counts = await countsOf(store.db)
    expect(counts.days).toBeGreaterThanOrEqual(seen.days)
    expect(counts.answers).toBeGreaterThanOrEqual(seen.answers)
    expect(await brokenRules(store.db)).toEqual([])
    expect(await lost(store.db, done)).toEqual([])
    expect(await lostChanges(store.db, done.changes)).toEqual([])
    expect(await halfChanges(store.db)).toEqual([])
    await store.close()
    seen = counts
  }
  expect(seen.answers).toBeGreaterThan(0)
  expect([...done.searches.values()].flat().length).toBeGreaterThan(ROUNDS)
  expect(done.changes.length).toBeGreaterThan(ROUNDS)
  // The first start also creates the store.
  expect(slowStarts(rounds.slice(1))).toEqual([])
})
