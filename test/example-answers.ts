import * as z from 'zod/mini'
import { endpoints } from '#shared/contract/all.ts'

/**
 * An answer to a call, `METHOD /path`, that the contract allows: of somebody who has been watched for long, with one entry
 * in every list. Undefined where there is no such call.
 */
export function exampleAnswer(request: string): unknown {
  const fitting = [...endpoints.values()].filter(({ method, path }) => isOf(`${method} ${path}`, request))
  // A path without parameters wins, as it does on the server.
  const [call] = fitting.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  return call && exampleOf(z.toJSONSchema(call.response, { io: 'output', unrepresentable: 'any' }))
}

function isOf(declared: string, request: string): boolean {
  const [parts, given] = [declared.split('/'), request.split('/')]
  return parts.length === given.length && parts.every((part, place) => part.startsWith('{') || part === given[place])
}

type Schema = z.core.JSONSchema.JSONSchema

function exampleOf(whole: Schema): unknown {
  return fill(whole, '')

  function fill(given: Schema | boolean | undefined, name: string): unknown {
    if (typeof given !== 'object' || name === 'learning') return null
    const { $ref, type, properties = {}, prefixItems, items, minItems = 1, minimum = 1 } = given
    const choice = [...(given.anyOf ?? []), ...(given.oneOf ?? [])].find((each) => each.type !== 'null')
    if ($ref !== undefined) return fill($ref === '#' ? whole : whole.$defs?.[$ref.replace('#/$defs/', '')], name)
    if (given.const !== undefined) return given.const
    if (given.enum) return given.enum[0]
    if (choice) return fill(choice, name)
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(properties).map(([key, of]) => [key, fill(of, name === 'before' ? `before_${key}` : key)]),
      )
    if (prefixItems) return prefixItems.map((item) => fill(item, name))
    if (type === 'array' && !Array.isArray(items)) return Array.from({ length: minItems }, () => fill(items, name))
    if (type === 'boolean') return HELD.has(name)
    if (type === 'number' || type === 'integer') return Math.max(1, minimum)
    return type === 'string' ? text(given, name) : null
  }
}

/** What holds of a club or player that has been watched for long. */
const HELD = new Set(['analytics_available', 'available', 'enough', 'profiled'])

function text({ format }: Schema, name: string): string {
  if (format === 'date-time') return '2026-05-30T12:00:00Z'
  if (format === 'date') return /before|from|since/.test(name) ? '2026-05-01' : '2026-05-30'
  return name === 'club_tag' ? '#2PYL' : /tag/.test(name) ? '#2PY' : 'Ada'
}
