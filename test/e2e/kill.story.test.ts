import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { brokenRules, type Counts, countsOf } from './store-rules.ts'

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
