import * as z from 'zod'
import { normaliseTag } from '#shared/tag.ts'

/** Longest name kept, in UTF-16 units: real ones reach 26. */
const LONGEST_NAME = 100
const LONGEST_TEXT = 2_000
const INT32_MAX = 2 ** 31 - 1

/** Well-formed, without NUL, not longer than `longest`: what every store and page can hold. */
function keepable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed()
}

/** A name as the game sends it, colour markup included. Never empty: no real name is. */
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

/** Trophies of a whole account or club. Exactly 1 is how the game's API shows a broken figure (provider-api section 2). */
export const accountTrophies = count.refine((trophies) => trophies !== 1, 'trophies of exactly 1')

/** Null when absent or unreadable: unknown, which is not zero. */
export const maybeCount = count.nullish().transform(nullWhenAbsent).catch(null)
export const maybeName = name.nullish().transform(nullWhenAbsent).catch(null)
export const maybeText = z
  .string()
  .transform((text) => keepable(text, LONGEST_TEXT))
  .nullish()
  .transform(nullWhenAbsent)
  .catch(null)
export const maybeBoolean = z.boolean().nullish().transform(nullWhenAbsent).catch(null)

/** `0xffRRGGBB`; absent means the default white in older answers, and stays null here. */
export const maybeColour = z
  .string()
  .regex(/^0x[0-9a-f]{6,8}$/i)
  .toLowerCase()
  .nullish()
  .transform(nullWhenAbsent)
  .catch(null)

/** `{ id }`, flattened. */
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
