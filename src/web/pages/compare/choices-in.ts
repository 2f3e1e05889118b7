import { normaliseTag } from '#shared/tag.ts'
import type { Answer } from '../../api/client.ts'

/** Clubs or players of a list by tag and name; hidden players, who have no tag, are left out. */
export function choicesIn({ clubs = [], players = [] }: Answer<'GET /api/browse/entities'>) {
  const all = [
    ...clubs.map(({ club_tag: tag, club_name: name }) => ({ tag, name })),
    ...players.map(({ player_tag: tag, player_name: name }) => ({ tag, name })),
  ]
  return all.filter(({ tag }) => normaliseTag(tag) !== null)
}
