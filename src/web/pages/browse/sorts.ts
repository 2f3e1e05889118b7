import type { EntityType } from '#shared/tag.ts'
import type { CallArguments } from '../../api/client.ts'

type BrowseInput = CallArguments<'GET /api/browse/entities'>[0]
export type Sort = NonNullable<BrowseInput['query']['sort']>

const CLUB_SORTS: readonly (readonly [Sort, string])[] = [
  ['popularity', 'Popularity'],
  ['member_count', 'Members'],
  ['activity_score', 'Activity score'],
  ['name', 'Name, A to Z'],
  ['created_date', 'Newest here'],
]

const PLAYER_SORTS: readonly (readonly [Sort, string])[] = [
  ['popularity', 'Popularity'],
  ['trophies', 'Trophies'],
  ['performance_score', 'Performance score'],
  ['activity_score', 'Activity score'],
  ['name', 'Name, A to Z'],
  ['created_date', 'Newest here'],
]

/** The orders of a kind with their names, the default first. */
export function sortChoices(kind: EntityType): readonly (readonly [Sort, string])[] {
  return kind === 'club' ? CLUB_SORTS : PLAYER_SORTS
}

/** The orders of a kind as the address and the server know them. */
export function sortsOf(kind: EntityType): readonly Sort[] {
  return sortChoices(kind).map(([sort]) => sort)
}
