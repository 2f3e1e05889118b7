import { type RawBuilder, sql } from 'kysely'
import { REGIONS, type Region, regionOf } from '#shared/regions.ts'

/**
 * Lower ends of the trophy bands. The ranges offered include both of their ends, so what two of them share is a band
 * of its own: every offered range is whole bands.
 */
const BANDS = [0, 5_000, 5_001, 15_000, 15_001, 25_000, 25_001, 50_000, 50_001, 75_000, 75_001, 100_000] as const

/** Classes of the activity filter; `none` where there is no score yet. */
const CLASSES = ['none', 'low', 'medium', 'high'] as const
export type ActivityClass = Exclude<(typeof CLASSES)[number], 'none'>

const HIGH = 80
const MEDIUM = 50

/** What a facet is made of. */
export type Facts = { trophies: number; country: string | null; activityScore: number | null; isMember: boolean }

/** What a filter asks for; what is left out does not matter. Trophies include both ends. */
export type FacetFilter = {
  region?: Region | undefined
  activity?: ActivityClass | undefined
  isMember?: boolean | undefined
  trophies?: { min: number; max: number | null } | null | undefined
}

/** Trophy band, region, activity class and membership of a row as one number, 0 to 383. */
export function facetOf({ trophies, country, activityScore, isMember }: Facts): number {
  const region = REGIONS.indexOf(regionOf(country))
  return compose(bandOf(trophies), region, CLASSES.indexOf(classOf(activityScore)), isMember ? 1 : 0)
}

/** Every facet that may hold rows of the filter; null when that is all of them. */
export function facetsOf(filter: FacetFilter): number[] | null {
  const places = placesOf(filter)
  const facets: number[] = []
  for (let band = 0; band < BANDS.length; band++) {
    if (!touches(band, filter.trophies ?? null)) continue
    for (const place of places) facets.push(band * PLACES + place)
  }
  return facets.length === ALL_FACETS ? null : facets
}

/** Facets in a statement; null is all of them. As one text: a driver takes long over the elements of an array. */
export function facetArray(facets: readonly number[] | null): RawBuilder<number[]> {
  return sql`${facets === null ? null : `{${facets.join()}}`}::smallint[]`
}

/** The facets of a band, one for each region, activity class and membership. */
const PLACES = REGIONS.length * CLASSES.length * 2

const placesFor = new Map<string, readonly number[]>()

/** Which facets of each band the filter asks for: one of a few dozen lists. */
function placesOf({ region, activity, isMember }: FacetFilter): readonly number[] {
  const key = `${region} ${activity} ${isMember}`
  const known = placesFor.get(key)
  if (known !== undefined) return known
  const places = REGIONS.flatMap((name, index) => (matches(region, name) ? index : [])).flatMap((inRegion) =>
    CLASSES.flatMap((name, inClass) =>
      activity === undefined || activity === name
        ? [0, 1].flatMap((member) =>
            isMember === undefined || isMember === (member === 1) ? compose(0, inRegion, inClass, member) : [],
          )
        : [],
    ),
  )
  placesFor.set(key, places)
  return places
}

/** Facets of a region, whatever the rest. */
export function facetsOfRegion(region: Region): number[] {
  return Array.from({ length: ALL_FACETS }, (_, facet) => facet).filter((facet) => {
    return REGIONS[Math.floor(facet / (2 * CLASSES.length)) % REGIONS.length] === region
  })
}

/** How many there are. */
export const ALL_FACETS = BANDS.length * PLACES

function compose(band: number, region: number, activity: number, member: number): number {
  return ((band * REGIONS.length + region) * CLASSES.length + activity) * 2 + member
}

function bandOf(trophies: number): number {
  return Math.max(
    0,
    BANDS.findLastIndex((from) => trophies >= from),
  )
}

function classOf(score: number | null): (typeof CLASSES)[number] {
  if (score === null) return 'none'
  if (score >= HIGH) return 'high'
  return score >= MEDIUM ? 'medium' : 'low'
}

function touches(band: number, range: { min: number; max: number | null } | null): boolean {
  if (range === null) return true
  const [from, to] = [BANDS[band] ?? 0, BANDS[band + 1] ?? Number.POSITIVE_INFINITY]
  return range.min < to && (range.max === null || range.max >= from)
}

/** `global` is every country and the unknown. */
function matches(wanted: Region | undefined, region: Region): boolean {
  return wanted === undefined || wanted === 'global' || wanted === region
}
