import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { countryName, titleCase } from '#shared/game-names.ts'
import { RANKING_TYPES } from '#shared/kinds.ts'
import { plainName } from '#shared/plain-name.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/fields.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState, Notice } from '#web/ui/Notice.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Text } from '#web/ui/Text.tsx'
import { Ranking, RankingAge, RankingPending } from './Ranking.tsx'
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

const TAB_NAMES = { players: 'ui.players', clubs: 'ui.clubs', brawlers: 'leaderboards.brawlers' } as const

/** Rankings of the world and of countries: the best players, clubs, and players of each brawler. */
export function LeaderboardsPage({ raw }: Pick<PageProps, 'raw'>) {
  const search = rankingSearchOf(raw)
  const onSearch = useRankingSearch()
  const { type = 'players', country = 'global' } = search
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('pages.leaderboards')}</h1>
      <p className="mt-1 mb-5 text-mut max-sm:mb-2">
        <Text
          id="leaderboards.lead"
          values={{
            ranked: (words) => (
              <Link to="/browse/players" search={{ sort: 'ranked' }} className="link">
                {words}
              </Link>
            ),
            prestige: (words) => (
              <Link to="/browse/players" search={{ sort: 'prestige' }} className="link">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <Tabs
        label={t('pages.leaderboards')}
        value={type}
        tabs={RANKING_TYPES.map((each) => [each, t(TAB_NAMES[each])] as const)}
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
    const { error, refetch } = list
    return (
      <ErrorState title={t('leaderboards.brawlersFailed')} message={error.message} onRetry={() => void refetch()} />
    )
  }
  if (!brawlers) return <RankingPending label={t('player.brawlersLoading')} />
  if (first === undefined) return <EmptyState title={t('player.noBrawlers')} />
  const unknown = brawler !== undefined && !brawlers.some(({ brawler_id }) => brawler_id === brawler)
  const ranking = brawler === undefined || unknown ? null : { type: 'brawlers' as const, country, brawler }
  const shown = brawlers.find(({ brawler_id }) => brawler_id === brawler)
  const choices = brawlers.map(({ brawler_id, name }) => [String(brawler_id), titleCase(name)] as const)
  return (
    <>
      <RankingControls ranking={ranking} brawler={shown} search={search} onSearch={onSearch}>
        <Select
          label={t('leaderboards.brawler')}
          value={String(brawler ?? first)}
          choices={unknown ? [[String(brawler), t('leaderboards.choose')], ...choices] : choices}
          onChange={(id) => choose(Number(id))}
          className={BESIDE}
        />
      </RankingControls>
      {ranking && <Ranking {...ranking} />}
      {unknown && <EmptyState title={t('meta.noBrawler')} hint={t('leaderboards.chooseAbove')} />}
      {!ranking && !unknown && <RankingPending label={t('leaderboards.loading')} />}
    </>
  )
}

type RankingControlsProps = {
  /** Null while no brawler is chosen. */
  ranking: RankingName | null
  /** Whose players are ranked. */
  brawler?: Answer<'GET /api/brawler/all'>['brawlers'][number] | undefined
  search: RankingSearch
  onSearch: (search: RankingSearch) => void
  /** More choices beside the region. */
  children?: ReactNode
}

/** Two choices that share a row, on a phone below their labels. */
const BESIDE = 'flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-1 sm:flex-none'

const countries = () =>
  RANKING_COUNTRIES.map((code) => [code, code === 'global' ? t('game.global') : countryName(code)] as const)

/**
 * The choice of a region and of what else there is; then what is ranked and since when, with the download and Refresh, which
 * are icons on a phone. Both share a line where there is room.
 */
function RankingControls({ ranking, brawler, search, onSearch, children }: RankingControlsProps) {
  const { collect, collecting, failure } = useCollect()
  const refresh = (isAnswered: boolean) => (
    <Button
      variant="outline"
      busy={collecting}
      disabled={!isAnswered}
      onClick={() => ranking !== null && collect(ranking)}
    >
      {!collecting && <RefreshCw size={16} aria-hidden="true" />}
      <span className="max-sm:sr-only">{t('ui.refresh')}</span>
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label={t('ui.region')}
          value={search.country ?? 'global'}
          choices={countries()}
          onChange={(country) => onSearch(rankingSearchOf({ ...search, country }))}
          className={children ? BESIDE : 'max-sm:w-full'}
        />
        {children}
        <div className="flex grow items-center gap-2 max-sm:w-full">
          {brawler && <BrawlerPicture id={brawler.brawler_id} name={brawler.name} className="size-11 rounded-md" />}
          <div className="min-w-0 flex-1">
            {brawler && (
              <h2 className="text-lg font-semibold">
                <bdi>{titleCase(brawler.name)}</bdi>
              </h2>
            )}
            {ranking && <RankingAge {...ranking} />}
          </div>
          {ranking ? <RankingTools ranking={ranking}>{refresh}</RankingTools> : refresh(false)}
        </div>
      </div>
      {failure && (
        <div className="mb-3">
          <Notice tone="bad">
            <span className="font-semibold">{t('leaderboards.refreshFailed')}</span>{' '}
            <span className="text-mut">{failure}</span>
          </Notice>
        </div>
      )}
    </>
  )
}

type RankingToolsProps = { ranking: RankingName; children: (isAnswered: boolean) => ReactNode }

/** The download of the shown ranking, and Refresh, which waits for it: a failure has a button of its own. */
function RankingTools({ ranking, children }: RankingToolsProps) {
  const { data } = useQuery(rankingQuery(ranking))
  const entries = data?.leaderboard
  const rows = useCallback(() => csvRows(entries ?? []), [entries])
  return (
    <>
      {entries && entries.length > 0 && (
        <DownloadCsv
          brief
          rows={rows}
          fileName={['leaderboard', ...Object.values(ranking)].join('-')}
          className="min-w-11 justify-center"
        />
      )}
      {children(data !== undefined)}
    </>
  )
}

function csvRows(entries: Answer<'GET /api/rankings/leaderboards'>['leaderboard']) {
  const head = [
    t('leaderboards.rank'),
    t('leaderboards.rankBefore'),
    t('leaderboards.name'),
    t('leaderboards.tag'),
    t('ui.trophies'),
    t('leaderboards.updated'),
  ]
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
