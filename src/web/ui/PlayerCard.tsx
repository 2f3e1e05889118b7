import { plainName } from '#shared/plain-name.ts'
import { abbreviate } from '../format/abbreviate.ts'
import { EntityCard } from './EntityCard.tsx'

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
