import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import { countryName, regionName } from '#shared/game-names.ts'
import { abbreviate, formatThousands } from '#shared/number-format.ts'
import { REGIONS, type Region } from '#shared/regions.ts'
import { CLUB_SORTS, PLAYER_SORTS, type Sort } from '#shared/sorts.ts'
import type { EntityType } from '#shared/tag.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'

export const ACTIVITIES = ['high', 'medium', 'low'] as const
export const MEMBERSHIPS = ['member', 'independent'] as const

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
  entry?: keyof typeof ENTRY_WORDS | undefined
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

const SORT_WORDS: Record<Sort, string> = {
  popularity: 'Popularity',
  trophies: 'Trophies',
  performance_score: 'Performance score',
  ranked: 'Ranked rating',
  prestige: 'Prestige',
  member_count: 'Members',
  activity_score: 'Activity score',
  name: 'Name, A to Z',
  created_date: 'Newest here',
  growth: 'Growth in 7 days',
}

/** The orders that a list offers, as the address and the server name them, the default first. */
export function sortsOf(kind: EntityType): readonly Sort[] {
  return kind === 'club' ? CLUB_SORTS : PLAYER_SORTS
}

/** The orders that a list offers, with their names. */
export function sortChoices(kind: EntityType): (readonly [Sort, string])[] {
  return sortsOf(kind).map((sort) => [sort, SORT_WORDS[sort]])
}

export const ACTIVITY_WORDS = { high: 'High (80%+)', medium: 'Medium (50-79%)', low: 'Low (below 50%)' } as const
export const MEMBERSHIP_WORDS = { member: 'In a club', independent: 'Independent' } as const

export const ENTRY_WORDS = { open: 'Open', inviteOnly: 'By invitation' } as const
export const ENTRIES = ['open', 'inviteOnly'] as const

type ActiveFilter = {
  name: 'search' | 'region' | 'activity' | 'membership' | 'trophies' | 'entry' | 'seats' | 'bar' | 'country'
  label: string
  /** The change of the address that removes the filter. */
  without: BrowseSearch
}

const NO_TROPHIES = { trophyMin: undefined, trophyMax: undefined }

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

/** The filters in force, each with its label. */
export function activeFilters(search: BrowseSearch): ActiveFilter[] {
  const { region, activity, membership, entry, seats, bar, country } = search
  const range = trophyWords(search)
  const found: (ActiveFilter | false | undefined | '' | null)[] = [
    search.search && { name: 'search', label: `“${search.search}”`, without: { search: undefined } },
    region && { name: 'region', label: regionName(region), without: { region: undefined } },
    activity && {
      name: 'activity',
      label: `Activity ${ACTIVITY_WORDS[activity].toLowerCase()}`,
      without: { activity: undefined },
    },
    membership && { name: 'membership', label: MEMBERSHIP_WORDS[membership], without: { membership: undefined } },
    range && { name: 'trophies', label: `${range} trophies`, without: NO_TROPHIES },
    entry && { name: 'entry', label: ENTRY_WORDS[entry], without: { entry: undefined } },
    seats && { name: 'seats', label: 'With a free seat', without: { seats: undefined } },
    bar !== undefined && { name: 'bar', label: `Bar met with ${abbreviate(bar)}`, without: { bar: undefined } },
    country && { name: 'country', label: countryName(country), without: { country: undefined } },
  ]
  return found.filter((filter) => typeof filter === 'object' && filter !== null)
}

/** The range of trophies in force, by its label or its ends; null without both ends. */
function trophyWords({ trophyMin, trophyMax }: BrowseSearch): string | null {
  const filter = trophyFilter(trophyMin, trophyMax)
  if (filter === null) return null
  const known = chosenRange({ trophyMin, trophyMax })
  if (known) return known
  return filter.max === null ? `${abbreviate(filter.min)}+` : `${abbreviate(filter.min)}-${abbreviate(filter.max)}`
}

/** The label of the offered range that the address holds; null for any other range. */
export function chosenRange({ trophyMin, trophyMax }: BrowseSearch): string | null {
  return TROPHY_RANGES.find(({ min, max }) => min === trophyMin && max === trophyMax)?.label ?? null
}

/** The change of the address for the offered range with this label; any other label removes the range. */
export function rangeSearch(label: string): BrowseSearch {
  const range = TROPHY_RANGES.find((each) => each.label === label)
  return range ? { trophyMin: range.min, trophyMax: range.max } : NO_TROPHIES
}

/** The words of a browse page, by what it lists. */
export const BROWSE_WORDS = {
  club: {
    title: 'Browse Clubs',
    plural: 'clubs',
    empty: 'No clubs found matching your criteria',
    search: 'Club name',
  },
  player: {
    title: 'Browse Players',
    plural: 'players',
    empty: 'No players found matching your criteria',
    search: 'Player name',
  },
} as const

/** How many clubs each choice of the filters would list. */
export type Counts = Answer<'GET /api/browse/club-counts'>

/** `Open (12)`; without the number while it is not known. */
export function describeCount(words: string, clubs: number | null | undefined): string {
  return clubs === undefined || clubs === null ? words : `${words} (${formatThousands(clubs)})`
}
