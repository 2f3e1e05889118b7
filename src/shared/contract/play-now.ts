import * as z from 'zod/mini'
import { brawler } from './battles.ts'
import { endpoint } from './endpoint.ts'
import { freshness, maybeNumber, maybeText, TagParams, time } from './fields.ts'

/** A brawler and what is expected of it, percent (docs/formulas.md#play-now). */
const advised = z
  .object({
    ...brawler,
    power: maybeNumber,
    trophies: maybeNumber,
    /** Expected share of wins; where places count, of places in the better half. */
    share: z.number(),
    /** The interval that holds it in 95 of 100 cases. */
    low: z.number(),
    high: z.number(),
    /** Where places count and some of this mode are known; null elsewhere. */
    mean_place: maybeNumber,
    /** The player's own battles in the mode, and those of them on the map; null with fewer than 5: others tell alone. */
    own: z.nullable(z.object({ battles: z.int(), won: z.int(), map_battles: z.int(), map_won: z.int() })),
    /** What others do with it at these trophies on the map, in the mode, or everywhere; null where too little is known. */
    others: z.nullable(z.object({ share: z.number(), battles: z.int(), of: z.enum(['map', 'mode', 'all']) })),
  })
  .check(z.meta({ id: 'Advised' }))

/** `places` in showdowns, which have no wins. `best`: the three best brawlers; none where nothing is known of any. */
const advice = { counts: z.enum(['wins', 'places']), best: z.array(advised) }

export const getPlayNow = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/play-now',
  summary: 'The best brawlers of a player on each map that is open now',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  response: z
    .object({
      tag: z.string(),
      name: z.string(),
      ...freshness,
      /** How many dates of own battles are counted. */
      days: z.int(),
      /** Brawlers below this power are left out. */
      min_power: z.int(),
      /** Brawlers that the player owns, and those that are strong enough; null until the profile was collected. */
      owned: maybeNumber,
      fit: maybeNumber,
      /** The maps of the ladder that are open now, the best advice first; none where the rotation is not known. */
      events: z.array(z.object({ event_id: z.int(), map: maybeText, mode: z.string(), ends_at: time, ...advice })),
      /** The modes of Ranked of the last weeks, whose maps are not known before, the best advice first. */
      ranked: z.array(z.object({ mode: z.string(), ...advice })),
    })
    .check(z.meta({ id: 'PlayNow' })),
})
