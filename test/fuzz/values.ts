import fc from 'fast-check'

export type Schema = { [key: string]: unknown }
export type Schemas = Record<string, Schema>

/** What programs have choked on before: encodings, signs, sizes, names that mean something to a machine. */
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
  'null',
  '[]',
  '🐬',
  'ﷺ',
  'x'.repeat(300),
  'x'.repeat(5000),
]

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

export const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, [], {}, [[]], { __proto__: null, constructor: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values as a schema of the document asks for them. */
export function valid(schema: Schema, schemas: Schemas, name = ''): fc.Arbitrary<unknown> {
  const known = KNOWN[name]
  if (known !== undefined) return fc.constantFrom(...known)
  if (typeof schema.$ref === 'string') return valid(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((part: Schema) => valid(part, schemas, name)))
  return ofType(schema, schemas)
}

/** What is stored, so that calls find something, and what a rule of its own makes hard to draw. */
const KNOWN: Record<string, [string, ...string[]]> = {
  tag: ['#2PYL', '2pyl', '#2PY', '2PL', '#2PQ', '#89GR'],
  email: ['ada@example.com', 'bob@example.com'],
  password: ['correct horse'],
  identifier: ['ada@example.com', 'ada'],
  username: ['ada', 'bob.b'],
  api_key: ['aaa.bbb.ccc'],
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
