import * as z from 'zod/mini'
import { day, freshness, maybeNumber } from './fields.ts'

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
