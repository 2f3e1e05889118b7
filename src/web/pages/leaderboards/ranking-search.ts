import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { RANKING_COLLECT_LIMIT, RANKING_LIMIT } from '#shared/limits.ts'
import { RANKING_COUNTRIES, type RankingCountry } from '#shared/regions.ts'
import { call } from '#web/app/api-client.ts'
import { query } from '#web/app/queries.ts'
import { oneOf, wholeNumberOf } from '#web/app/search-params.ts'

export const RANKING_TYPES = ['players', 'clubs', 'brawlers'] as const
export type RankingType = (typeof RANKING_TYPES)[number]

/** Which leaderboard is shown, as it stands in the address; players of the world when nothing is there. */
export type RankingSearch = {
  type?: RankingType | undefined
  country?: RankingCountry | undefined
  /** Id of a brawler, on the brawlers' tab alone. */
  brawler?: number | undefined
}

/** The search part of an address as a leaderboard takes it: what is not valid falls back to the default. */
export function rankingSearchOf(raw: Record<string, unknown>): RankingSearch {
  const type = oneOf(RANKING_TYPES, raw.type)
  const country = oneOf(RANKING_COUNTRIES, raw.country)
  const brawler = wholeNumberOf(raw.brawler, 1)
  return {
    ...(type && type !== 'players' && { type }),
    ...(country && country !== 'global' && { country }),
    ...(type === 'brawlers' && brawler !== undefined && { brawler }),
  }
}

/** The address of another tab: the country stays, the brawler is let go. */
export function atTab(search: RankingSearch, type: RankingType): RankingSearch {
  return rankingSearchOf({ ...search, type, brawler: undefined })
}

/** Shows another leaderboard by its address; the place on the page stays. */
export function useRankingSearch(): (search: RankingSearch, replace?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (search, replace = false) => {
      void navigate({ to: '/leaderboards', search, replace, resetScroll: false, viewTransition: false })
    },
    [navigate],
  )
}

/** Names one leaderboard; that of brawlers is of one brawler. */
export type RankingName = { type: RankingType; country: RankingCountry; brawler?: number | undefined }

/** The 50 rows that a page shows. */
export function rankingQuery({ type, country, brawler }: RankingName) {
  const named = brawler === undefined ? {} : { brawler_id: brawler }
  return query('GET /api/rankings/leaderboards', { query: { type, country, limit: RANKING_LIMIT, ...named } })
}

/** Every brawler of the game; they come by the month. */
export const brawlersQuery = query('GET /api/brawler/all', undefined, 'hour')

type Collect = { collect: (board: RankingName) => void; collecting: boolean; failure: string | null }

/** Has a leaderboard collected anew, 200 rows of it, and shows it once it is there. */
export function useCollect(): Collect {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ type, country, brawler }: RankingName) => {
      const named = brawler === undefined ? {} : { brawler_id: brawler }
      const body = { country, limit: RANKING_COLLECT_LIMIT, ...named }
      return call('POST /api/rankings/collect/{type}', { params: { type }, body })
    },
    onSuccess: (_answer, board) => client.refetchQueries({ queryKey: rankingQuery(board).queryKey, exact: true }),
  })
  return { collect: mutate, collecting: isPending, failure: error?.message ?? null }
}
