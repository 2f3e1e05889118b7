import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LEADERBOARD_COLLECT_LIMIT } from '#shared/limits.ts'
import { call } from '../../api/client.ts'
import { type BoardName, boardQuery } from './leaderboard-queries.ts'

type Collect = { collect: (board: BoardName) => void; collecting: boolean; failure: string | null }

/** Has a leaderboard collected anew, 200 rows of it, and shows it once it is there. */
export function useCollect(): Collect {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ type, country, brawler }: BoardName) => {
      const named = brawler === undefined ? {} : { brawler_id: brawler }
      const body = { country, limit: LEADERBOARD_COLLECT_LIMIT, ...named }
      return call('POST /api/rankings/collect/{type}', { params: { type }, body })
    },
    onSuccess: (_answer, board) => client.refetchQueries({ queryKey: boardQuery(board).queryKey, exact: true }),
  })
  return { collect: mutate, collecting: isPending, failure: error?.message ?? null }
}
