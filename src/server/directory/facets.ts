import { type RawBuilder, sql } from 'kysely'
import { type Database, readRows } from '#server/database/database.ts'
import { REGIONS, type Region, regionOf } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'

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

/** How many rows a filter has, and in which facets they are; `facets` is null when it asks for all. */
export type Count = { total: number; facets: number[] | null }

const THOUSAND = 1000

/** The number alone, in the midst of another statement; for filters without a range of trophies. */
export function countWhole(type: EntityType, filter: FacetFilter): RawBuilder<number> {
  const wanted = facetsOf(filter)
  return sql`(select coalesce(sum(entities), 0) from entity_counts
    where type = ${type} and ${inFacets(wanted)})`
}

/**
 * The exact number of a filter's rows: whole thousands of trophies from the counters, and only what a range cuts off
 * at its ends counted row by row.
 */
export async function countEntities(db: Database, type: EntityType, filter: FacetFilter): Promise<Count> {
  const rows = await readRows(db, countFacets(type, filter))
  const whole = rows.reduce((sum, { entities }) => sum + entities, 0)
  const facets = rows.map(({ facet }) => facet)
  const everything = facetsOf(filter) === null && !filter.trophies
  return { total: whole + (rows[0]?.ends ?? 0), facets: everything ? null : facets }
}

/** The same as `counted`, which a statement begins with and goes on to use: its `total`, and its `facets`. */
export function withCounted(type: EntityType, filter: FacetFilter): RawBuilder<unknown> {
  return sql`with counted as materialized (
    select coalesce(sum(entities) + max(ends), 0)::bigint as total, coalesce(array_agg(facet), '{}') as facets
    from (${countFacets(type, filter)}) present)`
}

type CountedFacet = { facet: number; entities: number; ends: number }

function countFacets(type: EntityType, filter: FacetFilter): RawBuilder<CountedFacet> {
  const { min, max } = filter.trophies ?? { min: 0, max: null }
  const firstWhole = Math.ceil(min / THOUSAND)
  const pastWhole = max === null ? null : Math.max(firstWhole, Math.floor((max + 1) / THOUSAND))
  return sql<CountedFacet>`
    select facet, coalesce(sum(entities) filter (where thousand >= ${firstWhole}
      and (${pastWhole}::integer is null or thousand < ${pastWhole})), 0) as entities,
      ${countEnds(type, filter, ends(min, max))} as ends
    from entity_counts
    where type = ${type} and ${inFacets(facetsOf(filter))}
    group by facet having sum(entities) > 0`
}

type Span = [from: number, to: number]

/** What of a range lies in a thousand that it does not hold whole: at most one span at each end. */
function ends(min: number, max: number | null): Span[] {
  const below: Span = [min, Math.ceil(min / THOUSAND) * THOUSAND - 1]
  if (max === null) return below[0] <= below[1] ? [below] : []
  if (below[1] >= max) return min <= max ? [[min, max]] : []
  const above: Span = [Math.max(min, Math.floor((max + 1) / THOUSAND) * THOUSAND), max]
  return [below, above].filter(([from, to]) => from <= to)
}

/** One count an end: with both in one condition the rows themselves would be read, and not an index alone. */
function countEnds(type: EntityType, filter: FacetFilter, spans: Span[]): RawBuilder<number> {
  // The span says all that a facet would, unless more than trophies is asked for.
  const wanted = facetsOf({ ...filter, trophies: null }) === null ? null : facetsOf(filter)
  const counts = spans.map(([from, to]) => {
    return sql`(select count(*) from ${sql.table(`${type}_summaries`)}
      where ${inFacets(wanted)} and trophies between ${from} and ${to})`
  })
  return counts.length === 0 ? sql`0` : sql`${sql.join(counts, sql` + `)}`
}

function inFacets(wanted: number[] | null): RawBuilder<unknown> {
  return wanted === null ? sql`true` : sql`facet = any(${facetArray(wanted)})`
}
