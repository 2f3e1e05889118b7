import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpointGroups } from '#shared/contract/all.ts'
import type { AnyEndpoint, DeskRole, Refusal } from '#shared/contract/endpoint.ts'
import { describeCsv } from './csv-columns.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from './ready-answer.ts'

/** The OpenAPI 3.1 document of the contract, made from the same objects that parse the requests. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  const components: Components = new Map([['Error', ERROR_SCHEMA]])
  for (const [group, calls] of endpointGroups) {
    for (const [name, endpoint] of calls) {
      const path = paths[endpoint.path] ?? {}
      path[endpoint.method.toLowerCase()] = operation({ name, group, endpoint, components })
      paths[endpoint.path] = path
    }
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...endpointGroups.keys()].map((name) => ({ name, description: GROUP_DESCRIPTIONS[name] })),
    paths,
    components: {
      schemas: Object.fromEntries(components),
      responses: ERROR_RESPONSES,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token that logging in answers' },
        guest: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Guest-Session',
          description: 'The session_id that starting a guest session answers',
        },
      },
    },
  }
}

const INFO = {
  title: 'Delphin',
  version: '1.0.0',
  summary: 'Analytics for clubs and players of Brawl Stars, with history',
  description:
    'Times are ISO 8601 in UTC, days are UTC days. What is not known is null, never 0. Errors are `{error, code}`: a ' +
    'sentence for a person and a stable word for programs. Accept-Language adds the sentence in a language of the site as ' +
    '`message`, and changes nothing else. Public answers carry an ETag: ask again with If-None-Match.',
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The paths served here, in docs-page.ts and for programs that read mail. The contract does not declare them. */
export const OWN_CALLS = [
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/docs' },
  { method: 'GET', path: '/api/docs/style.css' },
  { method: 'GET', path: '/api/auth/unsubscribe/{token}' },
] as const

/** Serves the OpenAPI document. */
export function serveOpenApi(fastify: FastifyInstance): void {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  serveDocument(fastify, { url: '/api/openapi.json', headers, makeText: () => JSON.stringify(openApiDocument()) })
}

type Document = { url: string; headers: Record<string, string>; makeText(): string }

/** Serves a text that never changes, with an ETag. It is made when it is first asked for: few read it. */
export function serveDocument(fastify: FastifyInstance, { url, headers, makeText }: Document): void {
  const fixed = { 'cache-control': 'public, max-age=300', ...headers }
  let answer: ReadyAnswer | undefined
  fastify.get(url, (request, reply) => {
    answer ??= readyAnswer({ status: 200, headers: fixed, text: makeText() })
    return sendReady(request, reply, answer)
  })
}

/** What the documentation says of each group of calls. */
export const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Search: 'Find a tag in the game and begin to track it',
  Browse: 'Lists of all that is tracked',
  Finder: 'Clubs that fit a player, and clubs that are like another',
  Platform: 'All that is tracked, at a glance',
  Clubs: 'A club: its members, health and history',
  Players: 'A player: profile, performance and history',
  Battles: 'How players and clubs fight: modes, brawlers, maps, hours and teammates',
  Leaderboards: "The game's rankings as collected",
  Meta: 'Which brawlers win, by mode, map and week',
  Accounts: 'Guest sessions, users, their keys and mails',
  Returning: 'What changed since a moment, and favourites',
  Desk: "What a club's proven leaders see and remember; nobody else",
  Sharing: 'What other sites and chats show of clubs and players. Feeds and badges have addresses outside of the API',
  Proofs: 'Proving that a player is mine: to link it, or to have it hidden, deleted or shown',
  Installation: 'How this installation does',
}

const SECURITY = {
  public: [],
  visitor: [{}, { token: [] }, { guest: [] }],
  session: [{ token: [] }, { guest: [] }],
  search: [{ token: [] }, { guest: [] }],
  user: [{ token: [] }],
  desk: [{ token: [] }, { guest: [] }],
}

type Described = { name: string; group: string; endpoint: AnyEndpoint; components: Components }

/** One call as OpenAPI describes it. */
function operation({ name, group, endpoint, components }: Described): Json {
  const { summary, access, role, params, query, body, formats } = endpoint
  const json = { 'application/json': { schema: schemaOf(endpoint.response, 'output', components) } }
  return {
    operationId: name,
    tags: [group],
    summary,
    ...(role === undefined ? {} : { description: roleSentence(role), 'x-desk-role': role }),
    security: SECURITY[access],
    parameters: [
      ...parameters('path', params, components),
      ...parameters('query', query, components),
      ...(formats === undefined ? [] : [FORMAT]),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input', components) } },
          },
        }),
    responses: {
      200: { description: 'The answer', content: formats === undefined ? json : { ...json, ...csvOf(name) } },
      ...refusalsOf(endpoint),
    },
  }
}

