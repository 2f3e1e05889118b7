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
  const bands = BANDS.map((_, band) => band).filter((band) => touches(band, filter.trophies ?? null))
  const regions = REGIONS.flatMap((region, index) => (matches(filter.region, region) ? index : []))
  const classes = CLASSES.flatMap((name, index) =>
    filter.activity === undefined || filter.activity === name ? index : [],
  )
  const memberships = [0, 1].filter((member) => filter.isMember === undefined || filter.isMember === (member === 1))
  const all = bands.flatMap((band) =>
    regions.flatMap((region) =>
      classes.flatMap((activity) => memberships.map((member) => compose(band, region, activity, member))),
    ),
  )
  return all.length === FACETS ? null : all
}

/** Facets of a region, whatever the rest. */
export function facetsOfRegion(region: Region): number[] {
  return Array.from({ length: FACETS }, (_, facet) => facet).filter((facet) => {
    return REGIONS[Math.floor(facet / (2 * CLASSES.length)) % REGIONS.length] === region
  })
}

const FACETS = BANDS.length * REGIONS.length * CLASSES.length * 2

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
