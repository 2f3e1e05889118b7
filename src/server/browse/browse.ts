import type { browseEntities } from '#shared/contract/browse.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { EntityType } from '#shared/tag.ts'
import { trophyFilter } from '#shared/trophy-range.ts'
import type { Context } from '../context.ts'
import type { FacetFilter } from '../summaries/facets.ts'
import { choosePage } from '../summaries/list-entities.ts'
import type { PageRequest } from '../summaries/page-tags.ts'
import { checkQuery } from './check-query.ts'
import { clubCards } from './club-cards.ts'
import { playerCards } from './player-cards.ts'

export type BrowseQuery = Input<typeof browseEntities>['query']

/** A page of clubs, of players, or of both when no type is asked for; `total_entities` is exact. */
export async function browse(context: Context, query: BrowseQuery): Promise<Output<typeof browseEntities>> {
  checkQuery(query)
  const { type, page, limit } = query
  const clubs = type === 'player' ? null : await clubCards(context, await choose(context, query, 'club'))
  const players = type === 'club' ? null : await playerCards(context, await choose(context, query, 'player'))
  return {
    ...(clubs && { clubs: clubs.cards }),
    ...(players && { players: players.cards }),
    total_entities: (clubs?.total ?? 0) + (players?.total ?? 0),
    page,
    limit,
  }
}

function choose({ db }: Context, query: BrowseQuery, type: EntityType) {
  const { sort, page, limit, search } = query
  const request: PageRequest = { type, filter: filterOf(query, type), sort, limit, offset: (page - 1) * limit }
  return choosePage(db, request, search)
}

function filterOf(query: BrowseQuery, type: EntityType): FacetFilter {
  const { region, activity, membership, trophyMin, trophyMax } = query
  // Only players are in a club or not: with both kinds asked for, clubs stay as they are.
  const isMember = type === 'club' || membership === undefined ? undefined : membership === 'member'
  return { region, activity, isMember, trophies: trophyFilter(trophyMin, trophyMax) }
}
