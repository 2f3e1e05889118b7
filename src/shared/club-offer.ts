import { CLUB_SEATS } from './desk.ts'
import { count, formatThousands } from './number-format.ts'

const CLUB_TYPES = new Map([
  ['open', 'Open'],
  ['inviteOnly', 'Invite only'],
  ['closed', 'Closed'],
])

/** The type of a club in words. An unknown type stays as the game sends it. */
export function clubType(type: string): string {
  return CLUB_TYPES.get(type) ?? type
}

/** The trophies that a club asks for. 0 is no bar: `any trophies`. */
export function entryBar(trophies: number, words: (trophies: string) => string): string {
  return trophies === 0 ? 'any trophies' : words(formatThousands(trophies))
}

type Offer = {
  entry: string | null
  required_trophies: number | null
  member_count: number
  active_members: number | null
  known_members: number | null
}

/**
 * What a club offers whoever looks for one: `Open, 5,000+, 2 seats free, 22 of 30 active`. What is not known is left
 * out.
 */
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
    bar === null ? null : entryBar(bar, (trophies) => `${trophies}+`),
    seats > 0 ? `${count(seats, 'seat')} free` : 'full',
    active_members !== null && known_members ? `${active_members} of ${known_members} active` : null,
  ]
  return parts.filter(Boolean).join(', ')
}
