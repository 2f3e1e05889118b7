import { documentTitle } from '../../format/document-title.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Board } from './Board.tsx'
import { BoardControls } from './BoardControls.tsx'
import { BrawlersBoard } from './BrawlersBoard.tsx'
import { atTab, leaderboardSearchOf, TYPES } from './leaderboard-search.ts'
import { useLeaderboardSearch } from './use-leaderboard-search.ts'

const NAMES = { players: 'Players', clubs: 'Clubs', brawlers: 'Brawlers' } as const

/** The best players and clubs of the world and of countries, and the best players of each brawler. */
export function LeaderboardsPage({ raw }: { raw: Record<string, unknown> }) {
  const search = leaderboardSearchOf(raw)
  const onSearch = useLeaderboardSearch()
  const { type = 'players', country = 'global' } = search
  useDocumentTitle(documentTitle('Leaderboards'))
  return (
    <>
      <h1 className="text-hero font-extrabold">Leaderboards</h1>
      <p className="mt-1 mb-5 text-mut">The top 50 of the game, and who rose or fell since about a day ago.</p>
      <Tabs
        label="Leaderboards"
        value={type}
        tabs={TYPES.map((each) => [each, NAMES[each]] as const)}
        onChange={(next) => onSearch(atTab(search, next))}
      >
        {type === 'brawlers' ? (
          <BrawlersBoard search={search} onSearch={onSearch} />
        ) : (
          <>
            <BoardControls board={{ type, country }} search={search} onSearch={onSearch} />
            <Board type={type} country={country} />
          </>
        )}
      </Tabs>
    </>
  )
}
