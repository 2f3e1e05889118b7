import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { REGIONS, type Region, regionOf } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'

/**
 * Lower ends of the trophy bands. The ranges that browse offers include both of their ends, so what two of them share is
 * a band of its own (docs/decisions/0016-trophy-ranges.md): every offered range consists of whole bands.
 */
const BANDS = [0, 5_000, 5_001, 15_000, 15_001, 25_000, 25_001, 50_000, 50_001, 75_000, 75_001, 100_000] as const

/** Classes of the activity filter; `none` where there is no score yet. */
const CLASSES = ['none', 'low', 'medium', 'high'] as const
type ActivityClass = Exclude<(typeof CLASSES)[number], 'none'>

/** From these activity scores on. */
const HIGH = 80
const MEDIUM = 50

/** What the facet of a club or player is made of. */
export type Facts = { trophies: number; country: string | null; activityScore: number | null; isMember: boolean }

/** Trophy band, region, activity class and membership of a club or player as one number, 0 to 383. */
export function facetOf({ trophies, country, activityScore, isMember }: Facts): number {
  const band = Math.max(
    0,
    BANDS.findLastIndex((from) => trophies >= from),
  )
  const region = REGIONS.indexOf(regionOf(country))
  return ((band * REGIONS.length + region) * CLASSES.length + CLASSES.indexOf(classOf(activityScore))) * 2 + +isMember
}

function classOf(score: number | null): (typeof CLASSES)[number] {
  if (score === null) return 'none'
  if (score >= HIGH) return 'high'
  return score >= MEDIUM ? 'medium' : 'low'
}

/** What each facet stands for; its number is the place in this list. */
const FACETS = BANDS.flatMap((from, band) =>
  REGIONS.flatMap((region) =>
    CLASSES.flatMap((activity) =>
      [false, true].map((isMember) => {
        return { from, below: BANDS[band + 1] ?? Number.POSITIVE_INFINITY, region, activity, isMember }
      }),
    ),
  ),
)

export const FACET_COUNT = FACETS.length

/** What a filter asks for. What is left out does not matter, nor does the region `global`. Trophies include both ends. */
export type FacetFilter = {
  region?: Region | undefined
  activity?: ActivityClass | undefined
  isMember?: boolean | undefined
  trophies?: { min: number; max: number | null } | null | undefined
  /** What a club must offer. It is in no facet: such a filter looks at all clubs. */
  wishes?: ClubWishes | undefined
}

/** How one gets in, whether there is room, the own trophies that must reach the bar, and the country. */
export type ClubWishes = {
  entry?: string | undefined
  seats?: 'free' | undefined
  bar?: number | undefined
  country?: string | undefined
}

/** Every facet that may hold rows of the filter; null when all may. A range of trophies may cut a band. */
export function facetsOf({ region = 'global', activity, isMember, trophies }: FacetFilter): number[] | null {
  const { min, max } = trophies ?? { min: 0, max: null }
  const facets = FACETS.flatMap((facet, number) => {
    const fits =
      (region === 'global' || facet.region === region) &&
      (activity === undefined || facet.activity === activity) &&
      (isMember === undefined || facet.isMember === isMember) &&
      (!trophies || (min < facet.below && (max === null || max >= facet.from)))
    return fits ? number : []
  })
  return facets.length === FACETS.length ? null : facets
}

/** How many clubs or players match a filter, and in which facets they are; `facets` is null when the filter asks for all. */
export type Count = { total: number; facets: number[] | null }

/**
 * The exact number that match a filter: whole thousands of trophies from the counters, and only what a range of trophies
 * cuts off at its ends counted row by row.
 */
export async function countEntities(db: Database, type: EntityType, filter: FacetFilter): Promise<Count> {
  const rows = await queryRows(db, { facet: z.int(), entities: z.int(), ends: z.int() }, countFacets(type, filter))
  const whole = rows.reduce((sum, { entities }) => sum + entities, 0)
  const facets = rows.map(({ facet }) => facet)
  const everything = facetsOf(filter) === null && !filter.trophies
  return { total: whole + (rows[0]?.ends ?? 0), facets: everything ? null : facets }
}

/** The start of a statement that goes on with what `counted` holds: the same `total`, and the `facets`. */
export function withCounted(type: EntityType, filter: FacetFilter): RawBuilder<unknown> {
  return sql`with counted as materialized (
    select coalesce(sum(entities) + max(ends), 0)::bigint as total, coalesce(array_agg(facet), '{}') as facets
    from (${countFacets(type, filter)}) present)`
}

