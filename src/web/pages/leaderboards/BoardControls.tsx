import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { LEADERBOARD_COUNTRIES } from '#shared/regions.ts'
import { countryName } from '../../format/country-name.ts'
import { Button } from '../../ui/Button.tsx'
import { DownloadCsv } from '../../ui/DownloadCsv.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { type BoardName, boardQuery } from './leaderboard-queries.ts'
import { type LeaderboardSearch, leaderboardSearchOf } from './leaderboard-search.ts'
import { useCollect } from './use-collect.ts'

type Props = {
  /** Absent while no brawler is chosen. */
  board: BoardName | null
  search: LeaderboardSearch
  onSearch: (search: LeaderboardSearch) => void
  /** More choices, beside the region. */
  children?: ReactNode
}

const COUNTRIES = LEADERBOARD_COUNTRIES.map((code) => [code, code === 'global' ? 'Global' : countryName(code)] as const)

/** Region, what else is chosen, refresh and download. */
export function BoardControls({ board, search, onSearch, children }: Props) {
  const { collect, collecting, failure } = useCollect()
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label="Region"
          value={search.country ?? 'global'}
          choices={COUNTRIES}
          onChange={(country) => onSearch(leaderboardSearchOf({ ...search, country }))}
          className="max-sm:w-full"
        />
        {children}
        <div className="ms-auto flex items-center gap-2 max-sm:ms-0 max-sm:w-full max-sm:justify-between">
          {board && <Download board={board} />}
          <Button
            variant="outline"
            busy={collecting}
            disabled={board === null}
            onClick={() => board !== null && collect(board)}
          >
            {!collecting && <RefreshCw size={16} aria-hidden="true" />} Refresh
          </Button>
        </div>
      </div>
      {failure && (
        <div className="mb-3">
          <Notice tone="bad">
            <span className="font-semibold">Failed to refresh leaderboard data</span>{' '}
            <span className="text-mut">{failure}</span>
          </Notice>
        </div>
      )}
    </>
  )
}

function Download({ board }: { board: BoardName }) {
  const { data } = useQuery(boardQuery(board))
  const entries = data?.leaderboard ?? []
  if (entries.length === 0) return null
  const head = ['Rank', 'Rank before', 'Name', 'Tag', 'Trophies', 'Updated']
  const rows = () => [
    head,
    ...entries.map((entry) => [
      entry.rank_position,
      entry.previous_rank,
      plainName(entry.entity_name),
      entry.entity_tag,
      entry.trophies,
      entry.last_updated,
    ]),
  ]
  return <DownloadCsv rows={rows} fileName={['leaderboard', ...Object.values(board)].join('-')} />
}
