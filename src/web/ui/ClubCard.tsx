import { plainName } from '#shared/plain-name.ts'
import { abbreviate } from '../format/abbreviate.ts'
import { EntityCard } from './EntityCard.tsx'

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
