import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpoints } from '#shared/contract/all.ts'
import type { AnyEndpoint } from '#shared/contract/endpoint.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the contract, made from the same objects that parse the requests. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  const components: Components = new Map([['Error', ERROR]])
  for (const [name, endpoint] of endpoints) {
    const path = paths[endpoint.path] ?? {}
    path[endpoint.method.toLowerCase()] = operation(name, endpoint, components)
    paths[endpoint.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Delphin',
      version: '1',
      description: 'Analytics for clubs and players of Brawl Stars, with history.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        guest: { type: 'apiKey', in: 'header', name: 'X-Guest-Session' },
      },
    },
  }
}

const ERROR = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', description: 'A stable word for programs' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong with which field' },
  },
}

const SECURITY = { public: [], search: [{ token: [] }, { guest: [] }], user: [{ token: [] }] }

function operation(name: string, endpoint: AnyEndpoint, components: Components): Json {
  const error = { description: 'What is wrong', content: json({ $ref: '#/components/schemas/Error' }) }
  return {
    operationId: name,
    summary: endpoint.summary,
    security: SECURITY[endpoint.access],
    parameters: [
      ...parameters('path', endpoint.params, components),
      ...parameters('query', endpoint.query, components),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input', components)) } }
      : {}),
    responses: {
      200: { description: 'The answer', content: json(schemaOf(endpoint.response, 'output', components)) },
      '4XX': error,
    },
  }
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } }
}

function parameters(place: 'path' | 'query', schema: AnyEndpoint['params'], components: Components): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'output', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
  }))
}

/** Named parts of schemas; filled while the operations are written. */
type Components = Map<string, unknown>

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...rest } = JSON.parse(text) as { $defs?: Record<string, Json> }
  for (const [name, part] of Object.entries($defs)) components.set(name, part)
  return rest
}

/** Serves the document; made once. */
export function serveOpenApi(fastify: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument())
  fastify.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
}
