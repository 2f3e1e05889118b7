import type { Output } from './contract/endpoint.ts'
import type { getClubReview, MissingReason } from './contract/reviews.ts'
import { addDays, type CalendarDay, calendarDay, DAY_MS, dayInWords, dayOf, seasonEnds, writeDate } from './days.ts'
import { brawlerName } from './game-names.ts'
import { formatThousands, listInWords, percent, signed } from './number-format.ts'
import { nameOrTag } from './plain-name.ts'
import { tierName } from './ranked-tiers.ts'
import type { EntityType } from './tag.ts'
import { type PlainTextId, t } from './texts.ts'
import { hourText } from './week-hours.ts'

/** The cards of a review, in their order. A club has no card of Ranked. */
export const REVIEW_CARDS = ['growth', 'best_day', 'brawler', 'hours', 'company', 'ranked', 'rank'] as const
export type ReviewCard = (typeof REVIEW_CARDS)[number]

/** Observed days below which there is no review. Those before a season count too: it has 28 or 35 days. */
export const REVIEW_DAYS = 30
/** Days of a season that must have been observed. */
export const SEASON_DAYS = 14

/** A calendar year, `2026`, or the season that began in a month, `2026-11`, with its first and last day. */
export type ReviewPeriod = { name: string; kind: 'season' | 'year'; from: CalendarDay; to: CalendarDay }

const PERIOD = /^20\d{2}(?:-(?:0[1-9]|1[0-2]))?$/

/** Reads the name of a period; null for any other text. A season begins with the day on which the one before ended. */
export function reviewPeriod(name: string): ReviewPeriod | null {
  if (!PERIOD.test(name)) return null
  if (name.length === 4) {
    return { name, kind: 'year', from: calendarDay(`${name}-01-01`), to: calendarDay(`${name}-12-31`) }
  }
  const month = new Date(`${name}-01T00:00:00Z`)
  const [begin = month, end = month] = seasonEnds(month, new Date(month.getTime() + 62 * DAY_MS))
  return { name, kind: 'season', from: dayOf(begin), to: addDays(dayOf(end), -1) }
}

/** The periods that have begun and in which somebody was observed, the newest first, years before their seasons. */
export function reviewPeriods(firstObserved: CalendarDay, today: CalendarDay): ReviewPeriod[] {
  const [first, last] = [Number(firstObserved.slice(0, 4)), Number(today.slice(0, 4))]
  // The days before the first Thursday of January belong to the season of December.
  const years = Array.from({ length: last - first + 2 }, (_, back) => last - back)
  return years
    .flatMap((year) => [`${year}`, ...MONTHS.map((month) => `${year}-${month}`)])
    .flatMap((name) => reviewPeriod(name) ?? [])
    .filter(({ from, to }) => from <= today && to >= firstObserved)
}

const MONTHS = Array.from({ length: 12 }, (_, back) => String(12 - back).padStart(2, '0'))

/** A period in words: `Season of November 2026`, `Year 2026`. */
export function periodWords(name: string): string {
  if (name.length === 4) return t('review.year', { year: name })
  const month = writeDate(new Date(`${name}-01T00:00:00Z`), { month: 'long', year: 'numeric' })
  return t('review.season', { month })
}

type Told = Output<typeof getClubReview>

/**
 * What a review tells; null for a card of which too little is known, with the reason in `missing`. What a browser kept
 * since before there were `missing_facts` has none.
 */
export type ReviewFacts = Omit<Told, 'tag' | 'name' | 'made_at' | 'shared_at' | 'missing_facts'> &
  Partial<Pick<Told, 'missing_facts'>>

const MISSING = {
  no_trophies: 'review.noTrophies',
  no_gain: 'review.noGain',
  no_clubmate: 'review.noClubmate',
  no_pair: 'review.noPair',
  no_ranked: 'review.noRanked',
  not_placed: 'review.notPlaced',
  nobody_named: 'review.nobodyNamed',
} as const satisfies Record<string, PlainTextId>

/** Why a card is missing, in words. */
export function missingWords(reason: MissingReason): string {
  switch (reason.code) {
    case 'few_with_brawler':
      return t('review.fewWithBrawler', reason)
    case 'few_battles':
      return t('review.fewBattles', reason)
    case 'few_similar':
      return t('review.fewSimilar', reason)
    case 'battles_gone':
      return t('review.battlesGone', reason)
    case 'some_battles_gone':
      return t('review.someBattlesGone', reason)
    default:
      return t(MISSING[reason.code])
  }
}

/** A card in words; `value` is null where too little is known, and then `note` says what is missing. */
export type CardWords = { card: ReviewCard; title: string; value: string | null; note: string }

