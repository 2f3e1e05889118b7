import type { getClubBattles, getPlayerBattles, listPlayerBattles } from '#shared/contract/battles.ts'
import type { Output } from '#shared/contract/endpoint.ts'

type PlayerBattles = Output<typeof getPlayerBattles>
type ClubBattles = Output<typeof getClubBattles>
type ListedBattles = Output<typeof listPlayerBattles>
type Rated = Pick<
  PlayerBattles['totals'],
  'battles' | 'wins' | 'losses' | 'draws' | 'rate' | 'low' | 'high' | 'sample' | 'prior' | 'prior_weight'
>

const SEEN = '2026-11-21T09:00:00Z'
const FRESH = { last_updated: SEEN, stale: false }
const COVERAGE = { share: 94.2, since: '2026-11-02T10:00:00Z', missed: true }
const NO_HOURS = Array.from({ length: 7 }, () => Array<number>(24).fill(0))

/** Wins and losses with a rate that is plausible for them. */
export function rated(wins: number, losses: number, draws = 0): Rated {
  const decided = wins + losses
  const known = decided >= 10
  const share = (100 * wins) / Math.max(1, decided)
  return {
    battles: decided + draws,
    wins,
    losses,
    draws,
    rate: known ? share : null,
    low: known ? Math.max(0, share - 9) : null,
    high: known ? Math.min(100, share + 8) : null,
    sample: decided < 10 ? 'none' : decided < 20 ? 'few' : decided < 100 ? 'building' : 'enough',
    prior: 54.2,
    prior_weight: 25,
  }
}

const PIPER = { brawler_id: 16_000_015, brawler_name: 'PIPER' }
const PRIMO = { brawler_id: 16_000_010, brawler_name: 'EL PRIMO' }
const PLACES = { battles: 40, mean_place: 3.85, top_half: 61 }

/** A player who wins with Piper in Knockout, plays some showdowns, and met bots in 22 battles. */
export const PLAYER_BATTLES: PlayerBattles = {
  tag: '#8PQ',
  days: 30,
  family: 'ladder',
  lobby: 'people',
  ...FRESH,
  enough: true,
  needed: 10,
  coverage: COVERAGE,
  summary: 'Strongest with Piper in Knockout: 68 of 96 won.',
  totals: {
    ...rated(102, 78, 2),
    above_expected: 4.3,
    trophies_won: 412,
    seconds_played: 18_720,
    battles_timed: 176,
    stars_per_win: 0.31,
    current_streak: 4,
    longest_streak: 9,
    places: PLACES,
  },
  by_lobby: { people: 170, bots: 15, likely_bots: 7, unknown: 52 },
  latest: (['win', 'win', 'win', 'win', 'loss', null, 'draw', 'win', 'loss', 'loss'] as const).map((result, place) => ({
    time: `2026-11-21T08:${String(50 - 4 * place).padStart(2, '0')}:11Z`,
    mode: result === null ? 'soloShowdown' : 'knockout',
    ...PIPER,
    result,
    place: result === null ? 3 : null,
    teams: result === null ? 10 : null,
  })),
  strongest: { ...PIPER, mode: 'knockout', battles: 97, wins: 68 },
  by_mode: [
    { mode: 'knockout', ...rated(71, 33, 1), places: null },
    { mode: 'brawlBall5V5', ...rated(8, 6), places: null },
    { mode: 'hotZone', ...rated(23, 39, 1), places: null },
    { mode: 'soloShowdown', ...rated(0, 0), places: PLACES },
  ],
  by_brawler: [
    { ...PIPER, ...rated(80, 40, 1), places: PLACES, trophies_won: 390 },
    { ...PRIMO, ...rated(6, 2), places: null, trophies_won: 22 },
  ],
  by_map: [
    {
      event_id: 15_000_005,
      map: 'Belle’s Rock',
      mode: 'knockout',
      ...rated(40, 15),
      places: null,
      best: { ...PIPER, ...rated(38, 12) },
    },
    { event_id: 15_000_999, map: null, mode: 'hotZone', ...rated(5, 3), places: null, best: null },
  ],
  hours: NO_HOURS.map((row, weekday) => row.map((_, hour) => (hour >= 17 && hour < 22 ? weekday + hour - 16 : 0))),
  played_with: [
    { tag: '#2PY', name: 'Milo', ...rated(32, 12), usual: 58.5, edge: 8.2 },
    { tag: '#2PL', name: 'ليلى', ...rated(14, 11), usual: 55, edge: 1.1 },
    { tag: '#2PQ', name: 'Ada', ...rated(5, 3), usual: null, edge: null },
  ],
}

/** Six battles only, too few for a rate. */
export const FEW_BATTLES: PlayerBattles = {
  ...PLAYER_BATTLES,
  enough: false,
  summary: null,
  strongest: null,
  totals: { ...PLAYER_BATTLES.totals, ...rated(4, 2), above_expected: null, places: null },
  by_mode: [{ mode: 'knockout', ...rated(4, 2), places: null }],
}

