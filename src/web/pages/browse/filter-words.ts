import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import { countryName, regionName } from '#shared/game-names.ts'
import { abbreviate, formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type BrowseSearch, NO_TROPHIES } from './browse-search.ts'

/** The words of each choice, and those of the filter in force. */
export const ACTIVITY_WORDS = { high: 'browse.high', medium: 'browse.medium', low: 'browse.low' } as const
const ACTIVITY_FILTERS = {
  high: 'browse.activityHigh',
  medium: 'browse.activityMedium',
  low: 'browse.activityLow',
} as const
export const MEMBERSHIP_WORDS = { member: 'browse.inClub', independent: 'browse.independent' } as const

export const ENTRY_WORDS = { open: 'browse.open', inviteOnly: 'find.inviteOnly' } as const

type ActiveFilter = {
  name: 'search' | 'region' | 'activity' | 'membership' | 'trophies' | 'entry' | 'seats' | 'bar' | 'country'
  label: string
  /** The change of the address that removes the filter. */
  without: BrowseSearch
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

/** How many clubs or players each choice of the filters would list. */
export type ClubCounts = Answer<'GET /api/browse/club-counts'>
export type PlayerCounts = Answer<'GET /api/browse/player-counts'>

/** `Open (12)`; without the number while it is not known. */
export function describeCount(words: string, count: number | null | undefined): string {
  return count === undefined || count === null ? words : `${words} (${formatThousands(count)})`
}
