import { type RawBuilder, sql } from 'kysely'
import type { EntityType } from '#shared/tag.ts'

export type Sort =
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
