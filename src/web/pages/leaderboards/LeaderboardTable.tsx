import type { Answer } from '../../api/client.ts'
import { useItemsShown } from '../../ui/use-items-shown.ts'
import { LeaderboardRow } from './LeaderboardRow.tsx'
import type { LeaderboardType } from './leaderboard-search.ts'

type Props = {
  type: LeaderboardType
  entries: Answer<'GET /api/rankings/leaderboards'>['leaderboard']
  /** Whether there is a collection before, that ranks can be compared with. */
  compared: boolean
}

const CAPTION = {
  players: 'Players by trophies',
  clubs: 'Clubs by trophies',
  brawlers: 'Players by trophies of the chosen brawler',
} as const

/** Ranks, each leading to its page; the first 3, 10 and 50 stand out. */
export function LeaderboardTable({ type, entries, compared }: Props) {
  const shown = useItemsShown()
  return (
    <div className="overflow-hidden rounded-lg border border-edge bg-card">
      <table className="w-full">
        <caption className="sr-only">{CAPTION[type]}</caption>
        <thead className="text-left text-sm whitespace-nowrap text-mut">
          <tr>
            <th scope="col" className="py-3 ps-3 pe-3 font-semibold sm:ps-4.5">
              Rank
            </th>
            <th scope="col" className={compared ? 'py-3 pe-3 font-semibold' : 'sr-only'}>
              <span className="max-sm:sr-only">Moved</span>
            </th>
            <th scope="col" className="py-3 font-semibold">
              Name
            </th>
            <th scope="col" className="py-3 pe-3 text-right font-semibold sm:pe-4.5">
              Trophies
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shown).map((entry) => (
            <LeaderboardRow key={entry.rank_position} type={type} entry={entry} compared={compared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
