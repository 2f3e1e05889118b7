import type { getClub } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Sheet } from '../render-answer.ts'

/** The members of a club, a row a member. */
export function memberSheet({ tag, members }: Output<typeof getClub>): Sheet {
  const head = ['player_tag', 'player_name', 'role', 'trophies', 'joined_at', 'last_change_at']
  const rows = members.map((member) => [
    member.tag,
    member.name,
    member.role,
    member.trophies,
    member.joined_at,
    member.last_change_at,
  ])
  return { name: `members-${tag}`, rows: [head, ...rows] }
}
