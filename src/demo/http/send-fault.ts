import type { ServerResponse } from 'node:http'
import { type Answer, failure, NOT_FOUND } from '../answers/answer.ts'
import type { Fault } from './faults.ts'
import { send } from './send.ts'

const THROTTLED = failure(
  429,
  'requestThrottled',
  'Request was throttled, because amount of requests was above the threshold.',
)

/** Faults that are an answer of their own. */
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

/** Answers a request the way a fault says; `answer` gives the right answer to the faults that spoil or delay one. */
export function sendFault(response: ServerResponse, fault: Fault, answer: () => Answer): void {
  const replaced = REPLACED[fault.kind]
  if (replaced !== undefined) sendReplaced(response, fault, replaced)
  else if (fault.kind === 'html-503') response.writeHead(503, { 'content-type': 'text/html' }).end(HTML)
  else if (fault.kind === 'cut') cut(response, answer())
  else if (fault.kind === 'slow') setTimeout(() => send(response, answer()), fault.delayMs ?? DELAY_MS).unref()
  else if (fault.kind !== 'hang') send(response, spoil(fault.kind, answer()))
}

function sendReplaced(response: ServerResponse, fault: Fault, answer: Answer): void {
  if (fault.kind === '429-retry-after')
    response.setHeader('retry-after', fault.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  send(response, answer)
}

function spoil(kind: Fault['kind'], answer: Answer): Answer {
  if (kind === 'malformed') return { ...answer, body: answer.body.slice(0, -2) }
  return { ...answer, body: answer.body.replace(/"trophies":\d+/g, '"trophies":1') }
}

/** Promises the whole body, sends half of it and hangs up. */
function cut(response: ServerResponse, answer: Answer): void {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': body.length })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy())
}
