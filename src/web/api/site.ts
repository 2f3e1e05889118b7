import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { query } from './query.ts'

export type Site = Answer<'GET /api/site'>

const UNKNOWN: Site = {
  demo: false,
  example_club_tag: null,
  example_player_tag: null,
  default_player_tag: null,
  public_ip: null,
}

/** The settings of this installation; they do not change while a page stands. */
export const siteQuery = query('GET /api/site', undefined, 'always')

/** The settings of this installation; none of them until the answer is there. */
export function useSite(): Site {
  return useQuery(siteQuery).data ?? UNKNOWN
}

/** Takes what the server wrote into the page as `<script type="application/json" id="site">`, so that no call is needed. */
export function readInjectedSite(client: QueryClient, page: Document): void {
  const text = page.getElementById('site')?.textContent
  if (!text) return
  try {
    client.setQueryData(siteQuery.queryKey, JSON.parse(text) as Site)
  } catch {
    // Unreadable settings are asked for with a call.
  }
}
