import { useQuery } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { query } from './query.ts'

export type Site = Answer<'GET /api/site'>

const UNKNOWN: Site = {
  demo: false,
  example_club_tag: null,
  example_player_tag: null,
  default_player_tag: null,
  public_ip: null,
  art_base: null,
}

/** The settings of this installation; they do not change while a page stands. */
export const siteQuery = query('GET /api/site', undefined, 'always')

/** The settings of this installation; none of them until the answer is there. */
export function useSite(): Site {
  return useQuery(siteQuery).data ?? UNKNOWN
}
