import { CLUB_SEATS } from './desk.ts'
import { count, thousands } from './number-format.ts'
import { plainName } from './plain-name.ts'

/** Words in capitals with a capital first letter only: `EL PRIMO` is `El Primo`, `8-BIT` is `8-Bit`. Other words stay. */
export function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
}

/** The game's word for a mode in English: `brawlBall` is `Brawl Ball`, `knockout5V5` is `Knockout 5v5`. */
export function modeName(mode: string): string {
  if (mode === 'unknown') return 'Unknown mode'
  const words = mode.replace(/(\d)V(\d)/g, ' $1v$2').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The name of a brawler, which the game writes in capitals: `EL PRIMO` becomes `El Primo`. */
export function brawlerName(name: string): string {
  return titleCase(plainName(name))
}

const ROLES: readonly (readonly [role: string, name: string])[] = [
  ['president', 'President'],
  ['vicePresident', 'Vice President'],
  ['senior', 'Senior'],
  ['member', 'Member'],
]

/** A role of the game's API in English: `vicePresident` is `Vice President`. An unknown role stays as it is. */
export function roleName(role: string): string {
  return ROLES.find(([known]) => known === role)?.[1] ?? role
}

/** The order of roles: president 0, vice president 1, senior 2, member 3, unknown ones 4. */
export function roleRank(role: string): number {
  const rank = ROLES.findIndex(([known]) => known === role)
  return rank === -1 ? ROLES.length : rank
}

const CLUB_TYPES: Record<string, string> = { open: 'Open', inviteOnly: 'Invite only', closed: 'Closed' }

/** The type of a club in words. An unknown type stays as the game sends it. */
export function clubType(type: string): string {
  return CLUB_TYPES[type] ?? type
}

type Offer = {
  entry: string | null
  required_trophies: number | null
  member_count: number
  active_members: number | null
  known_members: number | null
}

/** What a club offers whoever looks for one: `Open, 5,000+, 2 seats, 22 of 30 active`. What is not known is left out. */
export function clubOffer({
  entry,
  required_trophies: bar,
  member_count,
  active_members,
  known_members,
}: Offer): string {
  const seats = CLUB_SEATS - member_count
  const parts = [
    entry && clubType(entry),
    bar === null ? null : bar === 0 ? 'any trophies' : `${thousands(bar)}+`,
    seats > 0 ? count(seats, 'seat') : 'full',
    active_members !== null && known_members ? `${active_members} of ${known_members} active` : null,
  ]
  return parts.filter(Boolean).join(', ')
}
