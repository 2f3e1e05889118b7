import type { PlayerAnswer } from '#server/game/answers.ts'
import {
  carry,
  fallsTooFar,
  goesBack,
  higher,
  type InSeason,
  inSeason,
  isFutureSeason,
  isImpossibleRating,
  type LadderDay,
  NOTHING_KNOWN,
  type Standing,
  startsSeason,
} from '#server/metrics/ranked-days.ts'
import { addDays, type CalendarDay, monthOf } from '#shared/days.ts'
import { packLadder, unpackLadder } from '../pack-ladder.ts'
import type { Facts } from './raw-lines.ts'

/** What a profile says of the Ranked mode and of prestige. */
export type LadderLook = {
  season: number | null
  now: Standing
  seasonBest: Standing
  best: Standing
  prestige: number | null
  fame: number | null
}

export function ladderLook({ ranked, totalPrestigeLevel: prestige, fame }: PlayerAnswer): LadderLook {
  return { ...ranked, prestige, fame }
}

type Pair = [tier: string | null, rating: number | null]

/** The same as facts of a raw answer: each only where the profile tells it. */
export function ladderFacts(look: LadderLook): Facts {
  const facts: Record<string, unknown> = {}
  const { season, prestige, fame } = look
  for (const [name, value] of Object.entries({ S: season, P: prestige, F: fame }))
    if (value !== null) facts[name] = value
  for (const [name, { tier, rating }] of [
    ['r', look.now],
    ['s', look.seasonBest],
    ['a', look.best],
  ] as const) {
    if (tier !== null || rating !== null) facts[name] = [tier, rating] satisfies Pair
  }
  return facts
}

/** What `ladderFacts` was made from. */
export function lookOf(facts: Facts): LadderLook {
  const number = (name: string) => (facts[name] as number | undefined) ?? null
  const standing = (name: string): Standing => {
    const [tier, rating] = (facts[name] as Pair | undefined) ?? [null, null]
    return { tier, rating }
  }
  const figures = { season: number('S'), prestige: number('P'), fame: number('F') }
  return { ...figures, now: standing('r'), seasonBest: standing('s'), best: standing('a') }
}

/** What is known of a player's ladders: `before` all of its days. */
export type Ladder = { before: LadderDay; days: Map<CalendarDay, LadderDay> }

export function emptyLadder(): Ladder {
  return { before: NOTHING_KNOWN, days: new Map() }
}

/** What is improbable on so many days with a profile is believed on the next one. */
const DAYS_ASIDE = 2

/**
 * Takes in a profile, the newest so far, on its day. Returns whether what it says of the Ranked mode was set aside: then
 * the day keeps what was known (docs/formulas.md#ranked-seasons).
 */
export function takeLook(ladder: Ladder, day: CalendarDay, look: LadderLook): boolean {
  const earlier = [...ladder.days].filter(([date]) => date < day)
  const today = ladder.days.get(day) ?? NOTHING_KNOWN
  const known = carry(
    earlier.reduce((before, [, each]) => carry(before, each), ladder.before),
    today,
  )
  const ofMonth = earlier.filter(([date]) => monthOf(date) === monthOf(day))
  const asideFor = ofMonth.length - 1 - ofMonth.findLastIndex(([, each]) => !each.isSetAside)
  const seen = seenIn(known, today, look)
  const isUnlikely = look.season !== known.season && isFutureSeason(look.season, day)
  const isWrong = goesBack(known, seen) || fallsTooFar(known, seen)
  const isDoubtful = isUnlikely || isWrong || isImpossibleRating(look.now, look.seasonBest, look.best)
  const isSetAside = isDoubtful && asideFor < DAYS_ASIDE
  const rest = { prestige: look.prestige ?? today.prestige, fame: look.fame ?? today.fame, isSetAside }
  const entry: LadderDay = { ...today, ...(isSetAside || !tellsRanked(look) ? {} : seen), ...rest }
  if (isSetAside || tellsAnything(entry)) ladder.days.set(day, entry)
  return isSetAside
}

function tellsRanked({ season, now, seasonBest }: LadderLook): boolean {
  return [season, now.tier, now.rating, seasonBest.tier, seasonBest.rating].some((value) => value !== null)
}

function tellsAnything({ prestige, fame, ...day }: LadderDay): boolean {
  return isKnown(day) || prestige !== null || fame !== null
}

function isKnown({ season, tier, rating, seasonTier, seasonRating }: InSeason): boolean {
  return [season, tier, rating, seasonTier, seasonRating].some((value) => value !== null)
}

/**
 * What the day has of the Ranked mode with this profile. The highest of a season is the highest of all that was told of it,
 * and begins anew with one. What the day has of the season before stays beside it.
 */
function seenIn(known: LadderDay, today: LadderDay, { season, now, seasonBest }: LadderLook) {
  const isNew = startsSeason(known, { season, rating: now.rating, seasonRating: seasonBest.rating })
  const { tier, rating } = isNew || now.tier !== null || now.rating !== null ? now : today
  const told = higher(seasonBest, now)
  const best = isNew ? told : higher({ tier: known.seasonTier, rating: known.seasonRating }, told)
  const ended = isNew && isKnown(today) ? [...today.ended, inSeason(today)] : today.ended
  const numbered = season ?? (isNew ? null : today.season)
  return { season: numbered, tier, rating, seasonTier: best.tier, seasonRating: best.rating, ended }
}

/** The ladder of stored months, the oldest first. */
export function ladderOf(months: readonly { month: CalendarDay; ladder: Uint8Array | null }[]): Ladder {
  const ladder = emptyLadder()
  for (const [place, { month, ladder: packed }] of months.entries()) {
    if (packed === null) continue
    const { before, days } = unpackLadder(packed)
    if (place === 0) ladder.before = before
    for (const [number, day] of days) ladder.days.set(addDays(month, number - 1), day)
  }
  return ladder
}

/** The columns of all months of a ladder, whose days are in their order. */
export function packMonths({ before, days }: Ladder): Map<string, Buffer> {
  const packed = new Map<string, Buffer>()
  let known = before
  for (const [month, ofMonth] of Map.groupBy(days, ([day]) => monthOf(day))) {
    packed.set(
      month,
      packLadder({ before: known, days: new Map(ofMonth.map(([day, each]) => [dayNumber(day), each])) }),
    )
    known = ofMonth.reduce((last, [, each]) => carry(last, each), known)
  }
  return packed
}

function dayNumber(day: CalendarDay): number {
  return Number(day.slice(8, 10))
}
