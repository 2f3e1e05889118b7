import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import { refusalsOf } from './responses.ts'
import { type Components, type Json, schemaOf } from './schema-of.ts'

const SECURITY = { public: [], search: [{ token: [] }, { guest: [] }], user: [{ token: [] }] }

type Described = { name: string; group: string; endpoint: AnyEndpoint; components: Components }

/** One call as OpenAPI describes it. */
export function operation({ name, group, endpoint, components }: Described): Json {
  const { summary, access, params, query, body, formats } = endpoint
  const json = { 'application/json': { schema: schemaOf(endpoint.response, 'output', components) } }
  return {
    operationId: name,
    tags: [group],
    summary,
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
      200: { description: 'The answer', content: formats === undefined ? json : { ...json, ...CSV } },
      ...refusalsOf(endpoint),
    },
  }
}

const CSV = { 'text/csv': { schema: { type: 'string', description: 'A table for spreadsheets' } } }

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
