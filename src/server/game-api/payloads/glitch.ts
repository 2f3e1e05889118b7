import type * as z from 'zod'
import { UnusableAnswer } from './unusable-answer.ts'

export type GlitchKind = 'tag' | 'name' | 'trophies' | 'duplicate' | 'incomplete' | 'malformed'

/** Something in an answer that was set aside instead of believed. */
export type Glitch = {
  /** Where in the answer, like `members.3`. */
  path: string
  kind: GlitchKind
  /** Why, for logs and counts; holds nothing of the answer itself. */
  detail: string
}

export type Parsed<T> = { body: T; glitches: Glitch[] }

const KIND_BY_FIELD: Record<string, GlitchKind> = { tag: 'tag', name: 'name', trophies: 'trophies' }

function firstProblem(error: z.ZodError): Omit<Glitch, 'path'> {
  const issue = error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  return { kind: KIND_BY_FIELD[field] ?? 'malformed', detail: `${field || 'item'}: ${issue?.message ?? 'unreadable'}` }
}

/**
 * The readable items of a list; each other one, and each second one of the same key, becomes a glitch.
 * @throws UnusableAnswer `malformed` when it is no list, or longer than `longest`.
 */
export function readItems<T>(
  items: unknown,
  schema: z.ZodType<T>,
  options: { path: string; longest: number; key: (item: T) => string | number },
): Parsed<T[]> {
  if (!Array.isArray(items)) throw new UnusableAnswer('malformed', `${options.path} is no list`)
  if (items.length > options.longest) throw new UnusableAnswer('malformed', `${options.path} has ${items.length} items`)
  const read: Parsed<T[]> = { body: [], glitches: [] }
  const seen = new Set<string | number>()
  for (const [index, item] of items.entries()) {
    const path = `${options.path}.${index}`
    const result = schema.safeParse(item)
    if (!result.success) read.glitches.push({ path, ...firstProblem(result.error) })
    else if (seen.has(options.key(result.data))) read.glitches.push({ path, kind: 'duplicate', detail: 'seen before' })
    else {
      seen.add(options.key(result.data))
      read.body.push(result.data)
    }
  }
  return read
}

/**
 * A whole answer that must be right.
 * @throws UnusableAnswer `glitched` for an impossible name or figure, else `malformed`.
 */
export function readWhole<T>(raw: unknown, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  const { kind, detail } = firstProblem(result.error)
  const impossible = kind === 'trophies' || kind === 'name'
  throw new UnusableAnswer(impossible ? 'glitched' : 'malformed', `${what}: ${detail}`)
}
