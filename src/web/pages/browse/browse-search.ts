import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import { abbreviate } from '#shared/number-format.ts'
import { REGIONS, type Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import type { CallArguments } from '#web/app/api-client.ts'
import { oneOf, wholeNumberOf } from '#web/app/search-params.ts'
import { regionName } from '#web/ui/names.ts'

export const ACTIVITIES = ['high', 'medium', 'low'] as const
export const MEMBERSHIPS = ['member', 'independent'] as const

/** What a browse page shows, as it stands in the address; what is absent is the default. */
export type BrowseSearch = {
  sort?: BrowseSort | undefined
  region?: Region | undefined
  activity?: (typeof ACTIVITIES)[number] | undefined
  membership?: (typeof MEMBERSHIPS)[number] | undefined
  /** In trophies; the range filters only when both ends are there. */
  trophyMin?: number | undefined
  trophyMax?: number | undefined
  search?: string | undefined
  page?: number | undefined
}

const NAME_MAX = 64

/** The search part of an address as a page of clubs or players takes it: what is not valid falls back to the default. */
export function browseSearchOf(kind: EntityType, raw: Record<string, unknown>): BrowseSearch {
  const found = {
    sort: unless('popularity', oneOf(sortsOf(kind), raw.sort)),
    region: unless('global', oneOf(REGIONS, raw.region)),
    activity: oneOf(ACTIVITIES, raw.activity),
    membership: kind === 'player' ? oneOf(MEMBERSHIPS, raw.membership) : undefined,
    ...trophyEnds(raw),
    search: nameOf(raw.search),
    page: unless(1, wholeNumberOf(raw.page, 1)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function unless<Value>(usual: Value, value: Value | undefined): Value | undefined {
  return value === usual ? undefined : value
}

function trophyEnds(raw: Record<string, unknown>): Pick<BrowseSearch, 'trophyMin' | 'trophyMax'> {
  const [trophyMin, trophyMax] = [wholeNumberOf(raw.trophyMin), wholeNumberOf(raw.trophyMax)]
  const reversed = trophyMin !== undefined && trophyMax !== undefined && trophyMin > trophyMax
  return reversed ? {} : { trophyMin, trophyMax }
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

type BrowseInput = CallArguments<'GET /api/browse/entities'>[0]
type BrowseSort = NonNullable<BrowseInput['query']['sort']>

const CLUB_SORTS: readonly (readonly [BrowseSort, string])[] = [
  ['popularity', 'Popularity'],
  ['member_count', 'Members'],
  ['activity_score', 'Activity score'],
  ['name', 'Name, A to Z'],
  ['created_date', 'Newest here'],
]

const PLAYER_SORTS: readonly (readonly [BrowseSort, string])[] = [
  ['popularity', 'Popularity'],
  ['trophies', 'Trophies'],
  ['performance_score', 'Performance score'],
  ['activity_score', 'Activity score'],
  ['name', 'Name, A to Z'],
  ['created_date', 'Newest here'],
]

/** The orders of a kind with their names, the default first. */
export function sortChoices(kind: EntityType): readonly (readonly [BrowseSort, string])[] {
  return kind === 'club' ? CLUB_SORTS : PLAYER_SORTS
}

/** The orders of a kind as the address and the server know them. */
export function sortsOf(kind: EntityType): readonly BrowseSort[] {
  return sortChoices(kind).map(([sort]) => sort)
}

export const ACTIVITY_WORDS = { high: 'High (80%+)', medium: 'Medium (50-79%)', low: 'Low (below 50%)' } as const
export const MEMBERSHIP_WORDS = { member: 'In a club', independent: 'Independent' } as const

export type ActiveFilter = {
  name: 'search' | 'region' | 'activity' | 'membership' | 'trophies'
  label: string
  /** What the address loses when the filter is taken away. */
  without: BrowseSearch
}

const NO_TROPHIES = { trophyMin: undefined, trophyMax: undefined }

/** Taking every filter away; the order stays. */
export const NO_FILTERS: BrowseSearch = {
  search: undefined,
  region: undefined,
  activity: undefined,
  membership: undefined,
  ...NO_TROPHIES,
}

/** The filters that are in force, each with its words. */
export function activeFilters(search: BrowseSearch): ActiveFilter[] {
  const { region, activity, membership } = search
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
  ]
  return found.filter((filter) => typeof filter === 'object' && filter !== null)
}

/** The range of trophies that is in force: its name, or its ends; null without both ends. */
function trophyWords({ trophyMin, trophyMax }: BrowseSearch): string | null {
  const filter = trophyFilter(trophyMin, trophyMax)
  if (filter === null) return null
  const known = chosenRange({ trophyMin, trophyMax })
  if (known) return known
  return filter.max === null ? `${abbreviate(filter.min)}+` : `${abbreviate(filter.min)}-${abbreviate(filter.max)}`
}

/** The name of the offered range that the address holds; null for any other. */
export function chosenRange({ trophyMin, trophyMax }: BrowseSearch): string | null {
  return TROPHY_RANGES.find(({ min, max }) => min === trophyMin && max === trophyMax)?.label ?? null
}

/** What the address holds for an offered range; `any` for none. */
export function rangeSearch(label: string): BrowseSearch {
  const range = TROPHY_RANGES.find((each) => each.label === label)
  return range ? { trophyMin: range.min, trophyMax: range.max } : NO_TROPHIES
}

/** What a browse page says, by what it lists. */
export const BROWSE_WORDS = {
  club: {
    title: 'Browse Clubs',
    one: 'club',
    plural: 'clubs',
    empty: 'No clubs found matching your criteria',
    search: 'Club name',
  },
  player: {
    title: 'Browse Players',
    one: 'player',
    plural: 'players',
    empty: 'No players found matching your criteria',
    search: 'Player name',
  },
} as const
