import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'

const CONNECTIONS = 32

/** Requests before the first measurement of a server: Node answers four times as fast once its code is optimised. */
const WARM_REQUESTS = 12_000

/** The sizes of the answers of a Fastify that does nothing, with which ours are compared. */
export const HELLO_BYTES = [100, 1000, 4000, 16_000, 32_000]

export type Load = { path: (turn: number) => string; headers?: Record<string, string>; status?: number }

/** `bytes`: the length of the last answer. */
export type Measured = { microseconds: number; requests: number; p99: number; bytes: number }

/** Sends so many requests that the server's code is optimised, however busy the machine is. */
export async function warmUp(server: ServerProcess, load: Load): Promise<void> {
  for (let sent = 0; sent < WARM_REQUESTS; ) sent += (await measureLoad(server, load, 1)).requests
}

/**
 * Sends requests as fast as answers come, for some seconds. Measures the server's CPU microseconds for each request.
 */
export async function measureLoad(
  server: ServerProcess,
  load: Load,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Measured> {
  const pool = new Pool(server.url, { connections })
  try {
    await ask(pool, load, { seconds: seconds / 4, connections })
    const before = server.cpuSeconds()
    const { taken, bytes } = await ask(pool, load, { seconds, connections })
    return { ...figuresOf(taken, server.cpuSeconds() - before), bytes }
  } finally {
    await pool.destroy()
  }
}

function figuresOf(taken: number[], spent: number): Omit<Measured, 'bytes'> {
  taken.sort((one, other) => one - other)
  const p99 = taken[Math.floor(0.99 * taken.length)] ?? 0
  return { microseconds: (spent / taken.length) * 1e6, requests: taken.length, p99 }
}

/** Goes on from one measurement to the next, so that no cache has the answers already. */
let turn = 0

async function ask(
  pool: Pool,
  { path, headers = {}, status = 200 }: Load,
  { seconds, connections }: { seconds: number; connections: number },
) {
  const taken: number[] = []
  let bytes = 0
  const end = performance.now() + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      const answer = await pool.request({ method: 'GET', path: path(turn++), headers })
      await answer.body.dump()
      bytes = Number(answer.headers['content-length'] ?? 0)
      if (answer.statusCode !== status) throw new Error(`${path(turn)} answered ${answer.statusCode}`)
      taken.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { taken, bytes }
}

export type ServerProcess = {
  url: string
  /** CPU seconds of the process so far, with its threads and the kernel's work for it. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Starts a server that prints its address, in a separate process. */
export async function startServer(script: string, args: string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** By the scheduler's count in nanoseconds, thread by thread: /proc/PID/stat counts in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e9
}

/** What a thread has used; 0 for one that has just ended. */
function nanoseconds(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
