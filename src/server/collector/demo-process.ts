import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Context } from '#server/context.ts'
import { HOUR_MS } from '#shared/days.ts'

const MAIN = fileURLToPath(new URL('../../demo/main.ts', import.meta.url))

/** A world that ends by itself is started again after a moment, but not for ever. */
const RESTART_PAUSE_MS = 1000
const MOST_RESTARTS_AN_HOUR = 5

/** Limits of V8 above what a world takes: garbage is collected sooner than with those of a machine with much memory. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512']

/** What the process of the demo's world says when it listens. */
type Started = {
  url: string
  token: string
  examples: { club: string; player: string; defaultPlayer: string }
}

export type DemoProcess = Started & {
  pid(): number
  close(): Promise<void>
}

type World = { epoch: Date; clubs: number }

/**
 * Runs the demo's world in a process of its own, which is reached over HTTP only, like the real game. It ends with this
 * process, however that ends. When it ends by itself, it is started again at the same address.
 */
export async function startDemoProcess(context: Pick<Context, 'clock' | 'log'>, world: World): Promise<DemoProcess> {
  const { clock, log } = context
  const closing = new AbortController()
  const [first, started] = await start(world, '0')
  let child = first
  const { port } = new URL(started.url)

  /** Whether the world that ended runs again. */
  async function startAgain(): Promise<boolean> {
    try {
      await clock.wait(RESTART_PAUSE_MS, closing.signal)
      const [next] = await start(world, port)
      child = next
      if (closing.signal.aborted) await end(child)
      return true
    } catch (error) {
      if (!closing.signal.aborted) log.error({ error }, "the demo's world does not start")
      return false
    }
  }

  async function supervise(): Promise<void> {
    let restarts: number[] = []
    let isRunning = true
    while (!closing.signal.aborted) {
      if (isRunning) await exitOf(child)
      if (closing.signal.aborted) return
      const now = clock.monotonic()
      restarts = restarts.filter((at) => at > now - HOUR_MS)
      if (restarts.length === MOST_RESTARTS_AN_HOUR) {
        log.error("the demo's world ended too often: nothing new happens in the demo until Delphin is started again")
        return
      }
      restarts.push(now)
      log.error({ code: child.exitCode, signal: child.signalCode }, "the demo's world ended and is started again")
      isRunning = await startAgain()
    }
  }
  void supervise()

  return {
    ...started,
    pid: () => child.pid ?? 0,
    async close() {
      closing.abort()
      await end(child)
    },
  }
}

/** Resolves when the world answers. Rejects when its process ends before. */
async function start({ epoch, clubs }: World, port: string): Promise<[ChildProcess, Started]> {
  const options = ['--epoch', epoch.toISOString(), '--clubs', String(clubs), '--port', port]
  const child = fork(MAIN, options, { execArgv: NODE_FLAGS, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = exitOf(child).then(() => {
    throw new Error(`The demo's world did not start (${child.exitCode ?? child.signalCode})`)
  })
  const [started] = await Promise.race([once(child, 'message'), ended])
  return [child, started as Started]
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The world has nothing to save. */
async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await exitOf(child)
}
