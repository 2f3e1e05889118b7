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

/** Where the mirrors of the game's art have what. */
const ART = { player: 'profile-icons/regular', club: 'club-badges/regular', brawler: 'brawlers/borderless' } as const

/** Address of the game's picture with this id at the configured art host; null where there is none. */
export function useArt(kind: keyof typeof ART, id: number | null): string | null {
  const { art_base: base } = useSite()
  return base === null || id === null ? null : `${base}/${ART[kind]}/${id}.png`
}
