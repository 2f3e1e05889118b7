import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { findPostgres } from '../../scripts/prepare/find-program.mjs'
import { isWholeRun } from '../how-much.ts'
import { startPostgres } from '../postgres-server.ts'
import { copyStore } from '../store-template.ts'
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

const directories: string[] = []
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-kill-'))
  directories.push(directory)
  return directory
}

/** A store whose product is killed. `kill` ends the store itself with it, as a crash would; `start` starts it again. */
type KilledStore = {
  databaseUrl: string | null
  kill?: () => Promise<void>
  start?: () => Promise<void>
}

/**
 * Kills the product at work in each round, the store too in every `killStoreEvery`th, and looks into it every
 * `lookEvery`th.
 */
async function killRepeatedly(store: KilledStore, rounds: number, lookEvery: number, killStoreEvery = rounds + 1) {
  const directory = newDirectory()
  if (store.databaseUrl === null) copyStore(inject('emptyStore'), directory)
  const done: Acknowledged = { searches: new Map(), users: [], changes: [] }
  const ended: Round[] = []
  let seen: Counts = { days: 0, answers: 0 }
  const settings = { DATA_DIR: directory, ...(store.databaseUrl === null ? {} : { DATABASE_URL: store.databaseUrl }) }
  for (let round = 1; round <= rounds; round++) {
    const killsStore = round % killStoreEvery === 0
    const one = await killRound(settings, round, done, () => (killsStore ? store.kill?.() : undefined))
    ended.push(one)
    expect(one.forgotten).toEqual([])
    if (killsStore) await store.start?.()
    if (round % lookEvery === 0) seen = await lookInto(store.databaseUrl, directory, done, seen)
  }
  expect(seen.answers).toBeGreaterThan(0)
  // Each round waits for a further search and a further change.
  const least = isWholeRun ? rounds + 1 : rounds
  expect([...done.searches.values()].flat().length).toBeGreaterThanOrEqual(least)
  expect(done.changes.length).toBeGreaterThanOrEqual(least)
  return ended
}

async function lookInto(databaseUrl: string | null, dataDirectory: string, done: Acknowledged, seen: Counts) {
  const store = await openStore({ databaseUrl, dataDirectory, connections: 1, onError: () => {} })
  const counts = await countsOf(store.db)
  expect(counts.days).toBeGreaterThanOrEqual(seen.days)
  expect(counts.answers).toBeGreaterThanOrEqual(seen.answers)
  expect(await brokenRules(store.db)).toEqual([])
  expect(await lost(store.db, done)).toEqual([])
  expect(await lostChanges(store.db, done.changes)).toEqual([])
  expect(await halfChanges(store.db)).toEqual([])
  await store.close()
  return counts
}

const EMBEDDED_ROUNDS = isWholeRun ? 20 : 2

it(`the product on the embedded store loses nothing that it acknowledged when it is killed ${EMBEDDED_ROUNDS} times at work`, {
  timeout: 600_000,
}, async () => {
  const rounds = await killRepeatedly({ databaseUrl: null }, EMBEDDED_ROUNDS, isWholeRun ? 5 : 1)
  expect(slowStarts(rounds)).toEqual([])
})

async function postgres(where: { directory?: string; port?: number } = {}) {
  const server = await startPostgres({ ...where, keep: true })
  if ('missing' in server) throw new Error(server.missing)
  return server
}

const POSTGRES_ROUNDS = isWholeRun ? 20 : 1
const KILL_THE_SERVER_EVERY = isWholeRun ? 5 : 1

it.skipIf(findPostgres() === null)(
  `the product on PostgreSQL loses nothing that it acknowledged when it is killed ${POSTGRES_ROUNDS} times, and PostgreSQL every ${KILL_THE_SERVER_EVERY} times`,
  { timeout: 600_000 },
  async () => {
    let server = await postgres()
    directories.push(server.directory)
    const { directory, port } = server
    const store = {
      databaseUrl: server.url,
      kill: () => server.kill(),
      async start() {
        server = await postgres({ directory, port })
      },
    }
    const rounds = await killRepeatedly(store, POSTGRES_ROUNDS, 1, KILL_THE_SERVER_EVERY)
    await server.stop()
    expect(slowStarts(rounds)).toEqual([])
  },
)
