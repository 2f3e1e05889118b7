import { REGIONS, type Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { oneOf, wholeNumberOf } from '../../format/search-params.ts'
import { type Sort, sortsOf } from './sorts.ts'

export const ACTIVITIES = ['high', 'medium', 'low'] as const
export const MEMBERSHIPS = ['member', 'independent'] as const

/** What a browse page shows, as it stands in the address; what is absent is the default. */
export type BrowseSearch = {
  sort?: Sort | undefined
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
