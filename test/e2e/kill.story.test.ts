import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { openStore } from '#server/database/open-store.ts'

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')
const ROUNDS = 20

const directory = mkdtempSync(join(tmpdir(), 'delphin-kill-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it(`loses nothing that was collected, killed ${ROUNDS} times in the midst of it`, { timeout: 300_000 }, async () => {
  let seen: Counts = { days: 0, observations: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    await killDuringWork(round)
    const store = await openStore({ databaseUrl: null, dataDirectory: directory, connections: 1, onError: () => {} })
    const counts = await countsOf(store.db)
    expect(counts.days).toBeGreaterThanOrEqual(seen.days)
    expect(counts.observations).toBeGreaterThanOrEqual(seen.observations)
    expect(await brokenRules(store.db)).toEqual([])
    await store.close()
    seen = counts
  }
  expect(seen.observations).toBeGreaterThan(0)
})

/** Starts the product on the store that is there and kills it some moments after it says that it works. */
async function killDuringWork(round: number): Promise<void> {
  const settings = { PORT: '0', DEMO_CLUBS: '6', DEMO_HISTORY_DAYS: '60', LOG_LEVEL: 'warn', DATA_DIR: directory }
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...settings }, stdio: 'pipe' })
  await said(child, 'Delphin is at')
  await passes(400 + 90 * round)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes(words)) resolve()
    })
    child.once('exit', () => reject(new Error(`ended before it said "${words}": ${text}`)))
  })
}

/** How long the product works before it dies is the test's input, so this one waits by the clock. */
function passes(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

type Counts = { days: number; observations: number }

/** `filledUntil` is acknowledged day by day: it and what was stored before must not go back. */
async function countsOf(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce((select extract(epoch from (value ->> 'filledUntil')::timestamptz) from settings where key = 'demo'), 0)::float as days,
      (select count(*) from observations) as observations`.execute(db)
  return rows[0] ?? { days: 0, observations: 0 }
}

/** What must hold after any transaction, whole or not at all: each rule with how often it is broken. */
async function brokenRules(db: Database): Promise<{ rule: string; broken: number }[]> {
  const { rows } = await sql<{ rule: string; broken: number }>`
    select * from (
      select 'a club has the trophies of its members' as rule, count(*) as broken from clubs where trophies <>
        (select coalesce(sum(trophies), 0) from club_members where club_tag = clubs.tag and left_at is null)
      union all
      select 'every present member is a player', count(*) from club_members m where left_at is null
        and not exists (select from players where tag = m.player_tag)
      union all
      select 'every player has an observation', count(*) from players p
        where not exists (select from observations where player_tag = p.tag)
      union all
      select 'the newest observation is what the player has', count(*) from players p where trophies <>
        (select trophies from observations where player_tag = p.tag order by observed_at desc limit 1)
      union all
      select 'the daily series ends with what the player has', count(*) from players p where trophies <>
        (select trophies[cardinality(trophies)] from player_months where player_tag = p.tag order by month desc limit 1)
    ) rules where broken > 0`.execute(db)
  return rows
}
