import * as z from 'zod'
import type { AnswerGlitch } from '#shared/kinds.ts'
import { normaliseTag } from '#shared/tag.ts'
import type { Glitch, Parsed } from '../answers.ts'

/** An answer that cannot be used. The message holds nothing of its text. */
export class UnusableAnswer extends Error {
  /** `malformed`: it has another form than it should. `glitched`: its figures or names cannot be true. */
  readonly kind: 'malformed' | 'glitched'

  constructor(kind: 'malformed' | 'glitched', message: string) {
    super(message)
    this.name = 'UnusableAnswer'
    this.kind = kind
  }
}

const KIND_BY_FIELD: Record<string, AnswerGlitch> = { tag: 'tag', name: 'name', trophies: 'trophies' }

function firstProblem(error: z.ZodError): Omit<Glitch, 'path'> {
  const issue = error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  return { kind: KIND_BY_FIELD[field] ?? 'malformed', detail: `${field || 'item'}: ${issue?.message ?? 'unreadable'}` }
}

/**
 * The readable items of a list. Each other item, and each item whose key, if it has one, was there before, becomes a
 * glitch.
 * @throws UnusableAnswer `malformed` when it is no list, or longer than `longest`
 */
export function readItems<T>(
  items: unknown,
  schema: z.ZodType<T>,
  options: { path: string; longest: number; key?: (item: T) => string | number },
): Parsed<T[]> {
  if (!Array.isArray(items)) throw new UnusableAnswer('malformed', `${options.path} is no list`)
  if (items.length > options.longest) throw new UnusableAnswer('malformed', `${options.path} has ${items.length} items`)
  const read: Parsed<T[]> = { body: [], glitches: [] }
  const seen = new Set<string | number>()
  for (const [index, item] of items.entries()) {
    const path = `${options.path}.${index}`
    const result = schema.safeParse(item)
    if (!result.success) {
      read.glitches.push({ path, ...firstProblem(result.error) })
      continue
    }
    const key = options.key?.(result.data) ?? index
    if (seen.has(key)) read.glitches.push({ path, kind: 'duplicate', detail: 'seen before' })
    else read.body.push(result.data)
    seen.add(key)
  }
  return read
}

/**
 * Reads an answer of which every part must be readable.
 * @throws UnusableAnswer `glitched` for an impossible name or figure, else `malformed`
 */
export function readWhole<T>(raw: unknown, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  const { kind, detail } = firstProblem(result.error)
  const impossible = kind === 'trophies' || kind === 'name'
  throw new UnusableAnswer(impossible ? 'glitched' : 'malformed', `${what}: ${detail}`)
}

/** The longest name that is kept, in UTF-16 units. Real ones have up to 26. */
const LONGEST_NAME = 100
const LONGEST_TEXT = 2_000
const INT32_MAX = 2 ** 31 - 1

/** Text that every store and page can hold: well-formed, without NUL, not longer than `longest`. */
function keepable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed()
}

/** A name as the game sends it, with its colour markup. No real name is empty. */
export const name = z
  .string()
  .transform((text) => keepable(text, LONGEST_NAME))
  .pipe(z.string().min(1))

/** A tag in its canonical form, `#` first. */
export const tag = z
  .string()
  .max(20)
  .transform((text, context) => {
    const canonical = normaliseTag(text)
    if (canonical !== null) return canonical
    context.addIssue({ code: 'custom', message: 'no tag' })
    return z.NEVER
  })

/** A number of something: whole, not negative, small enough for 32 bits. */
export const count = z.int().min(0).max(INT32_MAX)

/** Trophies of an account or a club. Exactly 1 is how the game's API shows a broken figure (docs/game-api.md#glitches). */
export const accountTrophies = count.refine((trophies) => trophies !== 1, 'trophies of exactly 1')

/** Null, which means unknown, when it is absent or unreadable. */
export const maybeCount = count.nullish().transform(nullWhenAbsent).catch(null)
export const maybeName = name.nullish().transform(nullWhenAbsent).catch(null)
export const maybeText = z
  .string()
  .transform((text) => keepable(text, LONGEST_TEXT))
  .nullish()
  .transform(nullWhenAbsent)
  .catch(null)
export const maybeBoolean = z.boolean().nullish().transform(nullWhenAbsent).catch(null)

/** `0xffRRGGBB`. Null when it is absent, which meant the default white in older answers. */
export const maybeColour = z
  .string()
  .regex(/^0x[0-9a-f]{6,8}$/i)
  .toLowerCase()
  .nullish()
  .transform(nullWhenAbsent)
  .catch(null)

/** The id of `{ id }`. */
export const maybeIconId = z
  .object({ id: count })
  .transform((icon) => icon.id)
  .nullish()
  .transform(nullWhenAbsent)
  .catch(null)

const GAME_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z$/

/** `20260405T171604.000Z`, UTC. */
export const gameTime = z
  .string()
  .regex(GAME_TIME)
  .transform((text) => new Date(text.replace(GAME_TIME, '$1-$2-$3T$4:$5:$6.$7Z')))
  .pipe(z.date())

function nullWhenAbsent<T>(value: T | null | undefined): T | null {
  return value ?? null
}
