import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { abbreviate } from '#shared/number-format.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'

export type ClubInList = { club_tag: string; club_name: string; member_count: number; trophies: number }

/** A club in a list. */
export function ClubCard({ club }: { club: ClubInList }) {
  const { club_tag: tag, club_name, member_count: count, trophies } = club
  const members = `${count} ${count === 1 ? 'member' : 'members'}`
  const name = plainName(club_name)
  return (
    <EntityCard
      to="/club/$tag"
      tag={tag}
      name={name}
      about={members}
      figure={abbreviate(trophies)}
      figureLabel="trophies"
    />
  )
}

export type PlayerInList = { player_tag: string; player_name: string; trophies: number; club_name: string | null }

/** A player in a list. */
export function PlayerCard({ player }: { player: PlayerInList }) {
  const { player_tag: tag, player_name, trophies, club_name } = player
  const name = plainName(player_name)
  const club = club_name ? plainName(club_name) : 'No club'
  return (
    <EntityCard
      to="/player/$tag"
      tag={tag}
      name={name}
      about={<bdi>{club}</bdi>}
      figure={abbreviate(trophies)}
      figureLabel="trophies"
    />
  )
}

type Props = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** A line below the name. */
  about: ReactNode
  /** The figure at the end, with the word that says what it is. */
  figure: string
  figureLabel: string
}

/** A club or player in a list; the whole card leads to its page. */
function EntityCard({ to, tag, name, about, figure, figureLabel }: Props) {
  const shown = nameOrTag(name, tag)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
      className="flex min-w-0 items-center gap-3.5 rounded-lg border border-edge bg-card p-3.5 no-underline transition-colors duration-120 ease-calm hover:border-line hover:bg-raise"
    >
      <Monogram seed={tag} name={shown} className="size-12 rounded-md" />
      <span className="min-w-0 flex-1">
        <span title={shown} className="block truncate font-semibold">
          <PlayerName name={shown} />
        </span>
        <span className="block truncate text-sm text-mut">{about}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-lg font-extrabold">{figure}</span>
        <span className="block text-sm text-mut">{figureLabel}</span>
      </span>
    </Link>
  )
}
