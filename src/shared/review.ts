import { addDays, type CalendarDay, calendarDay, DAY_MS, dayInWords, dayOf, seasonEnds } from './days.ts'
import { brawlerName } from './game-names.ts'
import { count, formatThousands, percent, signed } from './number-format.ts'
import { nameOrTag } from './plain-name.ts'
import type { EntityType } from './tag.ts'
import { hourText, weekdayName } from './week-hours.ts'

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
  if (name.length === 4) return `Year ${name}`
  const month = new Date(`${name}-01T00:00:00Z`)
  return `Season of ${month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })}`
}

/**
 * What a review tells, as the contract explains it; null for a card of which too little is known, with the reason in
 * `missing`.
 */
export type ReviewFacts = {
  type: EntityType
  period: string
  from: string
  to: string
  running: boolean
  days: number
  observed_days: number
  growth: {
    gained: number
    before: number
    after: number
    percent: number | null
    parts: { played: number; joined: number; left: number } | null
    line: number[] | null
  } | null
  best_day: { date: string; gained: number; week: (number | null)[] | null } | null
  brawler: { brawler_id: number; brawler_name: string; battles: number; wins: number } | null
  hours: { since: string; battles: number; weekday: number; hour: number; at_busiest: number; by_hour: number[] } | null
  company: {
    since: string
    together: { players: { tag: string; name: string }[]; battles: number; wins: number }[]
  } | null
  rank: { percentile: number; compared: number; typical: number } | null
  ranked: { tier: string | null; tier_place: number | null; rating: number | null; on: string } | null
  missing: Partial<Record<ReviewCard, string>>
}

/** A card in words; `value` is null where too little is known, and then `note` says what is missing. */
export type CardWords = { card: ReviewCard; title: string; value: string | null; note: string }

/** The days behind a review: `41 of 52 days seen, Nov 5, 2026 to Nov 22, 2026`. */
export function daysSeen({ from, to, days, observed_days, running }: ReviewFacts): string {
  return `${formatThousands(observed_days)} of ${count(days, 'day')} seen, ${dayInWords(from)} to ${dayInWords(to)}${running ? ' so far' : ''}`
}

/** All cards of a review in words. That of Ranked is left out where the review knows nothing of it. */
export function reviewWords(review: ReviewFacts): CardWords[] {
  const knowsRanked = review.ranked !== null || review.missing.ranked !== undefined
  return REVIEW_CARDS.filter((card) => card !== 'ranked' || knowsRanked).map((card) => {
    const [title, words] = CARD_WORDS[card](review)
    const [value, note] = words ?? [null, review.missing[card] ?? 'Not known']
    return { card, title, value, note }
  })
}

type Words = [title: string, words: [value: string, note: string] | null]

const CARD_WORDS: Record<ReviewCard, (review: ReviewFacts) => Words> = {
  growth: ({ growth }) => ['Growth', growth && [`${signed(growth.gained)} trophies`, growthNote(growth)]],
  best_day: ({ best_day: best }) => ['Best day', best && [`${signed(best.gained)} trophies`, dayInWords(best.date)]],
  brawler: ({ brawler: best, period }) => [
    `Brawler of the ${period.length === 4 ? 'year' : 'season'}`,
    best && [brawlerName(best.brawler_name), `${count(best.battles, 'battle')}, ${count(best.wins, 'win')}`],
  ],
  hours: ({ hours, from }) => [
    'Hours',
    hours && [
      `${weekdayName(hours.weekday)}s, ${hourText(hours.hour, 0)} UTC`,
      `${formatThousands(hours.at_busiest)} of ${count(hours.battles, 'battle')}${sinceWords(hours.since, from)}`,
    ],
  ],
  company: ({ company, from, type }) => {
    const [best] = company?.together ?? []
    const title = type === 'club' ? 'Strongest pair' : 'Company'
    if (company === null || best === undefined) return [title, null]
    const names = best.players.map(({ tag, name }) => nameOrTag(name, tag)).join(' and ')
    const fought = `${best.wins} of ${count(best.battles, 'battle')} together won`
    return [title, [names, fought + sinceWords(company.since, from)]]
  },
  ranked: ({ ranked }) => ['Ranked', ranked && rankedWords(ranked)],
  rank: ({ rank, type }) => [
    `Among similar ${type}s`,
    rank && [
      `Ahead of ${percent(rank.percentile)}`,
      `of ${count(rank.compared, type)}; half of them ${rank.typical < 0 ? `lost at most ${formatThousands(-rank.typical)}` : `won ${signed(rank.typical)} or more`}`,
    ],
  ],
}

function rankedWords({ tier, rating, on }: NonNullable<ReviewFacts['ranked']>): [string, string] {
  const points = rating === null ? '' : formatThousands(rating)
  const note = tier === null || points === '' ? 'the highest' : `highest rating ${points}`
  return [tier ?? `Rating ${points}`, `${note}, ${dayInWords(on)}`]
}

function growthNote({ before, after, percent: share, parts }: NonNullable<ReviewFacts['growth']>): string {
  const line = `from ${formatThousands(before)} to ${formatThousands(after)}`
  if (parts) return `${line}: ${signed(parts.played)} by play, ${signed(parts.joined + parts.left)} joined and left`
  return share === null ? line : `${line}, ${signed(share, percent)}`
}

/** Battles are kept for a time only, so those of a year are told from a later day on. */
const sinceWords = (since: string, from: string) => (since > from ? `, since ${dayInWords(since)}` : '')
