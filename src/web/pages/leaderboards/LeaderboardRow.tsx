import { Link } from '@tanstack/react-router'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import type { Answer } from '../../api/client.ts'
import { thousands } from '../../format/abbreviate.ts'
import { Monogram } from '../../ui/Monogram.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import type { LeaderboardType } from './leaderboard-search.ts'
import { Movement } from './Movement.tsx'
import { RankBadge } from './RankBadge.tsx'
import { rankStyle } from './rank-movement.ts'

type Entry = Answer<'GET /api/rankings/leaderboards'>['leaderboard'][number]
type Props = { type: LeaderboardType; entry: Entry; compared: boolean }

const ROW = {
  first: 'bg-c2/12',
  second: 'bg-ink/7',
  third: 'bg-c3/12',
  'top-10': 'bg-acc/6',
  'top-50': '',
  none: 'text-mut',
} as const

/** One rank; a click anywhere on it, or Enter on its name, leads to the player or club. */
export function LeaderboardRow({ type, entry, compared }: Props) {
  const { entity_tag: tag, rank_position: rank } = entry
  const name = nameOrTag(entry.entity_name, tag)
  const style = rankStyle(rank)
  const podium = rank <= 3
  return (
    <tr data-rank-style={style} className={`relative border-t border-edge hover:bg-raise ${ROW[style]}`}>
      <td className="ps-3 pe-3 sm:ps-4.5">
        <RankBadge rank={rank} />
      </td>
      <td className={compared ? 'pe-3 sm:min-w-18' : 'sr-only'}>
        {compared && <Movement rank={rank} before={entry.previous_rank} />}
      </td>
      <td className={`max-w-0 w-full ${podium ? 'py-3' : 'py-2'}`}>
        <div className="flex min-w-0 items-center gap-3">
          <Monogram seed={tag} name={name} className={podium ? 'size-11 rounded-md' : 'size-9 rounded-sm'} />
          <div className="min-w-0">
            <Name type={type} entry={entry} name={name} podium={podium} />
            <About type={type} entry={entry} />
          </div>
        </div>
      </td>
      <td
        className={`pe-3 ps-3 text-right whitespace-nowrap sm:pe-4.5 ${podium ? 'text-lg font-extrabold' : 'font-semibold'}`}
      >
        {thousands(entry.trophies)}
      </td>
    </tr>
  )
}

/** A hidden player has no tag, and so no page. */
function Name({ type, entry, name, podium }: Omit<Props, 'compared'> & { name: string; podium: boolean }) {
  const tag = normaliseTag(entry.entity_tag)
  const size = podium ? 'text-lg font-extrabold' : 'font-semibold'
  const shown = <PlayerName name={name} className="block truncate text-left" />
  if (tag === null) return <div className={size}>{shown}</div>
  return (
    <Link
      to={type === 'clubs' ? '/club/$tag' : '/player/$tag'}
      params={{ tag: tagInPath(tag) }}
      title={name}
      className={`block no-underline after:absolute after:inset-0 ${size}`}
    >
      {shown}
    </Link>
  )
}

function About({ type, entry: { club_name, member_count } }: Omit<Props, 'compared'>) {
  const about =
    type === 'clubs' ? member_count !== null && `${member_count} members` : club_name && <PlayerName name={club_name} />
  return about ? <p className="truncate text-sm text-mut">{about}</p> : null
}
