import * as z from 'zod/mini'
import { FAMILIES } from '../kinds.ts'
import { endpoint } from './endpoint.ts'
import { freshness, maybeNumber, maybeText, TagParams, TimeframeQuery, time, wholeNumber } from './fields.ts'

/** What is counted together (docs/formulas.md#battles). Other battles enter no rate. */
export const RATED_FAMILIES = ['ladder', 'ranked'] as const
export const LOBBIES = ['people', 'bots', 'likely_bots', 'unknown'] as const
/** `people`: without lobbies that were probably filled by the computer. */
export const LOBBY_CHOICES = ['people', 'all'] as const

export const family = z._default(z.enum(RATED_FAMILIES, `family must be one of ${RATED_FAMILIES.join(', ')}`), 'ladder')

const BattlesQuery = z.object({
  ...TimeframeQuery.shape,
  family,
  lobby: z._default(z.enum(LOBBY_CHOICES, `lobby must be one of ${LOBBY_CHOICES.join(', ')}`), 'people'),
})

/** How much a rate can be trusted: fewer than 10 battles give none, then it is unsure, fairly sure, and sure enough. */
export const sample = z.enum(['none', 'few', 'building', 'enough'])

/** Battles that are won or lost. Rates are percent, from 0 to 100. */
export const rated = {
  /** Wins, losses and draws. */
  battles: z.int(),
  wins: z.int(),
  losses: z.int(),
  /** Shown, and left out of the rate. */
  draws: z.int(),
  /** The share of wins, drawn towards `prior` as by `prior_weight` more battles; null with too few battles. */
  rate: maybeNumber,
  /** The interval of the share of wins that holds in 95 of 100 cases (Wilson); null with the rate. */
  low: maybeNumber,
  high: maybeNumber,
  sample,
  prior: maybeNumber,
  prior_weight: z.int(),
}

/** Showdowns have places, which are never mixed with wins. Null where there was none. */
export const places = z.nullable(
  z.object({
    battles: z.int(),
    mean_place: z.number(),
    /** Percent of battles that ended in the better half of the places. */
    top_half: z.number(),
  }),
)

/** Which part of the time is known; beside every sum. */
const coverage = z.object({
  /** Percent of the tracked time of these days of which every battle is known; null before the first battle log. */
  share: maybeNumber,
  /** Since when battle logs tell of battles; null before the first one. */
  since: z.nullable(time),
  /** Some battles were missed: the game's log holds the newest 25 only. */
  missed: z.boolean(),
})

/** Battles by weekday, from Monday, and hour of the day, in UTC; null where no battle log tells of this hour of the week. */
const hours = z.array(z.array(z.nullable(z.int())).check(z.length(24))).check(z.length(7))

/** Null in showdowns, which have places. */
const result = z.nullable(z.enum(['win', 'loss', 'draw']))

export const brawler = { brawler_id: z.int(), brawler_name: z.string() }

/** Whether there are enough battles to say something, and how many that takes. */
export const enough = { enough: z.boolean(), needed: z.int() }

const named = z.object({ tag: z.string(), name: z.string() })

/** Who played together: their rate beside what is usual for them in the same modes. */
const together = {
  ...rated,
  /**
   * Percent: of a player's clubmates what the player usually wins in these modes, of pairs and trios of a club the mean of
   * what each of them does. It is the rate's prior; null with the rate.
   */
  usual: maybeNumber,
  /** Rate less `usual` in percentage points; null with fewer than 20 battles. */
  edge: maybeNumber,
}

export const PlayerBattles = z
  .object({
    tag: z.string(),
    days: z.int(),
    family: z.enum(RATED_FAMILIES),
    lobby: z.enum(LOBBY_CHOICES),
    ...freshness,
    ...enough,
    coverage,
    /** One sentence; null with too few battles. */
    summary: maybeText,
    totals: z.object({
      ...rated,
      /**
       * Battles won more than others win in the same lobbies, in 100 battles; null with too few, or where theirs are
       * not known.
       */
      above_expected: maybeNumber,
      trophies_won: z.int(),
      /** Of the battles whose duration the game tells. */
      seconds_played: z.int(),
      battles_timed: z.int(),
      stars_per_win: maybeNumber,
      /** Wins (positive) or losses (negative) in a row up to now; a draw ends them. */
      current_streak: z.int(),
      /** Of wins. */
      longest_streak: z.int(),
      places,
    }),
    /** Battles of this family by lobby, before the choice of lobby. */
    by_lobby: z.object({ people: z.int(), bots: z.int(), likely_bots: z.int(), unknown: z.int() }),
    /** The newest 25, newest first. */
    latest: z.array(
      z.object({
        time,
        mode: z.string(),
        /** In duels the first of several; null where the log does not tell. */
        brawler_id: z.nullable(z.int()),
        brawler_name: maybeText,
        result,
        place: maybeNumber,
        teams: maybeNumber,
      }),
    ),
    /** The brawler and mode with the highest lower end of the interval, draws left out; null with fewer than 20 battles. */
    strongest: z.nullable(z.object({ ...brawler, mode: z.string(), battles: z.int(), wins: z.int() })),
    by_mode: z.array(z.object({ mode: z.string(), ...rated, places })),
    /**
     * In duels all brawlers of the player share the result, and each has trophies of its own; `trophies_won` is null where
     * an earlier version stored a duel without them.
     */
    by_brawler: z.array(z.object({ ...brawler, ...rated, places, trophies_won: maybeNumber })),
    by_map: z.array(
      z.object({
        event_id: z.int(),
        map: maybeText,
        mode: z.string(),
        ...rated,
        places,
        /** The brawler that this player does best with here; null with too few battles. */
        best: z.nullable(z.object({ ...brawler, ...rated })),
      }),
    ),
    hours,
    /** Members of the player's club who were on the same team, most battles first. */
    played_with: z.array(z.object({ tag: z.string(), name: z.string(), ...together })),
  })
  .check(z.meta({ id: 'PlayerBattles' }))

