import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Glitches, NO_GLITCHES } from '#demo/answers/answer.ts'
import { noCalls, type Provider, wear } from '#demo/http/control.ts'
import { handleRequest } from '#demo/http/handle-request.ts'
import { createWorld } from '#demo/world/create-world.ts'

export const DEMO_SEED = 20_260_101
export const DEMO_TOKEN = 'demo-token'

/** The fill asks for one day after the other and collectors for the present. Every battle of 100 days would be 90 MB. */
const REMEMBERED_DAYS = 2

/**
 * `epoch`: when the world's history begins. `port` 0 (the default) takes any free port. `tokens`: the accepted ones;
 * callers get the first. `now`: the clock for requests without an `x-demo-time` header. `controlKey`: opens the switches for
 * tests to who knows it; without one there are none.
 */
export type DemoOptions = {
  epoch: Date
  port?: number
  host?: string
  tokens?: readonly string[]
  controlKey?: string
  seed?: number
  clubs?: number
  now?: () => Date
  glitches?: Partial<Glitches>
}

export type DemoProvider = {
  url: string
  token: string
  /** Changes a player's icon from now on. */
  wear(tag: string, iconId: number): void
  close(): Promise<void>
}

/**
 * Starts a server that speaks the game's API over a simulated world (docs/decisions/0020-demo-provider.md). Its `url` ends
 * in /v1.
 */
export async function startDemoProvider(options: DemoOptions): Promise<DemoProvider> {
  const {
    epoch,
    port = 0,
    host = '127.0.0.1',
    tokens = [DEMO_TOKEN],
    seed = DEMO_SEED,
    now = () => new Date(),
  } = options
  const size = options.clubs === undefined ? {} : { clubs: options.clubs }
  const provider: Provider = {
    world: createWorld({ seed, epoch, rememberedDays: REMEMBERED_DAYS, ...size }),
    tokens,
    controlKey: options.controlKey ?? null,
    now,
    glitches: { ...NO_GLITCHES, ...options.glitches },
    faults: [],
    calls: noCalls(),
  }
  const server = createServer((request, response) => handleRequest(provider, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/v1`,
    token: tokens[0] ?? DEMO_TOKEN,
    wear: (tag, iconId) => void wear(provider, tag, iconId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
