import { type RawBuilder, sql } from 'kysely'
import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import { readRows } from '../database/statement.ts'
import { type FacetFilter, facetArray, facetsOf } from './facets.ts'

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
