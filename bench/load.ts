import { Pool } from 'undici'
import type { ServerProcess } from './server-process.ts'

const CONNECTIONS = 32

export type Load = { path: (turn: number) => string; headers?: Record<string, string>; status?: number }

export type Measured = { microseconds: number; requests: number; p99: number }

/** Asks as fast as the answers come for so many seconds; CPU microseconds of the server for each request. */
export async function measureLoad(server: ServerProcess, load: Load, seconds: number): Promise<Measured> {
  const pool = new Pool(server.url, { connections: CONNECTIONS })
  await ask(pool, load, seconds / 4)
  const before = server.cpuSeconds()
  const taken = await ask(pool, load, seconds)
  const spent = server.cpuSeconds() - before
  await pool.close()
  taken.sort((one, other) => one - other)
  const p99 = taken[Math.floor(0.99 * taken.length)] ?? 0
  return { microseconds: (spent / taken.length) * 1e6, requests: taken.length, p99 }
}

async function ask(pool: Pool, { path, headers = {}, status = 200 }: Load, seconds: number): Promise<number[]> {
  const taken: number[] = []
  const end = performance.now() + seconds * 1000
  let turn = 0
  const worker = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      const answer = await pool.request({ method: 'GET', path: path(turn++), headers })
      await answer.body.dump()
      if (answer.statusCode !== status) throw new Error(`${path(turn)} answered ${answer.statusCode}`)
      taken.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return taken
}