/** Before the first battle log. */
export const NO_BATTLES: PlayerBattles = {
  ...FEW_BATTLES,
  coverage: { share: null, since: null, missed: false },
  totals: { ...FEW_BATTLES.totals, ...rated(0, 0) },
  by_mode: [],
  by_brawler: [],
  by_map: [],
  latest: [],
  played_with: [],
}

const PAIRS: ClubBattles['pairs'] = [
  {
    players: [
      { tag: '#2PY', name: 'Milo' },
      { tag: '#8PQ', name: 'Yuki' },
    ],
    ...rated(32, 12),
    usual: 58.5,
    edge: 8.2,
  },
  {
    players: [
      { tag: '#2PL', name: 'ليلى' },
      { tag: '#8PQ', name: 'Yuki' },
    ],
    ...rated(14, 11),
    usual: 55,
    edge: 1.1,
  },
  {
    players: [
      { tag: '#2PL', name: 'ليلى' },
      { tag: '#2PQ', name: 'Ada' },
    ],
    ...rated(4, 2),
    usual: null,
    edge: null,
  },
]

/** A club whose members meet on Sundays from 19 to 21 UTC. */
export const CLUB_BATTLES: ClubBattles = {
  tag: '#2PYL',
  days: 30,
  ...FRESH,
  enough: true,
  needed: 10,
  coverage: COVERAGE,
  summary: null,
  battles: 812,
  hours: NO_HOURS.map((row, weekday) => row.map((_, hour) => (hour >= 16 && hour < 23 ? 2 * weekday + hour - 15 : 0))),
  best_hours: [
    { weekday: 6, hour: 19, battles: 84, mean_members: 5.3 },
    { weekday: 6, hour: 20, battles: 80, mean_members: 5 },
    { weekday: 4, hour: 18, battles: 40, mean_members: 3.5 },
  ],
  by_mode: PLAYER_BATTLES.by_mode,
  pairs: PAIRS,
  trios: [
    {
      players: [
        { tag: '#2PL', name: 'ليلى' },
        { tag: '#2PY', name: 'Milo' },
        { tag: '#8PQ', name: 'Yuki' },
      ],
      ...rated(15, 9),
      usual: 57,
      edge: 5.1,
    },
  ],
  members: [
    { tag: '#8PQ', name: 'Yuki', ...rated(102, 78, 2), together_share: 38.4 },
    { tag: '#2PY', name: 'Milo', ...rated(60, 50), together_share: 71 },
    { tag: '#2PQ', name: 'Ada', ...rated(5, 3), together_share: 100 },
    { tag: '#2PC', name: 'Noor', ...rated(0, 0), together_share: null },
  ],
  together_share: 44.1,
}

type Participant = ListedBattles['battles'][number]['sides'][number]['players'][number]
const fighter = (tag: string | null, name: string | null, brawler: string, star = false): Participant => ({
  tag,
  name,
  star,
  brawlers: [{ id: 16_000_000 + brawler.length, name: brawler, power: 11, trophies: 1020, trophy_change: null }],
})

const KNOCKOUT: ListedBattles['battles'][number] = {
  time: '2026-11-21T08:50:11Z',
  mode: 'knockout',
  event_id: 15_000_005,
  map: 'Belle’s Rock',
  family: 'ladder',
  format: 'teams',
  lobby: 'people',
  result: 'win',
  place: null,
  trophy_change: 8,
  star: true,
  seconds: 92,
  sides: [
    {
      players: [
        fighter('#8PQ', 'Yuki', 'PIPER', true),
        fighter('#2PY', 'Milo', 'EL PRIMO'),
        fighter(null, null, 'SHELLY'),
      ],
    },
    { players: [fighter('#9QQ0', null, 'COLT'), fighter('#9QQ2', null, 'BULL'), fighter('#9QQ8', null, 'BROCK')] },
  ],
}

/** Four battles: won, lost against bots, third of ten, and one that was stored without its players. */
export const LISTED: ListedBattles = {
  tag: '#8PQ',
  name: 'Yuki',
  ...FRESH,
  coverage: COVERAGE,
  battles: [
    KNOCKOUT,
    { ...KNOCKOUT, time: '2026-11-21T08:44:00Z', result: 'loss', trophy_change: -5, star: false, lobby: 'bots' },
    {
      ...KNOCKOUT,
      time: '2026-11-20T18:10:00Z',
      mode: 'soloShowdown',
      map: null,
      format: 'showdown',
      lobby: 'unknown',
      result: null,
      place: 3,
      star: null,
      seconds: null,
      sides: Array.from({ length: 10 }, (_, team) => ({
        players: [team === 0 ? fighter('#8PQ', 'Yuki', 'PIPER') : fighter(`#9QQ${team}`, null, 'SHELLY')],
      })),
    },
    {
      ...KNOCKOUT,
      time: '2026-11-20T18:02:00Z',
      result: null,
      family: 'other',
      trophy_change: 0,
      star: null,
      sides: [],
    },
  ],
  next: 'next-page',
}