export const getPlayerBattles = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/battles',
  summary: 'How a player fights: modes, brawlers, maps, hours and teammates',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: BattlesQuery,
  response: PlayerBattles,
})

/** Battles on a page of the list, and the most that a call may ask for. */
export const BATTLES_PAGE = 25
const BATTLES_MOST = 100

const CURSOR_MESSAGE = 'before must be the `next` of another page'

export const PlayerBattle = z
  .object({
    /** When it ended, to the second. */
    time,
    mode: z.string(),
    event_id: z.int(),
    map: maybeText,
    /** `other`: friendly battles, challenges and battles against the computer. */
    family: z.enum(FAMILIES),
    format: z.enum(['teams', 'showdown', 'duels']),
    lobby: z.enum(LOBBIES),
    result,
    place: maybeNumber,
    trophy_change: z.int(),
    /** Null where the battle names no star player. */
    star: z.nullable(z.boolean()),
    seconds: maybeNumber,
    /** The teams, the player's own first. Empty where an earlier version stored the battle without them. */
    sides: z.array(
      z.object({
        players: z.array(
          z.object({
            /** Null: somebody who is hidden. */
            tag: maybeText,
            /** Null where nobody of this tag is tracked. */
            name: maybeText,
            brawlers: z.array(
              z.object({
                id: z.int(),
                name: z.string(),
                power: maybeNumber,
                trophies: maybeNumber,
                /** In duels what each of the player's own brawlers won or lost; null elsewhere and where it is unknown. */
                trophy_change: maybeNumber,
              }),
            ),
            star: z.boolean(),
          }),
        ),
      }),
    ),
  })
  .check(z.meta({ id: 'PlayerBattle' }))

export const listPlayerBattles = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/battles',
  summary: 'The stored battles of a player, newest first',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: z.object({
    /** `next` of the page before. */
    before: z.optional(
      z
        .string(CURSOR_MESSAGE)
        .check(
          z.regex(/^\d{1,11}-[0-9a-f]{32}$/, CURSOR_MESSAGE),
          z.meta({ example: '1776444960-0123456789abcdef0123456789abcdef' }),
        ),
    ),
    limit: z._default(wholeNumber('limit', { min: 1, max: BATTLES_MOST }), BATTLES_PAGE),
  }),
  response: z.object({
    tag: z.string(),
    name: z.string(),
    ...freshness,
    coverage,
    battles: z.array(PlayerBattle),
    /** For `before` of the next page; null on the last one. */
    next: maybeText,
  }),
})

export const ClubBattles = z
  .object({
    tag: z.string(),
    days: z.int(),
    ...freshness,
    ...enough,
    coverage,
    summary: maybeText,
    /** Of the present members, each one's own: what two fought together counts for both. */
    battles: z.int(),
    /** Of all battles, as `together_share`; rates are of ladder battles against people. */
    hours,
    /**
     * The three hours of the week, from Monday and in UTC, in which most members were online on average: the best to play
     * together. `mean_members` is over the dates that are known. Only hours that are known on 3 dates and in which 3
     * members played.
     */
    best_hours: z.array(z.object({ weekday: z.int(), hour: z.int(), battles: z.int(), mean_members: z.number() })),
    by_mode: z.array(z.object({ mode: z.string(), ...rated, places })),
    /** The 20 with the highest lower ends. */
    pairs: z.array(z.object({ players: z.array(named), ...together })),
    trios: z.array(z.object({ players: z.array(named), ...together })),
    /** Those whose battle logs are known, most battles first. */
    members: z.array(
      z.object({
        tag: z.string(),
        name: z.string(),
        ...rated,
        /** Percent of this member's team battles played with clubmates; null without any. */
        together_share: maybeNumber,
      }),
    ),
    /** Percent of the members' team battles that were played with clubmates; null without any. */
    together_share: maybeNumber,
  })
  .check(z.meta({ id: 'ClubBattles' }))

export const getClubBattles = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/battles',
  summary: 'When a club plays, what, and who plays with whom',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: ClubBattles,
})

/** Trophies of a brawler in steps of 200; the last bin is open. */
export const BIN_SIZE = 200
export const LAST_BIN = 2000
