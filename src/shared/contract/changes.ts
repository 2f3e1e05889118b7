import * as z from 'zod/mini'
import { ROSTER_EVENT_KINDS } from './clubs.ts'
import { endpoint } from './endpoint.ts'
import { freshness, maybeNumber, maybeText, TagParams, time } from './fields.ts'

const SINCE = 'since must be a moment like 2026-03-15T12:00:00Z'
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A moment of a query string; handlers receive it in UTC. */
export const moment = z.pipe(
  z.pipe(
    z.string(SINCE).check(z.regex(MOMENT, SINCE)),
    z.transform((text) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString())),
  ),
  z.string().check(z.minLength(1, SINCE), z.meta({ format: 'date-time', example: '2026-03-15T12:00:00Z' })),
)

const Changes = z
  .object({
    type: z.enum(['club', 'player']),
    tag: z.string(),
    name: z.string(),
    /** The moment from which on it is counted: the one asked for, or the start of its UTC day where no more is kept of that day. */
    since: time,
    ...freshness,
    /** `gain` is without what resets took, which is `reset`; both are null where that cannot be told. */
    trophies: z.object({ before: maybeNumber, now: maybeNumber, gain: maybeNumber, reset: maybeNumber }),
    /** Of a club: the parts of `gain`, which add up to it. Null of a player, and where not known. */
    moved: z.nullable(z.object({ played: z.number(), joined: z.number(), left: z.number() })),
    /** Milestones that a player passed, lowest first. */
    milestones: z.array(z.int()),
    /** More trophies than ever seen before, where that is known of 28 days at least. */
    record: maybeNumber,
    /** Places among the best 200 of the world or a country that differ; null for a place that is not among them. */
    ranks: z.array(z.object({ country: z.string(), before: maybeNumber, now: maybeNumber })),
    /** What differs between the two moments, newest first: somebody who came and left again is in none. 50 at most. */
    events: z.array(
      z
        .object({
          kind: z.enum(ROSTER_EVENT_KINDS),
          player_tag: maybeText,
          player_name: maybeText,
          before: maybeText,
          after: maybeText,
          observed_at: time,
        })
        .check(z.meta({ id: 'NetEvent' })),
    ),
    events_total: z.int(),
  })
  .check(z.meta({ id: 'Changes' }))

const query = z.object({ since: moment })

export const getClubChanges = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/changes',
  summary: 'What changed in a club since a moment',
  access: 'public',
  params: TagParams,
  query,
  response: Changes,
})

export const getPlayerChanges = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/changes',
  summary: 'What changed about a player since a moment',
  access: 'public',
  params: TagParams,
  query,
  response: Changes,
})
