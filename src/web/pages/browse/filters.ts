import { TROPHY_RANGES, trophyFilter } from '#shared/trophy-range.ts'
import { abbreviate } from '../../format/abbreviate.ts'
import { regionName } from '../../format/region-name.ts'
import type { BrowseSearch } from './browse-search.ts'

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
