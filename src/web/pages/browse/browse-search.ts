import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import { countryName, regionName } from '#shared/game-names.ts'
import { abbreviate, formatThousands } from '#shared/number-format.ts'
import { REGIONS, type Region } from '#shared/regions.ts'
import { CLUB_SORTS, PLAYER_SORTS, type Sort } from '#shared/sorts.ts'
import type { EntityType } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
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

/** The words of each choice, and those of the filter in force. */
export const ACTIVITY_WORDS = { high: 'browse.high', medium: 'browse.medium', low: 'browse.low' } as const
const ACTIVITY_FILTERS = {
  high: 'browse.activityHigh',
  medium: 'browse.activityMedium',
  low: 'browse.activityLow',
} as const
export const MEMBERSHIP_WORDS = { member: 'browse.inClub', independent: 'browse.independent' } as const

export const ENTRY_WORDS = { open: 'browse.open', inviteOnly: 'find.inviteOnly' } as const
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
  const range = rangeWords(search.trophyMin, search.trophyMax)
  const found: (ActiveFilter | false | undefined | '' | null)[] = [
    search.search && {
      name: 'search',
      label: t('browse.nameFilter', { name: search.search }),
      without: { search: undefined },
    },
    region && { name: 'region', label: regionName(region), without: { region: undefined } },
    activity && {
      name: 'activity',
      label: t(ACTIVITY_FILTERS[activity]),
      without: { activity: undefined },
    },
    membership && { name: 'membership', label: t(MEMBERSHIP_WORDS[membership]), without: { membership: undefined } },
    range && { name: 'trophies', label: t('browse.range', { range }), without: NO_TROPHIES },
    entry && { name: 'entry', label: t(ENTRY_WORDS[entry]), without: { entry: undefined } },
    seats && { name: 'seats', label: t('find.freeSeat'), without: { seats: undefined } },
    bar !== undefined && {
      name: 'bar',
      label: t('browse.barMet', { trophies: abbreviate(bar) }),
      without: { bar: undefined },
    },
    country && { name: 'country', label: countryName(country), without: { country: undefined } },
  ]
  return found.filter((filter) => typeof filter === 'object' && filter !== null)
}

/** A range of trophies by its ends: `5k-15k`, `25k+`; nothing without both ends. */
export function rangeWords(min: number | undefined, max: number | undefined): string {
  const filter = trophyFilter(min, max)
  if (filter === null) return ''
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

/** The texts of a browse page, by what it lists. */
export const BROWSE_WORDS = {
  club: {
    title: 'pages.clubs',
    loading: 'browse.loadingClubs',
    failed: 'browse.clubsFailed',
    empty: 'browse.noClubs',
    pages: 'browse.pagesOfClubs',
    search: 'browse.clubName',
  },
  player: {
    title: 'pages.players',
    loading: 'browse.loadingPlayers',
    failed: 'browse.playersFailed',
    empty: 'browse.noPlayers',
    pages: 'browse.pagesOfPlayers',
    search: 'browse.playerName',
  },
} as const

/** How many clubs or players each choice of the filters would list. */
export type ClubCounts = Answer<'GET /api/browse/club-counts'>
export type PlayerCounts = Answer<'GET /api/browse/player-counts'>

/** `Open (12)`; without the number while it is not known. */
export function describeCount(words: string, count: number | null | undefined): string {
  return count === undefined || count === null ? words : `${words} (${formatThousands(count)})`
}
