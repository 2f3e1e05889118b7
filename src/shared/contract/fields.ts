import * as z from 'zod/mini'
import { SCORE_MAX } from '../limits.ts'
import { normaliseTag } from '../tag.ts'
import { DEFAULT_TIMEFRAME, TIMEFRAMES } from '../timeframe.ts'

/** Text of a person: well-formed Unicode without control characters, which stores and logs cannot hold safely. */
export function plainText(label: string, { min, max }: { min: number; max: number }) {
  const size = min === max ? `${min}` : `${min} to ${max}`
  const message = `${label} must have ${size} characters`
  return z
    .string(`${label} is required`)
    .check(
      z.minLength(min, min === 1 ? `${label} is required` : message),
      z.maxLength(max, message),
      z.refine(isCleanText, `${label} contains characters that are not allowed`),
    )
}

function isCleanText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** A whole number of a query string. Only plain digits: `0x10`, `1e3` and ` 5` are refused. */
export function wholeNumber(label: string, { min, max }: { min: number; max: number }) {
  const message = `${label} must be a whole number from ${min} to ${max}`
  const digits = z.union([z.string().check(z.regex(/^\d{1,9}$/, message)), z.number()], message)
  return z.pipe(
    z.pipe(digits, z.transform(Number)),
    z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
  )
}

/** A tag in any spelling; handlers receive the canonical one, with `#`. */
export const tagField = z.pipe(
  z.pipe(
    z.string('Invalid search tag'),
    z.transform((text) => normaliseTag(text) ?? ''),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'Invalid search tag'),
      z.meta({ description: 'Tag with its leading #', example: '#2GRPGJ8' }),
    ),
)

/** Path parameter of the calls about one club or player. */
export const TagParams = z.object({ tag: tagField })

/** `days` of the analytics calls: one of the timeframes, 30 when absent. */
export const TimeframeQuery = z.object({
  days: z._default(
    z.pipe(
      z.pipe(
        z.union([z.string().check(z.regex(/^\d{1,2}$/, daysMessage())), z.number()], daysMessage()),
        z.transform(Number),
      ),
      z.literal([...TIMEFRAMES], daysMessage()),
    ),
    DEFAULT_TIMEFRAME,
  ),
})

function daysMessage(): string {
  return `days must be one of ${TIMEFRAMES.join(', ')}`
}

/** ISO 8601 time in UTC. */
export const time = z.string().check(z.meta({ format: 'date-time' }))

/** ISO 8601 calendar date, UTC. */
export const day = z.string().check(z.meta({ format: 'date' }))

/** When the newest observation behind an answer was made, and whether that is longer ago than it should be. */
export const freshness = { last_updated: time, stale: z.boolean() }

/** A score from 0 to 100; null where nothing was observed, never 0 in its place. */
export const score = z.nullable(z.number().check(z.minimum(0), z.maximum(SCORE_MAX)))

/** A number that may not be known. */
export const maybeNumber = z.nullable(z.number())

/** A text that may not be known. */
export const maybeText = z.nullable(z.string())