/** SQL for the exact number of clubs or players that match a filter. */
export function totalOf(type: EntityType, filter: FacetFilter): RawBuilder<unknown> {
  return sql`(select coalesce(sum(entities) + max(ends), 0)::bigint from (${countFacets(type, filter)}) present)`
}

/** SQL for facets as an array; null is all of them. Written as one text, which the driver sends faster than elements. */
export function facetArray(facets: readonly number[] | null): RawBuilder<unknown> {
  return sql`${facets === null ? null : `{${facets.join()}}`}::smallint[]`
}

const THOUSAND = 1000

/** The facets that hold any of the filter's rows, with their whole thousands; `ends` is the same on each row. */
function countFacets(type: EntityType, filter: FacetFilter): RawBuilder<unknown> {
  const { min, max } = filter.trophies ?? { min: 0, max: null }
  const firstWhole = Math.ceil(min / THOUSAND)
  const pastWhole = max === null ? null : Math.max(firstWhole, Math.floor((max + 1) / THOUSAND))
  return sql`
    select facet, coalesce(sum(entities) filter (where thousand >= ${firstWhole}
      and (${pastWhole}::integer is null or thousand < ${pastWhole})), 0) as entities,
      ${countEnds(type, filter, listSpans(min, max))} as ends
    from entity_counts
    where type = ${type} and ${matchFacets(facetsOf(filter))}
    group by facet having sum(entities) > 0`
}

type Span = [from: number, to: number]

/** The trophies of a range that lie in thousands which it holds in part: at most one span at each end. */
function listSpans(min: number, max: number | null): Span[] {
  const below: Span = [min, Math.ceil(min / THOUSAND) * THOUSAND - 1]
  if (max === null) return below[0] <= below[1] ? [below] : []
  if (below[1] >= max) return min <= max ? [[min, max]] : []
  const above: Span = [Math.max(min, Math.floor((max + 1) / THOUSAND) * THOUSAND), max]
  return [below, above].filter(([from, to]) => from <= to)
}

/** One count for each end: a condition that names both would read the rows themselves instead of an index alone. */
function countEnds(type: EntityType, filter: FacetFilter, spans: Span[]): RawBuilder<unknown> {
  // The span says all that a facet would, unless the filter asks for more than trophies.
  const wanted = facetsOf({ ...filter, trophies: null }) === null ? null : facetsOf(filter)
  const counts = spans.map(([from, to]) => {
    return sql`(select count(*) from ${sql.table(`${type}_summaries`)}
      where ${matchFacets(wanted)} and trophies between ${from} and ${to})`
  })
  return counts.length === 0 ? sql`0` : sql`${sql.join(counts, sql` + `)}`
}

function matchFacets(wanted: number[] | null): RawBuilder<unknown> {
  return wanted === null ? sql`true` : sql`facet = any(${facetArray(wanted)})`
}

/** What each wish asks of a club. */
export function matchWishes(wishes: ClubWishes = {}): RawBuilder<unknown> {
  const { entry, seats, bar, country } = wishes
  const conditions = [
    ...(entry === undefined ? [] : [sql` and entry = ${entry}`]),
    ...(seats === undefined ? [] : [sql` and ${HAS_SEAT}`]),
    ...(bar === undefined ? [] : [sql` and ${matchEntryBar(bar)}`]),
    ...(country === undefined ? [] : [sql` and country = ${country}`]),
  ]
  return sql.join(conditions, sql``)
}

const HAS_SEAT = sql`member_count < ${sql.lit(CLUB_SEATS)}`

/** A club that does not tell its bar has none, as far as is known. */
function matchEntryBar(trophies: number | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(required_trophies, 0) <= ${trophies}`
}

/** What a filter asks of a club, as one text for all filters. */
export function matchFilter(filter: FacetFilter): RawBuilder<unknown> {
  const { entry = null, seats = null, bar = null, country = null } = filter.wishes ?? {}
  const { min, max } = filter.trophies ?? { min: 0, max: null }
  const facets = facetArray(facetsOf(filter))
  return sql`trophies >= ${min}::integer and (${max}::integer is null or trophies <= ${max}::integer)
    and (${facets} is null or facet = any(${facets})) and (${entry}::text is null or entry = ${entry}::text)
    and (${seats}::text is null or ${HAS_SEAT}) and (${bar}::integer is null or ${matchEntryBar(sql`${bar}::integer`)})
    and (${country}::text is null or country = ${country}::text)`
}
