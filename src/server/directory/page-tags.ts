import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows, VISITORS_LIMIT } from '#server/database/database.ts'
import type { ClubSort, PlayerSort, Sort } from '#shared/sorts.ts'
import type { EntityType } from '#shared/tag.ts'
import {
  type Count,
  countEntities,
  FACET_COUNT,
  type FacetFilter,
  facetArray,
  facetsOf,
  withCounted,
} from './facets.ts'

export type PageRequest = { type: EntityType; filter: FacetFilter; sort: Sort; limit: number; offset: number }

/**
 * A page and the number of all that match, as parts of a statement that begins with `start`. The number is exact, unless
 * `more` match: then that is not counted, and `beyond` says which page is read instead, where this one cannot tell.
 */
export type ChosenPage = {
  start: RawBuilder<unknown>
  tags: RawBuilder<unknown>
  total: RawBuilder<unknown>
  more: RawBuilder<unknown>
  beyond?: () => Promise<ChosenPage>
}

/** Merging the tops of facets reads at most this many index entries. */
const MERGED_MAX = 30_000

/**
 * The tags of a page in order. What it costs does not grow with the number of rows stored, but with the depth of the
 * page: near the top one statement does all; deep down the number of rows must be known before.
 */
export async function choosePage(db: Database, request: PageRequest, mergedMax = MERGED_MAX): Promise<ChosenPage> {
  const nearTop = pageNearTop(request, mergedMax)
  if (nearTop !== null) return nearTop
  const count = await countEntities(db, request.type, request.filter)
  return knownPage(await pageTags(db, request, count, mergedMax), count.total)
}

/** A page that needs no further statement to find its tags. */
export function knownPage(tags: string[], total: number, more = false): ChosenPage {
  return { start: sql``, tags: sql`${tags}::text[]`, total: sql`${total}::integer`, more: sql`${more}::boolean` }
}

/** The page without counting first; null deep down. */
function pageNearTop(request: PageRequest, mergedMax: number): ChosenPage | null {
  const { type, filter } = request
  const wanted = facetsOf(filter)
  const isAll = wanted === null && !filter.trophies
  const walks = isAll ? 1 : (wanted?.length ?? FACET_COUNT)
  if (walks * (request.offset + request.limit) > mergedMax) return null
  if (isAll) {
    const total = sql`(select coalesce(sum(entities), 0) from entity_counts where type = ${type})`
    return { start: sql``, tags: sql`array(${walk(request, Number.POSITIVE_INFINITY)})`, total, more: sql`false` }
  }
  const present = sql`(select facets from counted)::smallint[]`
  return {
    start: withCounted(type, filter),
    tags: sql`array(${mergeFacets(request, present)})`,
    total: sql`(select total from counted)`,
    more: sql`false`,
  }
}

async function pageTags(
  db: Database,
  request: PageRequest,
  { total, facets }: Count,
  mergedMax: number,
): Promise<string[]> {
  if (request.offset >= total) return []
  const rows = await queryRows(db, { tag: z.string() }, chooseStatement(), VISITORS_LIMIT)
  return rows.map(({ tag }) => tag)

  function chooseStatement() {
    if (facets === null) return walk(request, total)
    const merged = Math.min(total, facets.length * (request.offset + request.limit))
    return merged <= mergedMax ? mergeFacets(request, facetArray(facets)) : mergeDeep(request, facets)
  }
}

/** Everybody, down the order from its nearer end. */
function walk({ type, sort, offset, ...request }: PageRequest, total: number): RawBuilder<unknown> {
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

/** The first rows of each facet, put together: as many short walks down an index as there are facets. */
function mergeFacets(request: PageRequest, facets: RawBuilder<unknown>): RawBuilder<unknown> {
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

/**
 * The same for deep pages. The planner merges the walks row by row and so reads no more of each than it needs; to plan
 * them takes longer than to read a page near the top.
 */
function mergeDeep(request: PageRequest, facets: number[]): RawBuilder<unknown> {
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

function trophyRange({ filter: { trophies } }: PageRequest): RawBuilder<unknown> {
  if (!trophies) return sql``
  const upper = trophies.max === null ? sql`` : sql` and trophies <= ${trophies.max}`
  return sql` and trophies >= ${trophies.min}${upper}`
}

/** A column to order by. `nullable` ones have their nulls last. */
type SortKey = { column: string; descending: boolean; nullable?: boolean }

const TIES: SortKey[] = [
  { column: 'trophies', descending: true },
  { column: 'tag', descending: false },
]

const POPULARITY: SortKey = { column: 'popularity_weight', descending: true }

const SHARED_KEYS = {
  popularity: POPULARITY,
  trophies: { column: 'trophies', descending: true },
  activity_score: { column: 'activity_score', descending: true, nullable: true },
  name: { column: 'name_folded', descending: false },
  created_date: { column: 'created_at', descending: true },
}

type Keys = { club: Record<ClubSort, SortKey>; player: Record<PlayerSort, SortKey> }

const KEYS: Keys & Record<EntityType, Partial<Record<Sort, SortKey>>> = {
  club: {
    ...SHARED_KEYS,
    member_count: { column: 'member_count', descending: true },
    growth: { column: 'growth_7d_percent', descending: true, nullable: true },
  },
  player: {
    ...SHARED_KEYS,
    performance_score: { column: 'performance_score', descending: true, nullable: true },
    ranked: { column: 'ranked_rating', descending: true, nullable: true },
    prestige: { column: 'prestige', descending: true, nullable: true },
  },
}

/** The columns of an order; ties go by trophies, then by tag. A sort that the type does not have counts as popularity. */
export function sortKeys(type: EntityType, sort: Sort): SortKey[] {
  const key = KEYS[type][sort] ?? POPULARITY
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
