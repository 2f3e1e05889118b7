import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayerRanked } from '#shared/contract/ranked.ts'

type PlayerRanked = Output<typeof getPlayerRanked>

const SEEN = '2026-11-21T09:00:00Z'
const MYTHIC = { tier: 'Mythic I', tier_place: 13, rating: 4750 }
const LEGENDARY = { tier: 'Legendary II', tier_place: 17, rating: 6900 }

const IN_47 = { season: 47, prestige: 11, fame: null }
const IN_48 = { season: 48, prestige: 12, fame: null }

/** A player in the second season that is known, whose Poco is near to a thousand. */
export const PLAYER_RANKED: PlayerRanked = {
  tag: '#8PQ',
  days: 30,
  last_updated: SEEN,
  stale: false,
  ranked: {
    ...MYTHIC,
    as_of: '2026-11-21',
    next_tier: { tier: 'Mythic II', tier_place: 14, rating_missing: 250 },
    season_best: { tier: 'Mythic I', tier_place: 13, rating: 4810 },
    best: { ...LEGENDARY, first_seen: '2026-11-12' },
    seasons: [],
  },
  ranked_days: [
    { date: '2026-11-10', ...LEGENDARY, rating: 6800, ...IN_47, season_start: false },
    { date: '2026-11-18', ...LEGENDARY, ...IN_47, season_start: false },
    { date: '2026-11-19', ...MYTHIC, rating: 4500, ...IN_48, season_start: true },
    { date: '2026-11-21', ...MYTHIC, ...IN_48, season_start: false },
  ],
  events: [],
  prestige: {
    total: 12,
    as_of: '2026-11-21',
    fame: null,
    next: [
      { brawler_id: 16_000_013, name: 'Poco', level: 0, trophies: 969, trophies_missing: 31 },
      { brawler_id: 16_000_000, name: 'Shelly', level: 1, trophies: 1100, trophies_missing: 900 },
    ],
    reached: [{ brawler_id: 16_000_005, name: 'Spike', level: 2, first_seen: '2026-11-18' }],
    streaks: [{ brawler_id: 16_000_013, name: 'Poco', wins: 27 }],
  },
}

const UNRANKED = { tier: 'Unranked', tier_place: 0, rating: null }

/** Before the first match of a season. */
export const UNRANKED_PLAYER: PlayerRanked = {
  ...PLAYER_RANKED,
  ranked: { ...UNRANKED, as_of: '2026-11-21', next_tier: null, season_best: UNRANKED, best: null, seasons: [] },
  ranked_days: [{ date: '2026-11-21', ...UNRANKED, ...IN_48, season_start: false }],
}

/** No profile told of either. */
export const UNKNOWN_RANKED: PlayerRanked = { ...PLAYER_RANKED, ranked: null, ranked_days: [], prestige: null }
