import * as z from 'zod/mini'
import { day } from './fields.ts'

const until = z.nullable(day)
const maybe = z.nullable(z.number())

/** `gain`: trophies gained within `days`; null where that is not known or not told. */
const gained = { gain: maybe, days: z.number() }

/** The place by trophies among the members; null in a small club. */
const placed = { place: maybe, members: z.number() }

/** The facts of a reason, of which `reasonWords` (src/shared/desk-reasons.ts) makes the sentence. */
export const Reason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('away'), until }),
    z.object({ kind: z.literal('back'), days: z.number() }),
    z.object({ kind: z.literal('safe'), until }),
    z.object({ kind: z.literal('joined'), days: z.number() }),
    z.object({ kind: z.literal('unseen') }),
    z.object({ kind: z.literal('learning'), known: z.number(), needed: z.number() }),
    z.object({ kind: z.literal('blacklist'), until }),
    /** `counted`: days of the silence in the club and without an absence, where that is fewer. */
    z.object({ kind: z.literal('silent'), days: z.number(), at_least: z.boolean(), counted: maybe }),
    /** Days a week. */
    z.object({ kind: z.literal('usual'), days: z.number() }),
    z.object({ kind: z.literal('warnings'), warnings: z.number(), weight: z.number() }),
    /** What the club would lose: the place by trophies, and the gain. One of both is known. */
    z.object({ kind: z.literal('loss'), ...placed, ...gained }),
    z.object({ kind: z.literal('trophies'), own: z.number(), bar: z.number() }),
    /** Places from the lowest tier, 1, to the highest. */
    z.object({ kind: z.literal('tier'), own: z.number(), bar: z.number() }),
    z.object({ kind: z.literal('prestige'), own: z.number(), bar: z.number() }),
    z.object({ kind: z.literal('overall'), score: z.number(), ...placed }),
    z.object({ kind: z.literal('activity'), score: z.number(), ...gained }),
    z.object({ kind: z.literal('seats'), seats: z.number() }),
    z.object({ kind: z.literal('in_club'), days: z.number(), at_least: z.boolean() }),
    /** Of applicants: the parts of the fit. Null where not known. */
    z.object({ kind: z.literal('active'), active: z.number(), known: z.number() }),
    z.object({ kind: z.literal('even'), score: maybe }),
    z.object({ kind: z.literal('bar'), trophies: maybe, bar: maybe }),
    z.object({ kind: z.literal('hours'), share: maybe }),
    z.object({ kind: z.literal('stayed'), days: z.number(), clubs: z.number() }),
    z.object({ kind: z.literal('listed') }),
  ])
  .check(z.meta({ id: 'DeskReason' }))
export type Reason = z.infer<typeof Reason>
