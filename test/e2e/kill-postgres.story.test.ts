import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { findPostgres } from '../../scripts/prepare/find-program.mjs'
import { startPostgres } from '../postgres-server.ts'
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
const KILL_THE_SERVER_EVERY = 5

const directory = mkdtempSync(join(tmpdir(), 'delphin-kill-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function postgres(where: { directory?: string; port?: number } = {}) {
  const server = await startPostgres({ ...where, keep: true })
  if ('missing' in server) throw new Error(server.missing)
  return server
}

it.skipIf(findPostgres() === null)(
  `the product on PostgreSQL loses nothing that it acknowledged when it is killed ${ROUNDS} times, and PostgreSQL every ${KILL_THE_SERVER_EVERY} times`,
  { timeout: 600_000 },
  async () => {
    const done: Acknowledged = { searches: new Map(), users: [], changes: [] }
    const rounds: Round[] = []
    let server = await postgres()
    let seen: Counts = { days: 0, answers: 0 }
    for (let round = 1; round <= ROUNDS; round++) {
      const killing = round % KILL_THE_SERVER_EVERY === 0
      const ended = await killRound({ DATABASE_URL: server.url, DATA_DIR: directory }, round, done, () =>
        killing ? server.kill() : undefined,
      )
      rounds.push(ended)
      expect(ended.forgotten).toEqual([])
      if (killing) server = await postgres({ directory: server.directory, port: server.port })
      const options = { databaseUrl: server.url, dataDirectory: directory, connections: 1, onError: () => {} }
      const store = await openStore(options)
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
    await server.stop()
    rmSync(server.directory, { recursive: true, force: true })
    expect(seen.answers).toBeGreaterThan(0)
    expect([...done.searches.values()].flat().length).toBeGreaterThan(ROUNDS)
    expect(done.changes.length).toBeGreaterThan(ROUNDS)
    expect(slowStarts(rounds)).toEqual([])
  },
)
