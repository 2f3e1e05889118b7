import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { EntityType } from '#shared/tag.ts'
import { ALL_FACETS, type Count, countWhole, type FacetFilter, facetArray, facetsOf, withCounted } from './facets.ts'

export type PageRequest = { type: EntityType; filter: FacetFilter; sort: Sort; limit: number; offset: number }

/** Up to which size a way is taken: they give the same page, and differ in what they cost. */
export type Ways = {
  /** Merging the tops of facets reads at most this many index entries. */
  merged: number
  /** A range of trophies with no more rows than this is read whole and sorted. */
  sorted: number
}

const WAYS: Ways = { merged: 30_000, sorted: 3_000 }

/**
 * The tags of a page in order, `count` being what `countEntities` says of the same filter. What it costs does not grow
 * with the number of rows stored, but with the depth of the page.
 */
export async function pageTags(db: Database, request: PageRequest, count: Count, ways = WAYS): Promise<string[]> {
  if (request.offset >= count.total) return []
  const { rows } = await chooseStatement(request, count, ways).execute(db)
  return rows.map(({ tag }) => tag)
}

/** A page and its total as parts of a statement, which begins with `start` and goes on with them. */
export type ChosenPage = { start: RawBuilder<unknown>; tags: RawBuilder<string[]>; total: RawBuilder<number> }

/** The same without counting first, all in the one statement; null deep down, where the count tells what is cheap. */
export function pageNearTop(request: PageRequest, ways = WAYS): ChosenPage | null {
  const { type, filter } = request
  const wanted = facetsOf(filter)
  const depth = request.offset + request.limit
  const facets = wanted?.length ?? (filter.trophies ? ALL_FACETS : 1)
  if (facets * depth > ways.merged) return null
  if (filter.trophies) return pageOfRange(request, ways)
  const chosen = { start: sql``, total: countWhole(type, filter) }
  if (wanted === null) return { ...chosen, tags: sql`array(${walk(request, Number.POSITIVE_INFINITY)})` }
  const present = sql<number[]>`array(select facet from entity_counts
    where type = ${type} and facet = any(${facetArray(wanted)}) group by facet having sum(entities) > 0)`
  return { ...chosen, tags: sql`array(${mergeFacets(request, present)})` }
}

/** A range of trophies may hold a handful or nearly everybody: the statement looks, and goes the cheaper way. */
function pageOfRange(request: PageRequest, ways: Ways): ChosenPage {
  const facets = sql<number[]>`(select facets from counted)::smallint[]`
  const total = sql<number>`(select total from counted)`
  return {
    start: withCounted(request.type, request.filter),
    tags: sql`case when ${total} <= ${ways.sorted} then array(${sortAll(request, facets)})
      else array(${mergeFacets(request, facets)}) end`,
    total,
  }
}

function chooseStatement(request: PageRequest, { total, facets }: Count, ways: Ways): RawBuilder<{ tag: string }> {
  if (facets === null) return walk(request, total)
  if (request.filter.trophies && total <= ways.sorted) return sortAll(request, facetArray(facets))
  const merged = Math.min(total, facets.length * (request.offset + request.limit))
  return merged <= ways.merged ? mergeFacets(request, facetArray(facets)) : mergeDeep(request, facets)
}

/** The first rows of each facet, put together: as many short walks down an index as there are facets. */
function mergeFacets(request: PageRequest, facets: RawBuilder<number[]>): RawBuilder<{ tag: string }> {
  const { type, sort, limit, offset } = request
  const keys = sortKeys(type, sort)
  return sql`
    select tag from unnest(${facets}) wanted(facet) cross join lateral (
      select ${columnsOf(keys)} from ${sql.table(`${type}_summaries`)} s
      where s.facet = wanted.facet ${trophyRange(request)}
      order by ${orderBy(keys)} limit ${offset + limit}
    ) top
    order by ${orderBy(keys)} limit ${limit} offset ${offset}`
}

