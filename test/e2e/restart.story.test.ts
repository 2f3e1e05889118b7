import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWholeRun } from '../how-much.ts'
import { startPostgres } from '../postgres-server.ts'
import { type RetryingProxy, startRetryingProxy } from './retrying-proxy.ts'
import { freePort, type ProductProcess, startProduct } from './start-product.ts'

/** Each of the two processes once; in a whole run one of them again. */
const RESTARTS = isWholeRun ? 3 : 2

/** Visitors who send one POST after the other, which no proxy repeats. */
const WRITERS = 6

/**
 * Between two requests of a visitor. All visitors together are then no crowd: a crowd is refused when the machine is
 * busy.
 */
const PAUSE_MS = 60
const directory = mkdtempSync(join(tmpdir(), 'delphin-restart-'))
const postgres = await startPostgres({ fast: true })
const processes: ProductProcess[] = []
let proxy: RetryingProxy
let settings: Record<string, string>[]

beforeAll(async () => {
  if ('missing' in postgres) return
  const common = {
    DATABASE_URL: postgres.url,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    DEMO_CLUBS: '4',
    DEMO_HISTORY_DAYS: '5',
  }
  const limits = { REQUESTS_PER_MINUTE: '1000000', GUEST_SESSIONS_PER_HOUR: '1000000' }
  settings = [await freePort(), await freePort()].map((port) => ({ ...common, ...limits, PORT: String(port) }))
  for (const each of settings) processes.push(await startProduct(each, 'serve'))
  proxy = await startRetryingProxy(processes.map(({ url }) => url))
})
afterAll(async () => {
  await proxy?.close()
  for (const process of processes) await process.end()
  if (!('missing' in postgres)) await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})

it.skipIf('missing' in postgres)(
  `no request fails while the two processes of a site are restarted ${RESTARTS} times`,
  async () => {
    const visiting = new AbortController()
    const writers = Array.from({ length: WRITERS }, write)
    const visits = Promise.all([read('/api/browse/stats'), read('/'), read('/api/status'), ...writers])
    for (let restart = 0; restart < RESTARTS; restart++) {
      const which = restart % processes.length
      expect(await processes[which]?.end()).toBe(0)
      processes[which] = await startProduct(settings[which] ?? {}, 'serve')
    }
    visiting.abort()
    const statuses = (await visits).flat()
    expect(statuses.length).toBeGreaterThan(10 * RESTARTS)
    expect(statuses.filter((status) => status !== 200)).toEqual([])

    function read(path: string) {
      return repeat(() => fetch(proxy.url + path))
    }
    function write() {
      return repeat(() => fetch(`${proxy.url}/api/auth/guest-session`, { method: 'POST' }))
    }
    async function repeat(ask: () => Promise<Response>): Promise<number[]> {
      const statuses: number[] = []
      while (!visiting.signal.aborted) {
        const answer = await ask()
        await answer.arrayBuffer()
        statuses.push(answer.status)
        await setTimeout(PAUSE_MS)
      }
      return statuses
    }
  },
)
