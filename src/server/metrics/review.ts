import type { MissingReason } from '#shared/contract/reviews.ts'
import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { UNRANKED } from '#shared/ranked-tiers.ts'
import type { ReviewFacts, ReviewPeriod } from '#shared/review.ts'
import { REVIEW_DAYS, SEASON_DAYS } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { entryOf } from './battle-counts.ts'
import { busiestHour, type Hours, hourCounter, newHours, newVisited } from './battle-hours.ts'
import { countTogether, newTogether, type Together } from './battles-together.ts'
import { COMPARED_MIN, median, midRank } from './club-similarity.ts'
import { type ClubSeries, type DailySeries, spanDays, windowView } from './daily-series.ts'
import { dailyGains, playedLine } from './forecast.ts'
import { oneDecimal } from './one-decimal.ts'
import type { PlayerSide, Sides } from './player-side.ts'
import type { Standing } from './ranked-days.ts'
import { type LadderDays, rankedHistory, standingOrder } from './ranked-history.ts'
import { clubGrowth, gainBase, gainLine, netGain, trophyGrowth } from './trophy-gain.ts'

/** A card, or why there is none; in older reviews that is a sentence. */
type Card<Facts> = { card: Facts } | { missing: MissingReason | string }

type Facts<Name extends keyof ReviewFacts> = NonNullable<ReviewFacts[Name]>

/** All cards, as they are before anybody is named. */
export type ReviewCards = {
  growth: Card<Facts<'growth'>>
  best_day: Card<Facts<'best_day'>>
  brawler: Card<BrawlerCount>
  hours: Card<Facts<'hours'>>
  company: Card<StoredCompany>
  rank: Card<Facts<'rank'>>
  /** Of a player; reviews from before there was this card lack it. */
  ranked?: Card<StoredRanked>
}

/** A tier by the name that the game gives it. */
type StoredRanked = Standing & { on: CalendarDay }

/** The days of a period that count, and how many of them were observed. */
export type ReviewDays = { from: CalendarDay; to: CalendarDay; days: number; observed: number; enough: boolean }

/**
 * The days from the first observation on, or from the begin of the period, up to its end or to the last day of the series,
 * which must not lie behind it (docs/formulas.md#a-review).
 */
export function reviewDays(series: DailySeries, { kind, from }: ReviewPeriod): ReviewDays {
  const length = series.closes.length
  const to = addDays(series.from, length - 1)
  const all = windowView(series, length).dates
  const before = all.filter(({ seen }) => seen).length
  const first = series.firstObserved ?? to
  const begin = first > from ? first : from
  const days = Math.max(0, daysBetween(begin, to) + 1)
  const observed = all.slice(all.length - days).filter(({ seen }) => seen).length
  const enough = kind === 'year' ? observed >= REVIEW_DAYS : before >= REVIEW_DAYS && observed >= SEASON_DAYS
  return { from: begin, to, days, observed, enough }
}

/** What a player won over the last `days` days of the series, in trophies without resets. */
export function growthCard(series: DailySeries, days: number): Card<Facts<'growth'>> {
  const { growth, percent } = trophyGrowth(series, days)
  return makeGrowthCard(series, days, { growth, percent, parts: null })
}

/** The same of a club, with the parts of its growth where they are known, and the line of what its members won. */
export function clubGrowthCard(club: ClubSeries, days: number): Card<Facts<'growth'>> {
  const { growth, percent, played, joined, left } = clubGrowth(club, days)
  const parts = played === null || joined === null || left === null ? null : { played, joined, left }
  return makeGrowthCard(club, days, { growth, percent, parts }, playedLine(club))
}

type Grown = { growth: number | null } & Pick<Facts<'growth'>, 'percent' | 'parts'>

function makeGrowthCard(series: DailySeries, days: number, made: Grown, lined = series): Card<Facts<'growth'>> {
  const { growth, percent, parts } = made
  const view = windowView(series, days)
  const [before, after] = [gainBase(view), view.dates.at(-1)?.close]
  if (growth === null || before === null || after === undefined) return { missing: { code: 'no_trophies' } }
  const line = thinLine(gainLine(windowView(lined, days)))
  return { card: { gained: growth, before, after, percent, parts, line } }
}

