import * as z from 'zod/mini'
import { DEFAULT_TIMEFRAME, TIMEFRAMES } from '../days.ts'
import { SCORE_MAX } from '../limits.ts'
import { normaliseTag } from '../tag.ts'

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

/** Common to club and player analytics: whether there is enough history, why not, and since when it is kept. */
export const analyticsAvailable = {
  analytics_available: z.boolean(),
  /** Why not yet, as a sentence; null when available. */
  unavailable_reason: maybeText,
  /** The day when it will be, if scans go on; null when available. */
  available_on: z.nullable(day),
  observed_days: z.int(),
  tracked_since: time,
  ...freshness,
  /** What the figures say, in one plain sentence. */
  summary: maybeText,
}

/** The trophy line of a player or a club over a timeframe, a row a UTC day. */
export const TrophyProgression = z
  .object({
    tag: z.string(),
    days: z.int(),
    ...freshness,
    progression_data: z.array(
      z.object({
        date: day,
        /** Last trophies seen on or before the end of the day; null before the first observation. */
        trophies: maybeNumber,
        /** Null where this day or the one before is not known. */
        trophies_changed: z.nullable(z.boolean()),
        trophy_change: maybeNumber,
        /** Part of the day's change that a season reset or a withdrawn brawler took; not activity. */
        reset: z.number(),
        /** Whether any scan saw the entity that day; carried forward otherwise. */
        observed: z.boolean(),
      }),
    ),
    summary: z.object({
      starting_trophies: maybeNumber,
      total_gain: maybeNumber,
      peak_trophies: maybeNumber,
      active_days: z.int(),
      biggest_gain: z.number(),
      biggest_loss: z.number(),
      observed_days: z.int(),
    }),
  })
  .check(z.meta({ id: 'TrophyProgression' }))
