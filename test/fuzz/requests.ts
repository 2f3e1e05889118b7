import fc from 'fast-check'

type Schema = { [key: string]: unknown }
type Schemas = Record<string, Schema>

/** Values that often break programs: odd encodings, signs, sizes, and names with a meaning in code. */
const NASTY = [
  '',
  ' ',
  '\0',
  '\n\r',
  '\u001b[31m',
  '\ud800',
  '\u202e',
  '%00',
  '%ED%A0%80',
  '%2523',
  '../../etc/passwd',
  "' or 1=1 --",
  '%_\\',
  '-1',
  '0',
  '1e3',
  '0x10',
  'NaN',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  '[]',
  '🐬',
  'ﷺ',
  'x'.repeat(300),
  'x'.repeat(5000),
]

const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, [], {}, [[]], { __proto__: null, constructor: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that a schema of the document allows. */
function valid(schema: Schema, schemas: Schemas, name = ''): fc.Arbitrary<unknown> {
  const known = KNOWN[name]
  if (known !== undefined) return fc.constantFrom(...known)
  if (typeof schema.$ref === 'string') return valid(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((part: Schema) => valid(part, schemas, name)))
  return ofType(schema, schemas)
}

/** Values of stored data, so that calls find something, and values that random drawing would hardly produce. */
const KNOWN: Record<string, [string, ...string[]]> = {
  tag: ['#2PYL', '2pyl', '#2PY', '2PL', '#2PQ', '#89GR'],
  email: ['ada@example.com', 'bob@example.com'],
  password: ['correct horse'],
  identifier: ['ada@example.com', 'ada'],
  username: ['ada', 'bob.b'],
  api_key: ['aaa.bbb.ccc'],
  since: ['2026-03-15T12:00:00Z', '2026-03-01'],
  period: ['2026', '2026-03', '2026-11'],
}

function ofType(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 1000, 2 ** 31) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid((schema.items ?? {}) as Schema, schemas), { minLength: 1, maxLength: 3 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Schemas).map(([key, part]) => [key, valid(part, schemas, key)]),
        ),
      )
    default:
      return fc.string({ minLength: 3, maxLength: 30 })
  }
}

type Parameter = { name: string; in: string; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  /** Statuses that the document declares for the call. */
  statuses: string[]
}

/** A request to a call. `null` stands for a part that is left out. */
export type FuzzRequest = {
  operation: Operation
  values: Record<string, unknown>
  body: unknown
  caller: 'nobody' | 'guest' | 'user' | string
}

export type Document = {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: Schema; responses: object }>>
  components: { schemas: Schemas }
}

/** Every call of an OpenAPI document. */
export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const content = requestBody?.content as Record<string, { schema: Schema }> | undefined
      const body = content?.['application/json']?.schema ?? null
      return { method: method.toUpperCase(), path, parameters, body, statuses: Object.keys(responses) }
    }),
  )
}

/** Requests to any of the calls. Each parameter is drawn independently: left out, valid, or nasty. */
export function anyRequest(operations: Operation[], schemas: Schemas): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map((operation) => requestTo(operation, schemas)))
}

function requestTo(operation: Operation, schemas: Schemas): fc.Arbitrary<FuzzRequest> {
  const values = operation.parameters.map(({ name, schema }) => [name, mixed(valid(schema, schemas, name), nastyText)])
  return fc.record({
    operation: fc.constant(operation),
    values: fc.record(Object.fromEntries(values)),
    body: operation.body === null ? fc.constant(null) : anyBody(operation.body, schemas),
    caller: fc.oneof(fc.constantFrom('nobody', 'guest', 'user'), nastyText),
  })
}

function mixed(good: fc.Arbitrary<unknown>, nasty: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  // Shrinks towards parts that are left out, so that a counterexample has only the parts that matter.
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: good },
    { weight: 2, arbitrary: nasty },
  )
}

function anyBody(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Schemas)
  const fields = properties.map(([name, part]) => [name, mixed(valid(part, schemas, name), nastyJson)])
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(Object.fromEntries(fields)) },
    { weight: 2, arbitrary: valid(schema, schemas) },
    { weight: 1, arbitrary: nastyJson },
  )
}

/** The address. Nasty text is escaped as a browser does it, unless it is an escape itself. */
export function addressOf({ operation, values }: FuzzRequest): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(values[name]))
  const query = operation.parameters
    .filter(({ in: place, name }) => place === 'query' && values[name] !== null)
    .map(({ name }) => `${name}=${escaped(values[name])}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function escaped(value: unknown): string {
  const text = String(value ?? '').toWellFormed()
  return text.startsWith('%') ? text.replaceAll(/[^\w%]/g, '') : encodeURIComponent(text)
}

/** The body as it is sent, without the fields that are left out. */
export function bodyOf({ body }: FuzzRequest): string | undefined {
  if (body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) return JSON.stringify(body)
  return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
}
