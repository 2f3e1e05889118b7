/**
 * The columns of each table of `?format=csv`, in their order, and what each means with its unit. Files begin with them, and
 * the OpenAPI document describes files by them. An empty cell is not known.
 */
type Columns = Readonly<Record<string, string>>

/** The names of columns, in their order. */
export function headOf<C extends Columns>(columns: C): (keyof C & string)[] {
  return Object.keys(columns)
}

const standing = {
  tier: 'tier of Ranked by its name',
  tier_place: 'from 1, Bronze I, to 22, Pro; 0 for unranked',
  rating: 'points of Ranked',
}
const PRESTIGE = 'levels of prestige, of all brawlers together'
const FAME = 'points of fame'
const SEASON = 'number of the Ranked season'

const line = {
  date: 'UTC day',
  trophies: 'trophies at its end',
  trophy_change: 'trophies won or lost on it',
  reset: 'trophies that a season end or a withdrawn brawler took, 0 or less',
  observed: 'yes where somebody looked on this day; else the trophies are those of the day before',
}

const fan = {
  date: 'UTC day',
  low: 'trophies; 1 of 10 futures lies below',
  middle: 'trophies; half of the futures lie below',
  high: 'trophies; 1 of 10 futures lies above',
}

const counts = { wins: 'battles', losses: 'battles', draws: 'battles, left out of the rate' }
/** Of the battles alone: the rate is drawn, they are not. */
const interval = { low: 'low end of the share of wins in 95 of 100 cases (Wilson), percent', high: 'high end, percent' }
const SAMPLE = 'how much the rate is made of: none, few, building or enough'
const placed = {
  mean_place: 'mean place in showdowns, from 1',
  top_half: 'showdowns in the better half of the places, percent',
}

const battleRates = {
  table: 'which table the row is of, such as mode or brawler',
  id: 'mode, or the id or tag of what the row is about',
  name: 'its name',
  battles: 'battles that were won, lost or drawn',
  ...counts,
  rate: 'share of wins, drawn towards what is usual, percent',
  ...interval,
  sample: SAMPLE,
  usual: 'what is usual for those who play together, percent',
  edge: 'rate less usual, percentage points',
  showdowns: 'showdowns',
  ...placed,
}

const pickRates = {
  picks: 'battles with the brawler',
  pick_rate: 'share of all picks, percent',
  ...counts,
  rate: 'corrected share of wins, drawn towards 50, percent',
  ...interval,
  sample: SAMPLE,
  corrected: 'the corrected rate before it is drawn, percent',
  stars_per_win: 'star players for each win',
  change: 'against the four weeks before, percentage points',
  places: 'showdowns',
  ...placed,
}

const player = { player_tag: 'tag of the player', player_name: 'name of the player' }

/** By the names of the calls. */
export const CSV_COLUMNS = {
  getClub: {
    ...player,
    role: 'role in the club',
    trophies: 'trophies',
    joined_at: 'UTC time',
    last_change_at: 'UTC time of the last trophy change',
    tier: standing.tier,
    rating: standing.rating,
    prestige: PRESTIGE,
  },
  getMemberScores: {
    rank_in_club: 'place by gain, from 1',
    ...player,
    overall_score: '0 to 100',
    trophy_contribution: '0 to 100',
    activity_consistency: '0 to 100',
    improvement_trend: '0 to 100; 50 is the same pace',
    activity_score: 'active of the known days, percent',
    gain: 'trophies',
    span_days: 'days of the gain',
    active_days: 'days',
    observed_days: 'days',
    total_records: 'scans',
    resting: 'yes or no',
    days_silent: 'days',
    silent_at_least: 'yes where it may be more days',
  },
  getActivityHeatmap: {
    ...player,
    total_trophy_changes: 'trophy changes of all days',
    total_estimated: 'trophy changes of these that are estimated',
    active_days: 'days',
    observed_days: 'days',
  },
  getClubProgression: line,
  getPlayerProgression: {
    ...line,
    season: SEASON,
    tier: standing.tier,
    rating: standing.rating,
    prestige: PRESTIGE,
    fame: FAME,
  },
  getPlayerForecast: fan,
  getClubForecast: fan,
  getPlayerBattles: battleRates,
  getClubBattles: battleRates,
  listPlayerBattles: {
    time: 'UTC time',
    mode: 'mode of the game',
    event_id: 'id of the map in its mode',
    map: 'name of the map',
    family: 'ladder, ranked or other',
    format: 'kind of the teams',
    lobby: 'people, bots, likely_bots or unknown',
    result: 'how it ended',
    place: 'place in showdowns, from 1',
    trophy_change: 'trophies',
    seconds: 'duration in seconds',
    star: 'yes where the player was the star player',
    teams: "tags, the player's own team first",
  },
  getLeaderboard: {
    rank: 'place, from 1',
    previous_rank: 'place in the collection before it',
    tag: 'tag of the player or club',
    name: 'its name',
    trophies: 'trophies',
    club_name: 'club of the player',
    member_count: 'members of the club',
    collected_at: 'UTC time',
  },
  getMeta: { brawler_id: 'id', brawler: 'name', tier: 'tier of the list', ...pickRates },
  getBrawlerMeta: {
    mode: 'mode of the game; empty for the whole',
    event_id: 'id of the map in its mode',
    map: 'name of the map',
    ...pickRates,
    player_tag: 'tag of somebody who plays it best',
    player: 'name of the player',
  },
  getMaps: {
    event_id: 'id of the map in its mode',
    map: 'name of the map',
    mode: 'mode of the game',
    battles: 'battles of the last weeks',
    in_rotation_until: 'UTC time; empty where it cannot be played now',
    best_1: 'best brawler',
    best_2: 'second brawler',
    best_3: 'third brawler',
  },
  getPlayNow: {
    family: 'ladder or ranked',
    mode: 'mode of the game',
    event_id: 'id of the map in its mode',
    map: 'name of the map',
    ends_at: 'UTC time',
    counts: 'wins or places',
    brawler_id: 'id',
    brawler: 'name',
    power: 'level of power',
    trophies: 'trophies of the brawler',
    share: 'expected wins, or places in the better half, percent',
    low: 'low end of the share in 95 of 100 cases, percent',
    high: 'high end, percent',
    mean_place: placed.mean_place,
    own_battles: 'own battles in the mode',
    own_won: 'own wins in the mode',
    map_battles: 'own battles on the map',
    map_won: 'own wins on the map',
    others_share: 'share of others, percent',
    others_battles: 'battles of others',
    others_of: 'whether others are told of the map, the mode or all',
  },
  getPlayerRanked: {
    date: 'UTC day with a profile',
    ...standing,
    season_start: 'yes where a season began since the day before',
    season: SEASON,
    prestige: PRESTIGE,
    fame: FAME,
  },
  getClubRanked: { ...player, ...standing, prestige: PRESTIGE, as_of: 'UTC day of the last profile' },
} as const satisfies Record<string, Columns>

/** What a file of a call has, as one text; null where there is none. */
export function describeCsv(call: string): string | null {
  const columns: Columns | undefined = (CSV_COLUMNS as Record<string, Columns>)[call]
  if (columns === undefined) return null
  const told = Object.entries(columns).map(([name, meaning]) => `${name} (${meaning})`)
  const days = call === 'getActivityHeatmap' ? '; then the trophy changes of each UTC day' : ''
  return `A table for spreadsheets, empty where something is not known. Columns: ${told.join('; ')}${days}`
}
