import * as z from 'zod/mini'
import { BRAWLER_TIERS } from '../brawler-tiers.ts'
import { BIN_SIZE, brawler, enough, family, LAST_BIN, places, RATED_FAMILIES, rated, sample } from './battles.ts'
import { endpoint } from './endpoint.ts'
import { maybeNumber, maybeText, plainText, time, wholeNumber } from './fields.ts'

/** Weeks that the figures of brawlers may be of. */
export const META_WEEKS = [1, 4, 8, 12] as const

const metaWeeks = z.pipe(
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,2}$/, weeksMessage())), z.number()], weeksMessage()),
    z.transform(Number),
  ),
  z.literal([...META_WEEKS], weeksMessage()),
)

function weeksMessage(): string {
  return `weeks must be one of ${META_WEEKS.join(', ')}`
}

/** Battles that it takes before anything is said of brawlers. */
export const META_ENOUGH = 50

/** By its place among the lower ends (docs/formulas.md#tiers); null where too few battles are known. */
const tier = z.nullable(z.enum(BRAWLER_TIERS))

const BrawlerQuery = z.object({
  family,
  /** The lowest trophies of the bin. */
  bin: z.optional(
    wholeNumber('bin', { min: 0, max: LAST_BIN }).check(
      z.refine((trophies) => trophies % BIN_SIZE === 0, `bin must be a multiple of ${BIN_SIZE}, at most ${LAST_BIN}`),
    ),
  ),
  weeks: z._default(metaWeeks, 4),
})

const MetaQuery = z.object({
  ...BrawlerQuery.shape,
  mode: z.optional(plainText('mode', { min: 1, max: 40 })),
  event_id: z.optional(wholeNumber('event_id', { min: 1, max: 999_999_999 })),
})

/** The Monday with which the figures begin. */
const since = z.string().check(z.meta({ format: 'date' }))

/** `last_updated`: when the newest of these battles ended; null without any. */
const freshness = { last_updated: z.nullable(time), stale: z.boolean() }

/** A corrected rate and what it is made of (docs/formulas.md#brawlers-that-win). */
const corrected = {
  picks: z.int(),
  wins: z.int(),
  losses: z.int(),
  draws: z.int(),
  rate: maybeNumber,
  low: maybeNumber,
  high: maybeNumber,
  /** The corrected rate before it is drawn towards 50, percent. */
  corrected: maybeNumber,
  prior_weight: z.int(),
}

/** How a brawler does: the rate is corrected for who plays it, and where. */
const metaRate = {
  ...corrected,
  sample,
  /** Percent of all picks. */
  pick_rate: z.number(),
  stars_per_win: maybeNumber,
  /** Percentage points against the four weeks before; null where either has too few battles, and for a brawler's maps. */
  change: maybeNumber,
  /** In showdowns; never mixed with wins. */
  places,
}

export const getMeta = endpoint({
  method: 'GET',
  path: '/api/analytics/meta',
  summary: 'Which brawlers win, by mode, map and trophies',
  access: 'public',
  formats: ['json', 'csv'],
  query: MetaQuery,
  response: z
    .object({
      family: z.enum(RATED_FAMILIES),
      mode: maybeText,
      event_id: maybeNumber,
      map: maybeText,
      bin: maybeNumber,
      weeks: z.int(),
      since,
      ...freshness,
      ...enough,
      battles: z.int(),
      picks: z.int(),
      /** Modes with battles in these weeks, most battles first. */
      modes: z.array(z.object({ mode: z.string(), battles: z.int() })),
      brawlers: z.array(z.object({ ...brawler, tier, ...metaRate })),
    })
    .check(z.meta({ id: 'Meta' })),
})

export const getBrawlerMeta = endpoint({
  method: 'GET',
  path: '/api/analytics/meta/brawler/{brawler_id}',
  summary: 'Where a brawler wins, and how that changed week by week',
  access: 'public',
  formats: ['json', 'csv'],
  params: z.object({ brawler_id: wholeNumber('brawler_id', { min: 1, max: 999_999_999 }) }),
  query: BrawlerQuery,
  response: z
    .object({
      ...brawler,
      family: z.enum(RATED_FAMILIES),
      bin: maybeNumber,
      weeks: z.int(),
      since,
      ...freshness,
      ...enough,
      /** Among all brawlers, in all modes. */
      tier,
      /** Null where nobody picked it in these weeks. */
      overall: z.nullable(z.object(metaRate)),
      by_mode: z.array(z.object({ mode: z.string(), ...metaRate })),
      by_map: z.array(z.object({ event_id: z.int(), map: maybeText, mode: z.string(), ...metaRate })),
      /** The last twelve weeks, oldest first; rates of weeks with too few battles are null. */
      trend: z.array(
        z.object({
          week: since,
          ...corrected,
          /** Null in a week of which no battle is stored. */
          pick_rate: maybeNumber,
        }),
      ),
      /** The first day that `players` count. They count all trophies and the whole months from then on. */
      players_since: since,
      /**
       * The 50 tracked players who do best with it against people, by the lower end; each with 20 decided battles or
       * more.
       */
      players: z.array(z.object({ tag: z.string(), name: z.string(), ...rated })),
    })
    .check(z.meta({ id: 'BrawlerMeta' })),
})

export const getMaps = endpoint({
  method: 'GET',
  path: '/api/analytics/maps',
  summary: 'Maps of the last 8 weeks, those in rotation first, with the best brawlers of the last 4 weeks',
  access: 'public',
  formats: ['json', 'csv'],
  response: z
    .object({
      ...freshness,
      maps: z.array(
        z.object({
          event_id: z.int(),
          map: maybeText,
          mode: z.string(),
          battles: z.int(),
          /** Until when the game plays it now; null for a map that is not in rotation. */
          until: z.nullable(time),
          /** At most three of the last 4 weeks that win more than half, with a tier where there are tiers; best first. */
          best: z.array(
            z.object({
              ...brawler,
              picks: z.int(),
              /** The corrected rate, percent; null in showdowns: `top_half` is the share of places in the better half. */
              rate: maybeNumber,
              top_half: maybeNumber,
            }),
          ),
        }),
      ),
    })
    .check(z.meta({ id: 'Maps' })),
})
