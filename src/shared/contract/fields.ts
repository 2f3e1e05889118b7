import * as z from 'zod/mini'
import { DEFAULT_TIMEFRAME, FIRST_DATE, TIMEFRAMES } from '../days.ts'
import { CLUB_ROLES } from '../kinds.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { SCORE_MAX } from '../limits.ts'
import { ENTITY_TYPES, normaliseTag } from '../tag.ts'
import { says } from './field-sentences.ts'

/**
 * Text that a person types: well-formed Unicode without control characters, which are not safe in stores and logs. `label`
 * is what a form calls the field (`says`), or its name in the API.
 */
export function plainText(label: string, { min, max }: { min: number; max: number }) {
  const required = says('error.required', { label })
  const message = says('error.size', { label, min, max })
  return z
    .string(required)
    .check(
      z.minLength(min, min === 1 ? required : message),
      z.maxLength(max, message),
      z.refine(isCleanText, says('error.characters', { label })),
    )
}

/** Characters that turn the text around them. They reach nobody who reads what others typed. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu

/** As `plainText`, for others to read. */
export function shownText(label: string, size: { min: number; max: number }) {
  const typed = z.string(says('error.required', { label }))
  return z.pipe(
    z.pipe(
      typed,
      z.transform((text) => text.replaceAll(BIDI_CONTROLS, '')),
    ),
    plainText(label, size),
  )
}

/** As `shownText`, with line breaks; trimmed before it is measured. */
export function longText(label: string, { min, max }: { min: number; max: number }) {
  const required = says('error.required', { label })
  return z.string(required).check(
    z.overwrite((text) => text.replaceAll(BIDI_CONTROLS, '')),
    z.trim(),
    z.minLength(min, required),
    z.maxLength(max, says('error.sizeMost', { label, max })),
    z.refine((text) => isCleanText(text.replaceAll(/[\n\r\t]/g, ' ')), says('error.characters', { label })),
  )
}

function isCleanText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** A whole number of a query string, in plain digits: `0x10`, `1e3` and ` 5` are refused. */
export function wholeNumber(label: string, { min, max }: { min: number; max: number }) {
  const message = says('error.wholeNumber', { label, min, max })
  const digits = z.union([z.string().check(z.regex(/^\d{1,9}$/, message)), z.number()], message)
  return z.pipe(
    z.pipe(digits, z.transform(Number)),
    z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
  )
}

/** What a member is in the club, in the game's words. */
export const clubRole = z.enum(CLUB_ROLES)

export const entityType = z.enum(ENTITY_TYPES)

/** A tag in any spelling; handlers receive the canonical one, with its `#`. */
export const tagField = z.pipe(
  z.pipe(
    z.string(says('error.tag')),
    z.transform((text) => normaliseTag(text) ?? ''),
  ),
  z
    .string()
    .check(z.minLength(1, says('error.tag')), z.meta({ description: 'Tag with its leading #', example: '#2GRPGJ8' })),
)

/** A tag, or the alias that stands for a hidden member at their club's desk. */
export const memberField = z
  .union([z.string().check(z.regex(/^hidden-[0-9a-f]{12}$/)), tagField], says('error.tag'))
  .check(z.meta({ description: 'Tag with its leading #, or the alias of a hidden member', example: '#2GRPGJ8' }))

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

/** A date that a caller sends. */
export const dateText = (message: string) => z.iso.date(message).check(z.refine((date) => date >= FIRST_DATE, message))

/** ISO 8601 calendar date, UTC. */
export const day = z.string().check(z.meta({ format: 'date' }))

/** When the newest observation behind an answer was made, and whether that is more than 24 hours ago. */
export const freshness = { last_updated: time, stale: z.boolean() }

/** A score from 0 to 100; null, not 0, where nothing was observed. */
export const score = z.nullable(z.number().check(z.minimum(0), z.maximum(SCORE_MAX)))

/** A number that may not be known. */
export const maybeNumber = z.nullable(z.number())

/** A text that may not be known. */
export const maybeText = z.nullable(z.string())

/**
 * How many days are known and how many scores need, while there are too few: then no score is given, and pages say
 * "Learning: 2 of 7 days". Null when there are enough (docs/formulas.md#analytics-availability).
 */
export const learning = z.nullable(z.object({ observed_days: z.int(), needed: z.int() }))

/** Common to the analytics of clubs and players: whether there is enough history, and since when it is kept. */
export const analyticsAvailable = {
  analytics_available: z.boolean(),
  /** The reason as a sentence; null when analytics are available. */
  unavailable_reason: maybeText,
  /** The day on which they will be, if every day brings an observation; null when they are available. */
  available_on: z.nullable(day),
  observed_days: z.int(),
  learning,
  tracked_since: time,
  ...freshness,
  /** What the figures say, in one plain sentence. */
  summary: maybeText,
}

/** The trophy line of a player or club over a timeframe, one row for each UTC day (docs/formulas.md#trophy-line). */
export const TrophyProgression = z
  .object({
    tag: z.string(),
    days: z.int(),
    ...freshness,
    /** The end of the day before the first row, from which the gain counts; null where the first look came later. */
    before: z.nullable(z.object({ date: day, trophies: z.int(), observed: z.boolean() })),
    progression_data: z.array(
      z.object({
        date: day,
        /** Last trophies seen on or before the end of the day; null before the first observation. */
        trophies: maybeNumber,
        /** Null where the trophies of this day or the day before are not known. */
        trophies_changed: z.nullable(z.boolean()),
        trophy_change: maybeNumber,
        /** The part of the day's change that a season reset or a withdrawn brawler took, 0 or less. */
        reset: z.number(),
        /** Whether a scan saw the player or club that day; otherwise `trophies` is carried forward. */
        observed: z.boolean(),
        /** Of a club: trophies that joiners brought (0 or more) and leavers took along (0 or less); null where not known. */
        joined: z.optional(maybeNumber),
        left: z.optional(maybeNumber),
      }),
    ),
    summary: z.object({
      starting_trophies: maybeNumber,
      total_gain: maybeNumber,
      /** Of a club: the parts of `total_gain`, which add up to it; null where not known. */
      total_gain_played: z.optional(maybeNumber),
      total_gain_joined: z.optional(maybeNumber),
      total_gain_left: z.optional(maybeNumber),
      /** The days over which the gain was made: fewer than asked for where tracking began later. */
      span_days: z.int(),
      peak_trophies: maybeNumber,
      active_days: z.int(),
      /** The largest daily rise and fall, resets taken out. */
      biggest_gain: z.number(),
      biggest_loss: z.number(),
      observed_days: z.int(),
    }),
  })
  .check(z.meta({ id: 'TrophyProgression' }))

/** What a user logs in with, or names themselves by when the password is forgotten. */
export const identifier = plainText(says('error.identifier'), { min: 1, max: 254 })

/** A language of the site: `de`, `pt-BR`. */
export const language = z.enum(LANGUAGE_CODES, `language must be one of ${LANGUAGE_CODES.join(', ')}`)

/** The answer of a call that only does something. */
export const Done = z.object({ ok: z.literal(true) })
