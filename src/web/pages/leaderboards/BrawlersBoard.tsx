import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { titleCase } from '../../format/title-case.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Board, BoardPending } from './Board.tsx'
import { BoardControls } from './BoardControls.tsx'
import { brawlersQuery } from './leaderboard-queries.ts'
import { type LeaderboardSearch, leaderboardSearchOf } from './leaderboard-search.ts'

type Props = { search: LeaderboardSearch; onSearch: (search: LeaderboardSearch, replace?: boolean) => void }

/** The best players of one brawler; the first brawler once the list is there. */
export function BrawlersBoard({ search, onSearch }: Props) {
  const list = useQuery(brawlersQuery)
  const { country = 'global', brawler } = search
  const brawlers = list.data?.brawlers
  const first = brawlers?.[0]?.brawler_id
  const choose = (id: number, replace = false) => onSearch(leaderboardSearchOf({ ...search, brawler: id }), replace)
  useEffect(() => {
    if (brawler === undefined && first !== undefined) onSearch(leaderboardSearchOf({ ...search, brawler: first }), true)
  }, [brawler, first, search, onSearch])
  if (list.isError && !brawlers) {
    const { error, refetch, isFetching } = list
    const again = () => void refetch()
    return (
      <ErrorState title="Failed to load brawlers list" message={error.message} onRetry={again} retrying={isFetching} />
    )
  }
  if (!brawlers) return <BoardPending label="Loading the brawlers" />
  if (first === undefined) return <EmptyState title="No brawler data available" />
  const board = brawler === undefined ? null : { type: 'brawlers' as const, country, brawler }
  return (
    <>
      <BoardControls board={board} search={search} onSearch={onSearch}>
        <Select
          label="Brawler"
          value={String(brawler ?? first)}
          choices={brawlers.map(({ brawler_id, name }) => [String(brawler_id), titleCase(name)] as const)}
          onChange={(id) => choose(Number(id))}
          className="max-sm:w-full"
        />
      </BoardControls>
      {board ? <Board {...board} /> : <BoardPending label="Loading the leaderboard" />}
    </>
  )
}
