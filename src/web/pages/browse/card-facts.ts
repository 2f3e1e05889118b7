import type { Answer } from '../../api/client.ts'
import { countryName } from '../../format/country-name.ts'

type Listed = Answer<'GET /api/browse/entities'>
type Club = NonNullable<Listed['clubs']>[number]
type Player = NonNullable<Listed['players']>[number]

export type CardFacts = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** A line below the name; each part may be a name of any script. */
  about: readonly string[]
  trophies: number
  scores: readonly (readonly [label: string, score: number | null])[]
  popularity: number
  /** Since when it is known here: ISO time. */
  since: string
  analytics: boolean
}

/** What a club's card shows. */
export function clubFacts(club: Club): CardFacts {
  const members = `${club.member_count} ${club.member_count === 1 ? 'member' : 'members'}`
  return {
    to: '/club/$tag',
    tag: club.club_tag,
    name: club.club_name,
    about: [members, ...place(club)],
    trophies: club.trophies,
    scores: [['Activity', club.activity_score]],
    popularity: club.popularity_score,
    since: club.created_date,
    analytics: club.analytics_available,
  }
}

/** What a player's card shows. */
export function playerFacts(player: Player): CardFacts {
  return {
    to: '/player/$tag',
    tag: player.player_tag,
    name: player.player_name,
    about: [player.club_name ?? 'No club', ...place(player)],
    trophies: player.trophies,
    scores: [
      ['Performance', player.performance_score],
      ['Activity', player.activity_score],
    ],
    popularity: player.popularity_score,
    since: player.created_date,
    analytics: player.analytics_available,
  }
}

function place({ country }: { country: string | null }): string[] {
  return country === null ? [] : [countryName(country)]
}
