import fc from 'fast-check'
import { nastyJson, nastyText, type Schema, type Schemas, valid } from './values.ts'

export type Parameter = { name: string; in: string; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  /** Statuses that the document says the call may have. */
  statuses: string[]
}

/** `null` stands for what is left out. */
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

/** Every call of a document. */
export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const content = requestBody?.content as Record<string, { schema: Schema }> | undefined
      const body = content?.['application/json']?.schema ?? null
      return { method: method.toUpperCase(), path, parameters, body, statuses: Object.keys(responses) }
    }),
  )
}

/** Requests to any of the calls. Each parameter is drawn for itself: left out, as it should be, or nasty. */
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
  // Shrinks to what is left out: a counterexample then holds only what matters.
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

/** The address, in which nasty text stands as a browser would escape it or, where it is an escape itself, as it is. */
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

/** The body as it is sent: what is left out is left out there too. */
export function bodyOf({ body }: FuzzRequest): string | undefined {
  if (body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) return JSON.stringify(body)
  return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
}