/** Points of a line that a card has room for. */
const LINE_POINTS = 60

/** A line with fewer points at even distances, the first and the last among them. */
function thinLine(line: readonly number[]): number[] {
  const step = Math.ceil(line.length / (LINE_POINTS - 1))
  return line.filter((_, index) => index === 0 || (line.length - 1 - index) % step === 0)
}

/**
 * The day of the last `days` on which most was won, the earlier of equal ones, with the gains of its week from Monday
 * on. Days on which nobody looked are no best day.
 */
export function bestDayCard(series: DailySeries, days: number): Card<Facts<'best_day'>> {
  const gains = dailyGains(series)
  const first = Math.max(0, gains.length - days)
  const isKnown = (index: number) => (series.closes[index] ?? null) !== null
  const gainOn = (index: number) =>
    index >= first && isKnown(index) && isKnown(index - 1) ? (gains[index] ?? null) : null
  let best: { index: number; gained: number } | null = null
  for (let index = first; index < gains.length; index++) {
    const gained = gainOn(index)
    if (gained !== null && gained > 0 && gained > (best?.gained ?? 0)) best = { index, gained }
  }
  if (best === null) return { missing: { code: 'no_gain' } }
  const date = addDays(series.from, best.index)
  const monday = best.index - daysBetween(mondayOf(date), date)
  const week = Array.from({ length: 7 }, (_, day) => rounded(gainOn(monday + day)))
  return { card: { date, gained: Math.round(best.gained), week } }
}

const rounded = (gain: number | null) => gain && Math.round(gain)

/** The same of a club: what came and went with members nobody won. */
export function clubBestDayCard(club: ClubSeries, days: number): Card<Facts<'best_day'>> {
  return bestDayCard(playedLine(club), days)
}

/** Fewer battles tell neither hours nor a brawler. */
const BATTLES_MIN = 10

/** What is counted of a brawler; showdowns have places and no wins. */
type BrawlerCount = { id: number; battles: number; wins: number }

/** The brawler of most battles, of equal ones that with more wins. `counts` may name a brawler several times. */
export function brawlerCard(counts: Iterable<BrawlerCount>): Card<BrawlerCount> {
  const sums = new Map<number, BrawlerCount>()
  for (const { id, battles, wins } of counts) {
    // 0 stands for a brawler that the battle log did not tell.
    if (id === 0) continue
    const sum = entryOf(sums, id, () => ({ id, battles: 0, wins: 0 }))
    sum.battles += battles
    sum.wins += wins
  }
  const [best] = [...sums.values()].sort(
    (one, other) => other.battles - one.battles || other.wins - one.wins || one.id - other.id,
  )
  if (best === undefined || best.battles < BATTLES_MIN) {
    return { missing: { code: 'few_with_brawler', needed: BATTLES_MIN, battles: best?.battles ?? 0 } }
  }
  return { card: best }
}

/** The battles of a list between two moments in milliseconds: `from` included, `to` excluded. */
export function sidesBetween(sides: Sides, from: number, to: number): Sides {
  return {
    forEach(visit) {
      sides.forEach((side) => {
        if (side.at >= from && side.at < to) visit(side)
      })
    },
  }
}

/** What one look at the battles of a player or of all members gathers. */
export type PlayedBattles = {
  brawlers: BrawlerCount[]
  hours: Hours
  mates: Map<string, Together>
}

/** Looks at each battle once; `players` are the battles of each, oldest first. */
export function gatherPlayed(players: readonly Sides[]): PlayedBattles {
  const hours = newHours()
  const brawlers = new Map<number, BrawlerCount>()
  const mates = new Map<string, Together>()
  for (const sides of players) {
    const visit = hourCounter(hours, newVisited())
    sides.forEach((side) => {
      visit(side.at)
      for (const id of brawlersOf(side)) {
        const sum = entryOf(brawlers, id, () => ({ id, battles: 0, wins: 0 }))
        sum.battles += 1
        sum.wins += Number(side.result === 'win')
      }
      for (const mate of side.mates) countTogether(entryOf(mates, mate, newTogether), side)
    })
  }
  return { brawlers: [...brawlers.values()], hours, mates }
}

