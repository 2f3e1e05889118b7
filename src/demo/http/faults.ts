import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Answer, failure, NOT_FOUND } from '#demo/answers/answer.ts'

const FAULT_KINDS = [
  '429',
  '429-retry-after',
  '503',
  'hang',
  'cut',
  'malformed',
  'html-503',
  '403',
  '404',
  'slow',
  'trophies-1',
] as const

const Fault = z.object({
  path: z.string().min(1),
  kind: z.enum(FAULT_KINDS),
  retryAfterSeconds: z.number().int().min(0).max(86_400).optional(),
  delayMs: z.number().int().min(0).max(600_000).optional(),
  remaining: z.number().int().min(1).optional(),
})

/**
 * A fault that is switched on. `path` may end in `*`. `remaining` counts the requests it still hits; absent: all of
 * them.
 */
export type Fault = z.infer<typeof Fault>

export const FaultList = z.array(Fault).max(100)

/** The first fault that hits a path, counted down; null for none. In paths `%23` and `#` are the same. */
export function takeFault(provider: { faults: Fault[] }, path: string): Fault | null {
  const fault = provider.faults.find((candidate) => matchesPath(candidate.path, path))
  if (fault === undefined) return null
  if (fault.remaining !== undefined) {
    fault.remaining -= 1
    if (fault.remaining === 0) provider.faults = provider.faults.filter((other) => other !== fault)
  }
  return fault
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.replaceAll('%23', '#')
  const asked = path.replaceAll('%23', '#')
  return wanted.endsWith('*') ? asked.startsWith(wanted.slice(0, -1)) : asked === wanted
}

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': answer.maxAge > 0 ? `max-age=${answer.maxAge}` : 'no-store',
    'content-length': Buffer.byteLength(answer.body),
  })
  response.end(answer.body)
}

const THROTTLED = failure(
  429,
  'requestThrottled',
  'Request was throttled, because amount of requests was above the threshold.',
)

/** Faults that replace the answer by another one. */
const REPLACED: Partial<Record<Fault['kind'], Answer>> = {
  '429': THROTTLED,
  '429-retry-after': THROTTLED,
  '503': failure(503, 'inMaintenance', 'API is currently in maintenance, please come back later'),
  '403': failure(
    403,
    'accessDenied.invalidIp',
    'Invalid authorization: API key does not allow access from IP 203.0.113.7',
  ),
  '404': NOT_FOUND,
}
const HTML = '<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>'
const RETRY_AFTER_SECONDS = 2
const DELAY_MS = 1000

/** Answers a request as a fault says. `answer` gives the right answer, for faults that damage or delay it. */
export function sendFault(response: ServerResponse, fault: Fault, answer: () => Answer): void {
  const replaced = REPLACED[fault.kind]
  if (replaced !== undefined) sendReplaced(response, fault, replaced)
  else if (fault.kind === 'html-503') response.writeHead(503, { 'content-type': 'text/html' }).end(HTML)
  else if (fault.kind === 'cut') sendPart(response, answer())
  else if (fault.kind === 'slow') setTimeout(() => send(response, answer()), fault.delayMs ?? DELAY_MS).unref()
  else if (fault.kind !== 'hang') send(response, damageAnswer(fault.kind, answer()))
}

function sendReplaced(response: ServerResponse, fault: Fault, answer: Answer): void {
  if (fault.kind === '429-retry-after')
    response.setHeader('retry-after', fault.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  send(response, answer)
}

function damageAnswer(kind: Fault['kind'], answer: Answer): Answer {
  if (kind === 'malformed') return { ...answer, body: answer.body.slice(0, -2) }
  return { ...answer, body: answer.body.replace(/"trophies":\d+/g, '"trophies":1') }
}

/** Announces the length of the whole body, sends half of it and closes the connection. */
function sendPart(response: ServerResponse, answer: Answer): void {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': body.length })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy())
}
