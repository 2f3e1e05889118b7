import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { countryName, titleCase } from '#shared/game-names.ts'
import { RANKING_TYPES } from '#shared/kinds.ts'
import { plainName } from '#shared/plain-name.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import type { PageProps } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState, Notice } from '#web/ui/Notice.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Ranking, RankingPending } from './Ranking.tsx'
import {
  atTab,
  brawlersQuery,
  type RankingName,
  type RankingSearch,
  rankingQuery,
  rankingSearchOf,
  useCollect,
  useRankingSearch,
} from './ranking-search.ts'

const DownloadCsv = lazySection(() => import('#web/ui/TableTools.tsx').then((file) => file.DownloadCsv), {
  className: 'contents',
})

const TAB_NAMES = { players: 'Players', clubs: 'Clubs', brawlers: 'Brawlers' } as const

/** Rankings of the world and of countries: the best players, clubs, and players of each brawler. */
export function LeaderboardsPage({ raw }: Pick<PageProps, 'raw'>) {
  const search = rankingSearchOf(raw)
  const onSearch = useRankingSearch()
  const { type = 'players', country = 'global' } = search
  return (
    <>
      <h1 className="text-hero font-extrabold">Leaderboards</h1>
      <p className="mt-1 mb-5 text-mut">
        The game's top 50. Of tracked players only:{' '}
        <Link to="/browse/players" search={{ sort: 'ranked' }} className="link">
          Ranked
        </Link>
        ,{' '}
        <Link to="/browse/players" search={{ sort: 'prestige' }} className="link">
          prestige
        </Link>
        .
      </p>
      <Tabs
        label="Leaderboards"
        value={type}
        tabs={RANKING_TYPES.map((each) => [each, TAB_NAMES[each]] as const)}
        onChange={(next) => onSearch(atTab(search, next))}
      >
        {type === 'brawlers' ? (
          <BrawlerRanking search={search} onSearch={onSearch} />
        ) : (
          <>
            <RankingControls ranking={{ type, country }} search={search} onSearch={onSearch} />
            <Ranking type={type} country={country} />
          </>
        )}
      </Tabs>
    </>
  )
}

type BrawlerRankingProps = { search: RankingSearch; onSearch: (search: RankingSearch, replace?: boolean) => void }

/** The best players of one brawler: of the first one in the list, until another is chosen. */
function BrawlerRanking({ search, onSearch }: BrawlerRankingProps) {
  const list = useQuery(brawlersQuery)
  const { country = 'global', brawler } = search
  const brawlers = list.data?.brawlers
  const first = brawlers?.[0]?.brawler_id
  const choose = (id: number, replace = false) => onSearch(rankingSearchOf({ ...search, brawler: id }), replace)
  useEffect(() => {
    if (brawler === undefined && first !== undefined) onSearch(rankingSearchOf({ ...search, brawler: first }), true)
  }, [brawler, first, search, onSearch])
  if (list.isError && !brawlers) {
    const { error, refetch, isFetching } = list
    const again = () => void refetch()
    return (
      <ErrorState title="Failed to load brawlers list" message={error.message} onRetry={again} retrying={isFetching} />
    )
  }
  if (!brawlers) return <RankingPending label="Loading the brawlers" />
  if (first === undefined) return <EmptyState title="No brawler data available" />
  const unknown = brawler !== undefined && !brawlers.some(({ brawler_id }) => brawler_id === brawler)
  const ranking = brawler === undefined || unknown ? null : { type: 'brawlers' as const, country, brawler }
  const choices = brawlers.map(({ brawler_id, name }) => [String(brawler_id), titleCase(name)] as const)
  return (
    <>
      <RankingControls ranking={ranking} search={search} onSearch={onSearch}>
        <Select
          label="Brawler"
          value={String(brawler ?? first)}
          choices={unknown ? [[String(brawler), 'Choose a brawler'], ...choices] : choices}
          onChange={(id) => choose(Number(id))}
          className="max-sm:w-full"
        />
      </RankingControls>
      {ranking && <Ranking {...ranking} />}
      {unknown && <EmptyState title="There is no such brawler" hint="Choose one from the list above." />}
      {!ranking && !unknown && <RankingPending label="Loading the leaderboard" />}
    </>
  )
}

type RankingControlsProps = {
  /** Null while no brawler is chosen. */
  ranking: RankingName | null
  search: RankingSearch
  onSearch: (search: RankingSearch) => void
  /** More choices beside the region. */
  children?: ReactNode
}

const COUNTRIES = RANKING_COUNTRIES.map((code) => [code, code === 'global' ? 'Global' : countryName(code)] as const)

/** The choice of a region and of what else there is, the download, and Refresh. */
function RankingControls({ ranking, search, onSearch, children }: RankingControlsProps) {
  const { collect, collecting, failure } = useCollect()
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label="Region"
          value={search.country ?? 'global'}
          choices={COUNTRIES}
          onChange={(country) => onSearch(rankingSearchOf({ ...search, country }))}
          className="max-sm:w-full"
        />
        {children}
        <div className="ms-auto flex items-center gap-2 max-sm:ms-0 max-sm:w-full max-sm:justify-between">
          {ranking && <Download ranking={ranking} />}
          <Button
            variant="outline"
            busy={collecting}
            disabled={ranking === null}
            onClick={() => ranking !== null && collect(ranking)}
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

function Download({ ranking }: { ranking: RankingName }) {
  const { data } = useQuery(rankingQuery(ranking))
  const entries = data?.leaderboard
  const rows = useCallback(() => csvRows(entries ?? []), [entries])
  if (!entries?.length) return null
  return <DownloadCsv rows={rows} fileName={['leaderboard', ...Object.values(ranking)].join('-')} />
}

function csvRows(entries: Answer<'GET /api/rankings/leaderboards'>['leaderboard']) {
  const head = ['Rank', 'Rank before', 'Name', 'Tag', 'Trophies', 'Updated']
  const rows = entries.map((entry) => [
    entry.rank_position,
    entry.previous_rank,
    plainName(entry.entity_name),
    entry.entity_tag,
    entry.trophies,
    entry.last_updated,
  ])
  return [head, ...rows]
}