/** Each once: in duels a brawler may be chosen twice. */
function brawlersOf({ brawlers }: PlayerSide): Set<number> {
  return new Set(brawlers.map(({ id }) => id))
}

/**
 * When battles were fought: the hour of the week with most visits, and battles by UTC hour. `since`: the first day that
 * is known.
 */
export function hoursCard({ hours }: PlayedBattles, since: CalendarDay): Card<Facts<'hours'>> {
  const battles = hours.battles.reduce((sum, each) => sum + each, 0)
  const busiest = busiestHour(hours)
  if (busiest === null || battles < BATTLES_MIN) {
    return { missing: { code: 'few_battles', needed: BATTLES_MIN, battles } }
  }
  const by_hour = Array.from({ length: 24 }, (_, hour) =>
    hours.battles.reduce((sum, each, place) => sum + (place % 24 === hour ? each : 0), 0),
  )
  const [weekday, hour] = [Math.floor(busiest / 24), busiest % 24]
  return { card: { since, battles, weekday, hour, at_busiest: hours.battles[busiest] ?? 0, by_hour } }
}

/** Those who are named together, and players of whom less is told. */
const TOGETHER = 3

/** A group as it is stored: names are put in when it is read. */
type StoredGroup = { players: string[]; battles: number; wins: number }
type StoredCompany = { since: CalendarDay; together: StoredGroup[] }

/** The clubmates with whom a player fought most on one team, of equal ones the lower tag first. */
export function companyCard({ mates }: PlayedBattles, since: CalendarDay): Card<StoredCompany> {
  const together = [...mates].map(([tag, { tally }]) => {
    return { players: [tag], battles: tally.wins + tally.losses + tally.draws, wins: tally.wins }
  })
  together.sort(
    (one, other) => other.battles - one.battles || ((one.players[0] ?? '') < (other.players[0] ?? '') ? -1 : 1),
  )
  const told = together.filter(({ battles }) => battles > 0).slice(0, TOGETHER)
  if (told.length === 0) return { missing: { code: 'no_clubmate' } }
  return { card: { since, together: told } }
}

type Pair = { players: { tag: string }[]; battles: number; wins: number }

/** The pairs of members that won most surely (docs/formulas.md#battles-together). */
export function clubCompanyCard(pairs: readonly Pair[], since: CalendarDay): Card<StoredCompany> {
  const together = pairs.slice(0, TOGETHER).map(({ players, battles, wins }) => {
    return { players: players.map(({ tag }) => tag), battles, wins }
  })
  if (together.length === 0) return { missing: { code: 'no_pair' } }
  return { card: { since, together } }
}

/** The highest of the Ranked mode within the days of a review, and the first day on which it was seen. */
export function rankedCard(days: LadderDays, { from, to }: Pick<ReviewDays, 'from' | 'to'>): Card<StoredRanked> {
  const seen = rankedHistory(days).standings.filter(({ date }) => date >= from && date <= to)
  const [first] = seen
  if (first === undefined) return { missing: { code: 'no_ranked' } }
  const best = seen.reduce((top, day) => (standingOrder(day) > standingOrder(top) ? day : top), first)
  if (best.tier === UNRANKED) return { missing: { code: 'not_placed' } }
  return { card: { tier: best.tier, rating: best.rating, on: best.date } }
}

/**
 * The share of similar players or clubs that won less over the same days, equal ones counted half, 0 to 100, and the median
 * of what they won. Those who are not known for all of these days are left out; with fewer than 50 there is no card.
 */
export function rankCard(
  own: DailySeries,
  others: readonly DailySeries[],
  { days, type }: { days: number; type: EntityType },
): Card<Facts<'rank'>> {
  const view = windowView(own, days)
  const gain = netGain(view)
  const known = others.flatMap((series) => {
    const other = windowView(series, days)
    return spanDays(other) < spanDays(view) ? [] : (netGain(other) ?? [])
  })
  const [percentile, typical] = [gain === null ? null : midRank(gain, known), median(known)]
  if (percentile === null || typical === null || known.length < COMPARED_MIN) {
    return { missing: { code: 'few_similar', needed: COMPARED_MIN, type } }
  }
  return {
    card: { percentile: oneDecimal(percentile), compared: known.length, typical: Math.round(typical) },
  }
}
