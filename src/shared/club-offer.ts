import { CLUB_SEATS } from './limits.ts'
import { factsInWords, formatThousands } from './number-format.ts'
import { type PlainTextId, t } from './texts.ts'

const CLUB_TYPES = new Map<string, PlainTextId>([
  ['open', 'offer.open'],
  ['inviteOnly', 'find.inviteOnly'],
  ['closed', 'offer.closed'],
])

/** The type of a club in words. An unknown type stays as the game sends it. */
export function clubType(type: string): string {
  const known = CLUB_TYPES.get(type)
  return known === undefined ? type : t(known)
}

/** The trophies that a club asks for. 0 is no bar: `any trophies`. */
export function entryBar(trophies: number, words: (trophies: string) => string): string {
  return trophies === 0 ? t('offer.anyTrophies') : words(formatThousands(trophies))
}

type Offer = {
  entry: string | null
  required_trophies: number | null
  member_count: number
  active_members: number | null
  known_members: number | null
}

/** What a club offers whoever looks for one, fact by fact. What is not known is left out. */
function offerFacts({ entry, required_trophies: bar, member_count, active_members, known_members }: Offer) {
  const seats = CLUB_SEATS - member_count
  return [
    entry && clubType(entry),
    bar === null ? null : entryBar(bar, (trophies) => t('offer.trophies', { trophies })),
    seats > 0 ? t('offer.seats', { seats }) : t('offer.full'),
    active_members !== null && known_members
      ? t('browse.activeOf', { active: formatThousands(active_members), known: formatThousands(known_members) })
      : null,
  ]
}

/** The same in one line: `Open, 5,000+, 2 seats free, 22 of 30 active`. */
export function clubOffer(club: Offer): string {
  return factsInWords(offerFacts(club))
}