function sortAll(request: PageRequest, facets: RawBuilder<number[]>): RawBuilder<{ tag: string }> {
  const { type, sort, limit, offset } = request
  const keys = sortKeys(type, sort)
  return sql`
    with matching as materialized (
      select ${columnsOf(keys)} from ${sql.table(`${type}_summaries`)}
      where facet = any(${facets}) ${trophyRange(request)}
    )
    select tag from matching order by ${orderBy(keys)} limit ${limit} offset ${offset}`
}

/** The same for deep pages: the planner merges the walks row by row, and so reads no more of each than it needs. */
function mergeDeep(request: PageRequest, facets: number[]): RawBuilder<{ tag: string }> {
  const { type, sort, limit, offset } = request
  const keys = sortKeys(type, sort)
  const walks = facets.map(
    (facet) => sql`(select ${columnsOf(keys)} from ${sql.table(`${type}_summaries`)}
      where facet = ${sql.lit(facet)}::smallint ${trophyRange(request)}
      order by ${orderBy(keys)} limit ${sql.lit(offset + limit)})`,
  )
  return sql`
    select tag from (${sql.join(walks, sql` union all `)}) rows
    order by ${orderBy(keys)} limit ${limit} offset ${offset}`
}

/** Down the order from its nearer end. */
function walk({ type, sort, offset, ...request }: PageRequest, total: number): RawBuilder<{ tag: string }> {
  const keys = sortKeys(type, sort)
  const limit = Math.min(request.limit, total - offset)
  const backwards = offset > total / 2
  return sql`
    select tag from (
      select ${columnsOf(keys)} from ${sql.table(`${type}_summaries`)}
      order by ${orderBy(keys, backwards)} limit ${limit} offset ${backwards ? total - offset - limit : offset}
    ) page
    order by ${orderBy(keys)}`
}

function trophyRange({ filter: { trophies } }: PageRequest): RawBuilder<unknown> {
  if (!trophies) return sql``
  const upper = trophies.max === null ? sql`` : sql` and trophies <= ${trophies.max}`
  return sql` and trophies >= ${trophies.min}${upper}`
}

type Sort =
  | 'popularity'
  | 'trophies'
  | 'performance_score'
  | 'member_count'
  | 'activity_score'
  | 'name'
  | 'created_date'

/** A column to order by. `nullable` ones have their nulls last. */
type SortKey = { column: string; descending: boolean; nullable?: boolean }

const TIES: SortKey[] = [
  { column: 'trophies', descending: true },
  { column: 'tag', descending: false },
]

const SHARED_KEYS: Partial<Record<Sort, SortKey>> = {
  popularity: { column: 'popularity_weight', descending: true },
  activity_score: { column: 'activity_score', descending: true, nullable: true },
  name: { column: 'name_folded', descending: false },
  created_date: { column: 'created_at', descending: true },
}

const KEYS: Record<EntityType, Partial<Record<Sort, SortKey>>> = {
  club: { ...SHARED_KEYS, member_count: { column: 'member_count', descending: true } },
  player: {
    ...SHARED_KEYS,
    trophies: { column: 'trophies', descending: true },
    performance_score: { column: 'performance_score', descending: true, nullable: true },
  },
}

/** The columns of an order, ties by trophies, then tag. A sort that the kind does not have counts as popularity. */
export function sortKeys(type: EntityType, sort: Sort): SortKey[] {
  const key = KEYS[type][sort] ?? (SHARED_KEYS.popularity as SortKey)
  return [key, ...TIES.filter((tie) => tie.column !== key.column)]
}

/** `order by` as the indexes have it, or exactly the other way round. */
export function orderBy(keys: SortKey[], backwards = false): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ column, descending, nullable = false }) => {
      const down = descending !== backwards
      const nulls = nullable ? (backwards ? sql` nulls first` : sql` nulls last`) : sql``
      return sql`${sql.ref(column)} ${down ? sql`desc` : sql`asc`}${nulls}`
    }),
  )
}

/** The columns of an order, for selecting. */
export function columnsOf(keys: SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column }) => sql.ref(column)))
}
