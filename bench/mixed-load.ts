import { Pool } from 'undici'
import type { Ask, Sort } from './mixed-traffic.ts'

/** How one request went; `ms` from the moment it was to be sent, whether it could be or not. */
export type Went = { sort: Sort; status: number; ms: number; retryAfter: boolean }

const TICK_MS = 5
/** Beyond this the generator would measure itself; what comes on top counts as not answered. */
const OPEN_MAX = 3000
const PATIENCE_MS = 10_000
/** As many as may be open at once: with fewer, requests would queue here, unseen by the site. */
const CONNECTIONS = OPEN_MAX

type Next = (turn: number) => Ask

/** Each of so many clients sends its next request when the one before is answered. */
export async function closedLoad(url: string, next: Next, clients: number, seconds: number): Promise<Went[]> {
  const pool = openPool(url)
  const went: Went[] = []
  const end = performance.now() + seconds * 1000
  let turn = 0
  const work = async () => {
    while (performance.now() < end) went.push(await send(pool, next(turn++), performance.now()))
  }
  await Promise.all(Array.from({ length: clients }, work))
  await pool.close()
  return went
}

/** So many requests a second come, however many are answered: an open loop, like visitors who know nothing of another. */
export async function openLoad(url: string, next: Next, perSecond: number, seconds: number): Promise<Went[]> {
  const pool = openPool(url)
  const went: Went[] = []
  const start = performance.now()
  const total = Math.round(perSecond * seconds)
  let turn = 0
  let open = 0
  const fire = (due: number) => {
    const ask = next(turn++)
    if (open >= OPEN_MAX) return went.push({ sort: ask.sort, status: 0, ms: PATIENCE_MS, retryAfter: false })
    open += 1
    return send(pool, ask, start + due).then((one) => {
      open -= 1
      went.push(one)
    })
  }
  while (turn < total) {
    const now = performance.now() - start
    while (turn < total && (turn / perSecond) * 1000 <= now) fire((turn / perSecond) * 1000)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  await pool.close()
  return went
}

function openPool(url: string): Pool {
  return new Pool(url, { connections: CONNECTIONS, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
}

async function send(pool: Pool, { sort, body, ...ask }: Ask, start: number): Promise<Went> {
  try {
    const answer = await pool.request({ ...ask, body: body ?? null })
    await answer.body.dump()
    const retryAfter = answer.headers['retry-after'] !== undefined
    return { sort, status: answer.statusCode, ms: performance.now() - start, retryAfter }
  } catch {
    return { sort, status: 0, ms: performance.now() - start, retryAfter: false }
  }
}

/** The value below which this share of them is; NaN of none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
