import type { FastifyInstance } from 'fastify'
import { endpointGroups, endpoints } from '#shared/contract/all.ts'
import { GROUP_DESCRIPTIONS } from './open-api/group-descriptions.ts'
import { operation } from './open-api/operation.ts'
import { ERROR_RESPONSES, ERROR_SCHEMA } from './open-api/responses.ts'
import type { Components, Json } from './open-api/schema-of.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { serveDocument } from './serve-document.ts'

/** The OpenAPI 3.1 document of the contract, made from the same objects that parse the requests. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  const components: Components = new Map([['Error', ERROR_SCHEMA]])
  for (const [group, names] of endpointGroups) {
    for (const name of names) {
      const endpoint = endpoints.get(name)
      if (endpoint === undefined) continue
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
    'sentence for a person and a stable word for programs. Public answers carry an ETag: ask again with If-None-Match.',
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Calls about the API itself, which the contract does not declare. */
export const OWN_CALLS = [
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/docs' },
  { method: 'GET', path: '/api/docs/style.css' },
] as const

/** Serves the document; made once. */
export function serveOpenApi(fastify: FastifyInstance, everyAnswer: SecurityHeaders): void {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const text = JSON.stringify(openApiDocument())
  serveDocument(fastify, { url: '/api/openapi.json', headers, text }, everyAnswer)
}
