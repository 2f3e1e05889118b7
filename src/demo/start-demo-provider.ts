import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, failure, type Glitches, NO_GLITCHES } from '#demo/answers/answer.ts'
import { answerRoute, routeOf } from '#demo/answers/answer-route.ts'
import { countCall, handleControl, noCalls, type Provider } from '#demo/http/control.ts'
import { send, sendFault, takeFault } from '#demo/http/faults.ts'
import { createWorld } from '#demo/world/create-world.ts'
import { type Seconds, toSeconds } from '#demo/world/time.ts'

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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const NO_QUERY = new URLSearchParams()
/** 2038-01-01: timelines keep times in 32 bits, which end in that month. */
const LATEST: Seconds = 2_145_916_800

/** Answers one request: as a fault says, with a refusal of the token, or from the world. */
function handleRequest(provider: Provider, request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/'
  if (url.startsWith('/_demo/')) {
    handleControl(provider, request, response).catch(() => response.destroy())
    return
  }
  const split = url.indexOf('?')
  const path = split < 0 ? url : url.slice(0, split)
  const query = split < 0 || split === url.length - 1 ? NO_QUERY : new URLSearchParams(url.slice(split + 1))
  const route = routeOf(path)
  countCall(provider.calls, route.kind)
  const answer = () => {
    const refused = refusal(request.headers.authorization, provider.tokens)
    if (refused !== null) return refused
    const at = timeAsked(request.headers['x-demo-time'], provider.now)
    if (at === null) return failure(400, 'badRequest', 'x-demo-time must be an ISO time before 2038')
    return answerRoute(provider.world, route, { at, query, glitches: provider.glitches })
  }
  const fault = takeFault(provider, path)
  if (fault === null) send(response, answer())
  else sendFault(response, fault, answer)
}

/** The moment that `x-demo-time` names, or now without that header; null for a malformed or too late one. */
function timeAsked(header: string | string[] | undefined, now: () => Date): Seconds | null {
  const date = header === undefined ? now() : new Date(String(header))
  const seconds = toSeconds(date)
  return seconds < LATEST ? seconds : null
}

const MISSING = failure(403, 'accessDenied', 'Missing authorization')
const INVALID = failure(403, 'accessDenied', 'Invalid authorization')

/** The refusal of a request without an accepted bearer token; null for a request with one. */
function refusal(authorization: string | undefined, tokens: readonly string[]): Answer | null {
  if (authorization === undefined) return MISSING
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
  return token !== undefined && tokens.includes(token) ? null : INVALID
}