/** Which role a call at a desk needs, and what others are told. */
function roleSentence(role: DeskRole): string {
  return (
    `For the role ${role} at the club's desk, or one above. ` +
    'A higher role is refused to the others with 403; who has none is told 404.'
  )
}

function csvOf(name: string): Json {
  return { 'text/csv': { schema: { type: 'string', description: describeCsv(name) } } }
}

const FORMAT = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'csv for a file that spreadsheets open',
  example: 'csv',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
}

function parameters(place: 'path' | 'query', schema: AnyEndpoint['params'], components: Components): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'output', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { example, description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    ...(description === undefined ? {} : { description }),
    example: example ?? exampleOf(name, property),
    schema: property,
  }))
}

const EXAMPLES: Record<string, unknown> = { search: 'dolphin', brawler_id: 16_000_000, id: '9f86d081884c7d65' }

function exampleOf(name: string, property: Json): unknown {
  const values = Array.isArray(property.enum) ? property.enum : []
  const plain = property.type === 'string' ? name : 1
  return EXAMPLES[name] ?? property.default ?? property.const ?? values[0] ?? property.minimum ?? plain
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person, in English' },
    code: { type: 'string', description: 'A stable word for programs' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong with which field' },
    message: {
      type: 'string',
      description: 'The sentence in the language that Accept-Language prefers, where that is another one of the site',
    },
    field_messages: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The same as `fields`, beside `message` and in its language',
    },
    current: { type: 'object', description: 'The newer record, where somebody else changed it meanwhile' },
    request_id: { type: 'string', description: 'Under which the log has more, where the fault is ours' },
  },
}

const RETRY = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } }

const ERROR_RESPONSES = {
  Invalid: refusal('Something about the request is wrong; `fields` says what'),
  Unauthorized: refusal('Nobody is signed in'),
  Forbidden: refusal('This visitor may not; for guests: no searches are left; at a desk: another role is needed'),
  NotFound: refusal('Not tracked, or not there'),
  TooLarge: refusal('The body is too large'),
  NotJson: refusal('The body is not declared as JSON'),
  Conflict: refusal('Taken already, or changed by somebody else meanwhile: `current` is the newer one'),
  TooMany: refusal('Too many requests', RETRY),
  Fault: refusal('A fault of ours'),
  OtherFormat: refusal('Only JSON is made'),
  Unavailable: refusal("Delphin is busy, or the game's API does not answer", RETRY),
}

function refusal(description: string, headers?: Json): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return headers === undefined ? { description, content } : { description, headers, content }
}

/** The refusals that a call declares, by status. */
const DECLARED = {
  unauthorized: { 401: 'Unauthorized' },
  forbidden: { 403: 'Forbidden' },
  not_found: { 404: 'NotFound' },
  conflict: { 409: 'Conflict' },
  not_implemented: { 501: 'OtherFormat' },
} as const satisfies Record<Refusal, Record<number, keyof typeof ERROR_RESPONSES>>

const OF_EVERY_CALL = { 400: 'Invalid', 429: 'TooMany', 500: 'Fault', 503: 'Unavailable' } as const

/** The ways in which a call may be refused, by status. */
function refusalsOf({ access, role, method, params, refuses = [] }: AnyEndpoint): Record<string, Json> {
  const found = {
    ...OF_EVERY_CALL,
    ...(method === 'GET' ? {} : { 413: 'TooLarge', 415: 'NotJson' }),
    ...(access === 'public' || access === 'visitor' ? {} : DECLARED.unauthorized),
    ...(access === 'search' || (role !== undefined && role !== 'member') ? DECLARED.forbidden : {}),
    ...(params === undefined ? {} : DECLARED.not_found),
    ...(access === 'desk' && method !== 'GET' ? DECLARED.conflict : {}),
    ...Object.assign({}, ...refuses.map((refusal) => DECLARED[refusal])),
  }
  return Object.fromEntries(
    Object.entries(found).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}

export type Json = Record<string, unknown>

/** Named parts of schemas. `schemaOf` adds those that it meets. */
type Components = Map<string, unknown>

/** A schema of the contract as JSON Schema. Its named parts are added to the components. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...rest } = JSON.parse(text) as { $defs?: Record<string, Json> }
  for (const [name, part] of Object.entries($defs)) components.set(name, part)
  return rest
}
