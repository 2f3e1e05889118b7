import { Link } from '@tanstack/react-router'
import { tagInPath } from '#shared/tag.ts'
import type { Answer } from '../../api/client.ts'
import { thousands } from '../../format/abbreviate.ts'
import { Monogram } from '../../ui/Monogram.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'

type Props = { type: 'players' | 'clubs'; entries: Answer<'GET /api/rankings/leaderboards'>['leaderboard'] }

/** Ranks, each leading to its page; the first 3, 10 and 50 stand out. */
export function LeaderboardTable({ type, entries }: Props) {
  const to = type === 'clubs' ? '/club/$tag' : '/player/$tag'
  return (
    <table className="w-full border-separate border-spacing-0 rounded-lg border border-edge bg-card">
      <caption className="sr-only">Leaderboard of {type}</caption>
      <thead className="text-left text-sm text-mut">
        <tr>
          <th scope="col" className="w-14 px-3 py-3 font-semibold sm:px-4.5">
            Rank
          </th>
          <th scope="col" className="py-3 font-semibold">
            Name
          </th>
          <th scope="col" className="px-3 py-3 text-right font-semibold sm:px-4.5">
            Trophies
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entity_tag} className="relative hover:bg-raise [&>*]:border-t [&>*]:border-edge">
            <td className={`px-3 py-2.5 sm:px-4.5 ${rankStyle(entry.rank_position)}`}>{entry.rank_position}</td>
            <td className="py-2.5">
              <Link
                to={to}
                params={{ tag: tagInPath(entry.entity_tag) }}
                className="flex min-w-0 items-center gap-3 font-semibold no-underline after:absolute after:inset-0"
              >
                <Monogram seed={entry.entity_tag} name={entry.entity_name} className="size-8 rounded-sm" />
                <PlayerName name={entry.entity_name} />
              </Link>
            </td>
            <td className="px-3 py-2.5 text-right sm:px-4.5">{thousands(entry.trophies)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rankStyle(rank: number): string {
  if (rank <= 3) return 'text-lg font-extrabold text-c2'
  if (rank <= 10) return 'font-extrabold text-acc'
  return rank <= 50 ? 'font-semibold' : 'text-mut'
}
