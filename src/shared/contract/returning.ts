import * as z from 'zod/mini'
import { ROSTER_EVENT_KINDS } from '../event-texts.ts'
import { FAVOURITES_MAX } from '../limits.ts'
import { ENTITY_TYPES, normaliseTag } from '../tag.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import { entityType, freshness, maybeNumber, maybeText, plainText, TagParams, tagField, time } from './fields.ts'
import { ReachedEvent } from './ranked.ts'

const SINCE = 'since must be a moment like 2026-03-15T12:00:00Z'
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A moment of a query string; handlers receive it in UTC. */
const moment = z.pipe(
  z.pipe(
    z.string(SINCE).check(z.regex(MOMENT, SINCE)),
    z.transform((text) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString())),
  ),
  z.string().check(z.minLength(1, SINCE), z.meta({ format: 'date-time', example: '2026-03-15T12:00:00Z' })),
)

/** What pages word with `changeLines`. */
const changeFacts = {
  /** `gain` is without what resets took, which is `reset`; both are null where that cannot be told. */
  trophies: z.object({ before: maybeNumber, now: maybeNumber, gain: maybeNumber, reset: maybeNumber }),
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
}

const Changes = z
  .object({
    type: entityType,
    tag: z.string(),
    name: z.string(),
    /**
     * The moment from which on it is counted: the one asked for, or the start of its UTC day where no more is kept of
     * it.
     */
    since: time,
    ...freshness,
    ...changeFacts,
    /**
     * What a player reached in the Ranked mode and with brawlers since the start of that day: the highest tier from Gold
     * on, the highest rating ever, levels of prestige and ten wins in a row more. `figure`: rating, level or wins.
     */
    reached: z.array(ReachedEvent),
    /** Of a club: the parts of the gain, which add up to it. Null of a player, and where not known. */
    moved: z.nullable(z.object({ played: z.number(), joined: z.number(), left: z.number() })),
  })
  .check(z.meta({ id: 'Changes' }))

const sinceQuery = z.object({ since: moment })

export const getClubChanges = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/changes',
  summary: 'What changed in a club since a moment',
  access: 'public',
  params: TagParams,
  query: sinceQuery,
  response: Changes,
})

export const getPlayerChanges = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/changes',
  summary: 'What changed about a player since a moment',
  access: 'public',
  params: TagParams,
  query: sinceQuery,
  response: Changes,
})

const type = z.enum(ENTITY_TYPES, 'type must be club or player')
const favourite = z.object({ type, tag: tagField })
const list = z
  .array(favourite, 'favourites must be a list')
  .check(z.minLength(1), z.maxLength(FAVOURITES_MAX, says('error.favouritesMost', { count: FAVOURITES_MAX })))

const Favourites = z.object({
  /** In the order of the board. The name is null while the club or player is not tracked or not shown. */
  favourites: z.array(z.object({ type, tag: z.string(), name: maybeText })),
  favourites_max: z.int(),
})

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/favourites',
  summary: 'The favourites of the account, in the order of the board',
  access: 'user',
  response: Favourites,
})

export const addFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  summary: 'Add favourites at the end of the board; those of a guest come with the login',
  access: 'user',
  body: z.object({ favourites: list }),
  response: z.extend(Favourites, {
    /** How many had no room any more. */
    left_out: z.int(),
  }),
})

export const orderFavourites = endpoint({
  method: 'PUT',
  path: '/api/favourites',
  summary: 'Put favourites first, in this order; the others follow in theirs',
  access: 'user',
  body: z.object({ favourites: list }),
  response: Favourites,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/{type}/{tag}',
  summary: 'Remove a favourite',
  access: 'user',
  params: favourite,
  response: Favourites,
})

export const noteVisit = endpoint({
  method: 'POST',
  path: '/api/visits',
  summary: 'Note that I look at a club, a player or the dashboard, and read when I did last',
  access: 'user',
  body: z.object({ tag: z.union([z.literal('dashboard'), tagField], says('error.tag')) }),
  response: z.object({
    /** Null for a first visit, and where the last one is more than 90 days ago. */
    before: z.nullable(time),
  }),
})

/** Tags of a query string, with commas between them. */
const tags = (label: string) => {
  const message = `${label} must be up to ${FAVOURITES_MAX} tags with commas between them`
  return z._default(
    z.pipe(
      z.pipe(
        z.string(message).check(z.maxLength(20 * FAVOURITES_MAX, message)),
        z.transform((text) => [...new Set(text.split(',').filter((each) => each !== ''))].map(normaliseTag)),
      ),
      z.array(z.string(message), message).check(z.maxLength(FAVOURITES_MAX, message)),
    ),
    [],
  )
}

const BoardEntry = z
  .object({
    type,
    tag: z.string(),
    name: z.string(),
    trophies: z.int(),
    /** Gains in trophies without resets: of the UTC day, and of 7 days. Null where nobody looked in these days. */
    today: maybeNumber,
    week: maybeNumber,
    /** What of them was won by play, without what came and went with a club's members; null where that is not known. */
    today_played: maybeNumber,
    week_played: maybeNumber,
    /** The closes of the last 30 UTC days; null before the first observation. */
    closes: z.array(maybeNumber),
    ...freshness,
    /** Null where no moment is given. Trophies are counted from the start of its UTC day; unknown where that is today. */
    changes: z.nullable(z.object(changeFacts)),
  })
  .check(z.meta({ id: 'BoardEntry' }))

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/browse/board',
  summary: 'Clubs and players side by side: their last days, and what changed since a moment',
  access: 'public',
  query: z.object({ clubs: tags('clubs'), players: tags('players'), since: z.optional(moment) }),
  response: z.object({
    /** Clubs, then players, each in the order asked for. Those that are not tracked or not shown are left out. */
    entries: z.array(BoardEntry),
  }),
})

export const suggestNames = endpoint({
  method: 'GET',
  path: '/api/browse/names',
  summary: 'Clubs and players whose names match a text, the better match first; it costs no search',
  access: 'public',
  query: z.object({ text: plainText('text', { min: 2, max: 40 }) }),
  response: z.object({
    names: z.array(
      z
        .object({
          type,
          tag: z.string(),
          name: z.string(),
          trophies: z.int(),
          /** Of a player: the club. Of a club: how many members it has. */
          club_name: maybeText,
          member_count: maybeNumber,
        })
        .check(z.meta({ id: 'NameSuggestion' })),
    ),
  }),
})
