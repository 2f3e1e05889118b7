// Whether the time of a refused login reveals who has an account: `node bench/login-timing.ts`. 200 wrong passwords of
// known users and 200 of unknown ones alternate. The goal: a median difference below 1 ms and p above 0.01.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import { openStore } from '#server/database/open-store.ts'
import { createGameApi } from '#server/game/client.ts'
import { systemClock as clock } from '#server/kernel/clock.ts'
import { hashPassword } from '#server/site/accounts/hashed-secrets.ts'

const USERS = 50
const TRIES = 4
const WARM_UP = 10
const GAP_MS = 1
const LIKELY = 0.01

const directory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
const onError = (error: Error) => {
  throw error
}
const store = await openStore({ databaseUrl: null, dataDirectory: directory, connections: 4, onError })
const gameApi = createGameApi({ baseUrl: 'http://127.0.0.1:9/v1', tokens: ['none'], callsPerSecond: 1, clock })
const context: Context = {
  config: readConfig({ DATA_DIR: directory, LOGINS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '1000000' }),
  installation: { demo: false, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null },
  db: store.db,
  gameApi,
  clock,
  log: pino({ level: 'silent' }),
  summarise: async () => {},
  ...createProcessState(clock),
  demoHistory: null,
  wearIcon: null,
}
const app = await createApp(context)
const password_hash = await hashPassword('the right password')
const names = (kind: string) => Array.from({ length: USERS }, (_, index) => `${kind}${index}`)
await store.db
  .insertInto('users')
  .values(
    names('known').map((username) => ({
      username,
      email: `${username}@example.com`,
      password_hash,
      created_at: clock.now(),
    })),
  )
  .execute()

async function timeLogin(identifier: string): Promise<number> {
  const began = performance.now()
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { identifier, password: 'a wrong password' } })
  return performance.now() - began
}

for (const name of names('warm').slice(0, WARM_UP)) await timeLogin(name)
const known: number[] = []
const unknown: number[] = []
for (let attempt = 0; attempt < TRIES; attempt += 1) {
  for (let user = 0; user < USERS; user += 1) {
    // Known and unknown users alternate, and so does which of a pair comes first.
    const pair = [
      () => timeLogin(`known${user}`).then((ms) => known.push(ms)),
      () => timeLogin(`nobody${user}`).then((ms) => unknown.push(ms)),
    ]
    for (const login of user % 2 === 0 ? pair : pair.reverse()) await login()
  }
}
await app.close()
await gameApi.close()
await store.close()
rmSync(directory, { recursive: true })

// Differences within pairs: other work on the machine affects both of a pair alike.
const gap = Math.abs(median(known.map((ms, index) => ms - (unknown[index] ?? ms))))
const p = mannWhitney(known, unknown)
const passed = gap < GAP_MS && p > LIKELY
console.table({ known: { median_ms: median(known) }, unknown: { median_ms: median(unknown) } })
console.log(JSON.stringify({ logins: known.length + unknown.length, gap_ms: gap, p, passed }))
process.exitCode = passed ? 0 : 1

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** Two-sided p of the Mann-Whitney U test, by the normal approximation, for large samples without equal values. */
function mannWhitney(one: number[], other: number[]): number {
  const wins = one.reduce((sum, a) => sum + other.filter((b) => a > b).length, 0)
  const pairs = one.length * other.length
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
  return Math.min(1, 2 * (1 - normal(Math.abs(wins - pairs / 2) / deviation)))
}

/** Cumulative normal distribution (Abramowitz and Stegun 26.2.17; error below 7.5e-8). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
