import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { RANKING_TYPES, type RankingType } from '#shared/kinds.ts'
import { RANKING_COLLECT_LIMIT, RANKING_LIMIT } from '#shared/limits.ts'
import { RANKING_COUNTRIES, type RankingCountry } from '#shared/regions.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'
import { call } from '#web/app/api-client.ts'
import { query } from '#web/app/queries.ts'
import { IN_PLACE, useNavigate } from '#web/router/Link.tsx'

/** The ranking in the address. What is absent has its default: players of the world. */
export type RankingSearch = {
  type?: RankingType | undefined
  country?: RankingCountry | undefined
  /** The id of a brawler, only if the type is `brawlers`. */
  brawler?: number | undefined
}

/** Reads the query string. Values that are not valid are left out, and so get their defaults. */
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

/** The address of another tab. The country stays, the brawler does not. */
export function atTab(search: RankingSearch, type: RankingType): RankingSearch {
  return rankingSearchOf({ ...search, type, brawler: undefined })
}

/** Shows another ranking by changing the address. */
export function useRankingSearch(): (search: RankingSearch, replace?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (search, replace = false) => {
      void navigate({ to: '/leaderboards', search, replace, ...IN_PLACE })
    },
    [navigate],
  )
}

/** One ranking. The type `brawlers` needs a brawler. */
export type RankingName = { type: RankingType; country: RankingCountry; brawler?: number | undefined }

/** The first 50 ranks. */
export function rankingQuery({ type, country, brawler }: RankingName) {
  const named = brawler === undefined ? {} : { brawler_id: brawler }
  return query('GET /api/rankings/leaderboards', { query: { type, country, limit: RANKING_LIMIT, ...named } })
}

/** All brawlers of the game. A new one comes about once a month. */
export const brawlersQuery = query('GET /api/brawler/all', undefined, 'hour')

type Collect = { collect: (ranking: RankingName) => void; collecting: boolean; failure: string | null }

/** Asks the server to collect a ranking, 200 ranks of it, and then shows the new one. */
export function useCollect(): Collect {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ type, country, brawler }: RankingName) => {
      const named = brawler === undefined ? {} : { brawler_id: brawler }
      const body = { country, limit: RANKING_COLLECT_LIMIT, ...named }
      return call('POST /api/rankings/collect/{type}', { params: { type }, body })
    },
    onSuccess: (_answer, ranking) => client.refetchQueries({ queryKey: rankingQuery(ranking).queryKey, exact: true }),
  })
  return { collect: mutate, collecting: isPending, failure: error?.message ?? null }
}
