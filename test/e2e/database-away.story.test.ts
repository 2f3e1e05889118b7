import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { findPostgres } from '../../scripts/prepare/find-program.mjs'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { passes } from './kill-rounds.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

const AWAY_MS = 3_000
const directory = mkdtempSync(join(tmpdir(), 'delphin-away-'))
let product: ProductProcess | null = null
let server: PostgresServer | null = null
afterAll(async () => {
  await product?.end('SIGKILL')
  await server?.stop()
  for (const path of [directory, server?.directory]) rmSync(path ?? '', { recursive: true, force: true })
})

async function postgres(where: { directory?: string; port?: number } = {}): Promise<PostgresServer> {
  const started = await startPostgres({ ...where, keep: true, fast: true })
  if ('missing' in started) throw new Error(started.missing)
  server = started
  return started
}

const outcome = async (answer: Response) => {
  const text = await answer.text()
  const { code = '', error = '' } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: answer.status, code, said: error !== '', again: answer.headers.get('retry-after') !== null }
}
const AWAY = { status: 503, code: 'store_unavailable', said: true, again: true }

it.skipIf(findPostgres() === null)(
  'the product goes on when its database stops and starts again',
  { timeout: 300_000 },
  async () => {
    const first = await postgres()
    const settings = { DATABASE_URL: first.url, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn' }
    product = await startProduct({
      ...settings,
      DEMO_CLUBS: '4',
      DEMO_HISTORY_DAYS: '2',
      REQUESTS_PER_MINUTE: '1000000',
    })
    const { url, output } = product
    await product.says('Demo history: complete')
    const get = (path: string) => fetch(url + path)
    const post = () => fetch(`${url}/api/auth/guest-session`, { method: 'POST' })
    const { example_club_tag: club } = (await (await get('/api/site')).json()) as { example_club_tag: string }
    const known = `/api/browse/club/${encodeURIComponent(club)}`
    expect((await get(known)).status).toBe(200)

    await first.stop()
    const until = performance.now() + AWAY_MS
    while (performance.now() < until) {
      expect((await get(known)).status).toBe(200)
      expect(await outcome(await get('/api/browse/entities?page=7'))).toEqual(AWAY)
      expect(await outcome(await post())).toEqual(AWAY)
      expect(await outcome(await get('/api/health/ready'))).toEqual(AWAY)
      expect((await get('/api/health/live')).status).toBe(200)
      await passes(100)
    }

    const { port, directory: cluster } = first
    const second = await postgres({ directory: cluster, port })
    await expect.poll(async () => (await get('/api/health/ready')).status, { timeout: 60_000 }).toBe(200)
    expect((await post()).status).toBe(200)
    const admin = new pg.Client({ connectionString: second.url })
    await admin.connect()
    // The collector may have had no time yet to track anything.
    let since: Date | undefined
    const makeDue = async () => {
      const { rows } = await admin.query(
        'update collection_targets set due_at = now(), leased_until = null returning now()',
      )
      since = rows[0]?.now
      return rows.length
    }
    await expect.poll(makeDue, { timeout: 60_000 }).toBeGreaterThan(0)
    const newest = `select max(collected_at) as at from collection_targets`
    const collected = async () => (await admin.query(newest)).rows[0].at > (since ?? 0)
    await expect.poll(collected, { timeout: 60_000 }).toBe(true)
    await admin.end()
    expect(output()).not.toContain('nobody caught this')
    expect(await product.end()).toBe(0)
  },
)
