import { REGIONS, type Region } from '#shared/regions.ts'
import { CLUB_SORTS, PLAYER_SORTS, type Sort } from '#shared/sorts.ts'
import type { EntityType } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'

export const ACTIVITIES = ['high', 'medium', 'low'] as const
export const MEMBERSHIPS = ['member', 'independent'] as const
export const ENTRIES = ['open', 'inviteOnly'] as const

/** The filters, order and page number in the address of a browse page. What is absent has its default. */
export type BrowseSearch = {
  sort?: Sort | undefined
  region?: Region | undefined
  activity?: (typeof ACTIVITIES)[number] | undefined
  membership?: (typeof MEMBERSHIPS)[number] | undefined
  /** In trophies. The range filters only if both ends are given. */
  trophyMin?: number | undefined
  trophyMax?: number | undefined
  search?: string | undefined
  /** Of clubs alone: how one gets in, a free seat, the own trophies that meet the bar, and the country. */
  entry?: (typeof ENTRIES)[number] | undefined
  seats?: 'free' | undefined
  bar?: number | undefined
  country?: string | undefined
  page?: number | undefined
}

const NAME_MAX = 64

/** Reads the query string of a browse page. Values that are not valid are left out, and so get their defaults. */
export function browseSearchOf(kind: EntityType, raw: Record<string, unknown>): BrowseSearch {
  const found = {
    sort: omitWhenUsual('popularity', oneOf(sortsOf(kind), raw.sort)),
    region: omitWhenUsual('global', oneOf(REGIONS, raw.region)),
    activity: oneOf(ACTIVITIES, raw.activity),
    membership: kind === 'player' ? oneOf(MEMBERSHIPS, raw.membership) : undefined,
    ...trophyEnds(raw),
    search: nameOf(raw.search),
    ...(kind === 'club' && wishesOf(raw)),
    page: omitWhenUsual(1, wholeNumberOf(raw.page, 1)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The value, or undefined if it is the default. */
function omitWhenUsual<Value>(usual: Value, value: Value | undefined): Value | undefined {
  return value === usual ? undefined : value
}

function trophyEnds(raw: Record<string, unknown>): Pick<BrowseSearch, 'trophyMin' | 'trophyMax'> {
  const [trophyMin, trophyMax] = [wholeNumberOf(raw.trophyMin), wholeNumberOf(raw.trophyMax)]
  const reversed = trophyMin !== undefined && trophyMax !== undefined && trophyMin > trophyMax
  return reversed ? {} : { trophyMin, trophyMax }
}

function wishesOf(raw: Record<string, unknown>): BrowseSearch {
  return {
    entry: oneOf(ENTRIES, raw.entry),
    seats: oneOf(['free'], raw.seats),
    bar: wholeNumberOf(raw.bar),
    country: /^[A-Z]{2}$/.test(String(raw.country)) ? String(raw.country) : undefined,
  }
}

function nameOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const name = text
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed()
  return name === '' ? undefined : name
}

const SORT_WORDS = {
  popularity: 'score.popularityScore',
  trophies: 'ui.trophies',
  performance_score: 'browse.byPerformance',
  ranked: 'browse.byRanked',
  prestige: 'score.prestige',
  member_count: 'ui.members',
  activity_score: 'browse.byActivity',
  name: 'browse.sortedByName',
  created_date: 'browse.newest',
  growth: 'browse.growth',
} as const satisfies Record<Sort, PlainTextId>

/** The orders that a list offers, as the address and the server name them, the default first. */
export function sortsOf(kind: EntityType): readonly Sort[] {
  return kind === 'club' ? CLUB_SORTS : PLAYER_SORTS
}

/** The orders that a list offers, with their names. */
export function sortChoices(kind: EntityType): (readonly [Sort, string])[] {
  return sortsOf(kind).map((sort) => [sort, t(SORT_WORDS[sort])])
}

export const NO_TROPHIES = { trophyMin: undefined, trophyMax: undefined }

/** The change of the address that removes every filter. The order stays. */
export const NO_FILTERS: BrowseSearch = {
  search: undefined,
  region: undefined,
  activity: undefined,
  membership: undefined,
  entry: undefined,
  seats: undefined,
  bar: undefined,
  country: undefined,
  ...NO_TROPHIES,
}

/** How many filters are in force. */
export function filtersIn({ sort: _sort, page: _page, trophyMin, trophyMax, ...others }: BrowseSearch): number {
  const hasRange = trophyMin !== undefined && trophyMax !== undefined
  return Object.values(others).filter((value) => value !== undefined).length + Number(hasRange)
}

/** The texts of a browse page, by what it lists. */
export const BROWSE_WORDS = {
  club: {
    title: 'pages.clubs',
    loading: 'browse.loadingClubs',
    failed: 'browse.clubsFailed',
    pages: 'browse.pagesOfClubs',
  },
  player: {
    title: 'pages.players',
    loading: 'browse.loadingPlayers',
    failed: 'browse.playersFailed',
    pages: 'browse.pagesOfPlayers',
  },
} as const
