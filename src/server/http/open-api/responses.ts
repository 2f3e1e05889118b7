import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import type { Json } from './schema-of.ts'

export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', description: 'A stable word for programs' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong with which field' },
    request_id: { type: 'string', description: 'Under which the log has more, where the fault is ours' },
  },
}

const RETRY = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } }

export const ERROR_RESPONSES = {
  Invalid: refusal('Something about the request is wrong; `fields` says what'),
  Unauthorized: refusal('Nobody is signed in'),
  Forbidden: refusal('This visitor may not; for guests: no searches are left'),
  NotFound: refusal('Not tracked, or not there'),
  Conflict: refusal('Taken already'),
  TooMany: refusal('Too many requests', RETRY),
  Fault: refusal('A fault of ours'),
  Unavailable: refusal("Delphin is busy, or the game's API does not answer", RETRY),
}

function refusal(description: string, headers?: Json): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return headers === undefined ? { description, content } : { description, headers, content }
}

type Refusals = Record<string, keyof typeof ERROR_RESPONSES>

/** How a call may be refused, by status. */
export function refusalsOf({ access, method, path, params, query, body }: AnyEndpoint): Record<string, Json> {
  const found: Refusals = {
    ...(params || query || body ? { 400: 'Invalid' } : {}),
    ...(access === 'user' || path.endsWith('/login') ? { 401: 'Unauthorized' } : {}),
    ...(access === 'search' ? { 401: 'Unauthorized', 403: 'Forbidden' } : {}),
    ...(params || access === 'search' ? { 404: 'NotFound' } : {}),
    ...(method === 'POST' && path.endsWith('/register') ? { 409: 'Conflict' } : {}),
    429: 'TooMany',
    500: 'Fault',
    503: 'Unavailable',
  }
  return Object.fromEntries(
    Object.entries(found).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}