/** The days behind a review: `41 of 52 days seen, Nov 5, 2026 to Nov 22, 2026`. */
export function daysSeen({ from, to, days, observed_days, running }: ReviewFacts): string {
  const values = { seen: formatThousands(observed_days), days, from: dayInWords(from), to: dayInWords(to) }
  return running ? t('review.seenSoFar', values) : t('review.seen', values)
}

/** All cards of a review in words. That of Ranked is left out where the review knows nothing of it. */
export function reviewWords(review: ReviewFacts): CardWords[] {
  const knowsRanked = review.ranked !== null || review.missing.ranked !== undefined
  return REVIEW_CARDS.filter((card) => card !== 'ranked' || knowsRanked).map((card) => {
    const [title, words] = CARD_WORDS[card](review)
    const why = review.missing_facts?.[card]
    const missing = why === undefined ? review.missing[card] : missingWords(why)
    const [value, note] = words ?? [null, missing ?? t('review.notKnown')]
    return { card, title, value, note }
  })
}

type Words = [title: string, words: [value: string, note: string] | null]

const CARD_WORDS: Record<ReviewCard, (review: ReviewFacts) => Words> = {
  growth: ({ growth }) => [
    t('review.growth'),
    growth && [trophiesText(growth.parts?.played ?? growth.gained), growthNote(growth)],
  ],
  best_day: ({ best_day: best }) => [t('review.bestDay'), best && [trophiesText(best.gained), dayInWords(best.date)]],
  brawler: ({ brawler: best }) => [
    t('review.mostPlayed'),
    best && [brawlerName(best.brawler_name), t('review.brawlerNote', { battles: best.battles, wins: best.wins })],
  ],
  hours: ({ hours, from }) => [t('review.hours'), hours && hoursWords(hours, from)],
  company: ({ company, from, type }) => {
    const [best] = company?.together ?? []
    const title = type === 'club' ? t('review.pair') : t('review.company')
    if (company === null || best === undefined) return [title, null]
    const names = listInWords(best.players.map(({ tag, name }) => nameOrTag(name, tag)))
    const { battles, wins } = best
    const since = sinceDay(company.since, from)
    const note =
      since === null ? t('review.together', { wins, battles }) : t('review.togetherSince', { wins, battles, since })
    return [title, [names, note]]
  },
  ranked: ({ ranked }) => [t('review.ranked'), ranked && rankedWords(ranked)],
  rank: ({ rank, type }) => [
    type === 'club' ? t('review.amongClubs') : t('review.amongPlayers'),
    rank && [t('review.aheadOf', { share: percent(rank.percentile) }), rankNote(rank, type)],
  ],
}

const trophiesText = (gained: number) => t('review.trophies', { change: signed(gained) })

/** Of the hours of a day, which the bars show too: the one with most battles. */
function hoursWords({ by_hour, battles, since }: NonNullable<ReviewFacts['hours']>, from: string): [string, string] {
  const most = Math.max(...by_hour)
  const values = { part: formatThousands(most), battles }
  const later = sinceDay(since, from)
  const note = later === null ? t('review.hoursNote', values) : t('review.hoursNoteSince', { ...values, since: later })
  return [t('review.hoursOn', { hour: hourText(by_hour.indexOf(most), 0) }), note]
}

function rankNote({ compared, typical }: NonNullable<ReviewFacts['rank']>, type: EntityType): string {
  return typical < 0
    ? t('review.halfLost', { type, compared, trophies: formatThousands(-typical) })
    : t('review.halfWon', { type, compared, trophies: signed(typical) })
}

function rankedWords({ tier, rating, on }: NonNullable<ReviewFacts['ranked']>): [string, string] {
  const [points, day] = [rating === null ? null : formatThousands(rating), dayInWords(on)]
  const note = tier === null || points === null ? t('review.highest', { day }) : t('review.rated', { points, day })
  return [tier === null ? t('review.rating', { points: points ?? '' }) : tierName(tier), note]
}

/** From what to what, with all that lies between: the gain leaves out what resets took, and of a club who came and left. */
function growthNote({ gained, before, after, percent: share, parts }: NonNullable<ReviewFacts['growth']>): string {
  const taken = before + gained - after
  const reset = taken === 0 ? 'none' : formatThousands(taken)
  const values = { before: formatThousands(before), after: formatThousands(after), reset }
  if (parts) {
    return t('review.grewBy', { ...values, moved: signed(parts.joined + parts.left) })
  }
  return share === null ? t('review.grew', values) : t('review.grewShare', { ...values, share: signed(share, percent) })
}

/** Battles are kept for a time only, so those of a year are told from a later day on; null where that is the first. */
const sinceDay = (since: string, from: string) => (since > from ? dayInWords(since) : null)
