import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** Named parts of schemas; filled while the operations are written. */
export type Components = Map<string, unknown>

/** A schema of the contract as JSON Schema; its named parts go to the components. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...rest } = JSON.parse(text) as { $defs?: Record<string, Json> }
  for (const [name, part] of Object.entries($defs)) components.set(name, part)
  return rest
}
