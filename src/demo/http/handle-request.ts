import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, failure } from '#demo/answers/answer.ts'
import { answerRoute, routeOf } from '#demo/answers/answer-route.ts'
import { type Seconds, toSeconds } from '#demo/world/time.ts'
import { countCall, handleControl, type Provider } from './control.ts'
import { send, sendFault, takeFault } from './faults.ts'

const NO_QUERY = new URLSearchParams()
/** 2038-01-01: timelines keep times in 32 bits, which end in that month. */
const LATEST: Seconds = 2_145_916_800

/** Answers one request: as a fault says, with a refusal of the token, or from the world. */
export function handleRequest(provider: Provider, request: IncomingMessage, response: ServerResponse): void {
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
