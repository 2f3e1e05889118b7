import type { ReactNode } from 'react'
import { abbreviate, count } from '#shared/number-format.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'

type ListedClub = { club_tag: string; club_name: string; member_count: number; trophies: number }

/** A club that the home page features. */
export function ClubCard({ club }: { club: ListedClub }) {
  const { club_tag: tag, club_name, member_count, trophies } = club
  return (
    <EntityCard
      to="/club/$tag"
      tag={tag}
      name={plainName(club_name)}
      about={count(member_count, 'member')}
      figure={abbreviate(trophies)}
      figureLabel="trophies"
    />
  )
}

type ListedPlayer = { player_tag: string; player_name: string; trophies: number; club_name: string | null }

/** A player that the home page features. */
export function PlayerCard({ player }: { player: ListedPlayer }) {
  const { player_tag: tag, player_name, trophies, club_name } = player
  return (
    <EntityCard
      to="/player/$tag"
      tag={tag}
      name={plainName(player_name)}
      about={<bdi>{club_name ? plainName(club_name) : 'No club'}</bdi>}
      figure={abbreviate(trophies)}
      figureLabel="trophies"
    />
  )
}

type EntityCardProps = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** The line below the name. */
  about: ReactNode
  /** The figure at the end of the card, and the word below it. */
  figure: string
  figureLabel: string
}

/** The whole card links to the page of the club or player. */
function EntityCard({ to, tag, name, about, figure, figureLabel }: EntityCardProps) {
  const shown = nameOrTag(name, tag)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
      className="flex min-w-0 items-center gap-3 rounded-lg border border-edge bg-card px-3 py-2 no-underline transition-colors duration-120 ease-calm hover:border-line hover:bg-raise sm:gap-3.5 sm:p-3.5"
    >
      <Monogram seed={tag} name={shown} className="size-12 rounded-md" />
      <span className="min-w-0 flex-1">
        <span title={shown} className="block truncate font-semibold">
          <PlayerName name={shown} />
        </span>
        <span className="block truncate text-sm text-mut">{about}</span>
      </span>
      <span className="shrink-0 text-right whitespace-nowrap">
        <span className="block text-lg font-extrabold">{figure}</span>
        <span className="block text-sm text-mut">{figureLabel}</span>
      </span>
    </Link>
  )
}
