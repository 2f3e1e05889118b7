import { addDays, type CalendarDay } from '#shared/days.ts'
import { type ClubSeries, type DailySeries, spanDays, type WindowView, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'

/** The growth of a club or player over some days; null where not observed. */
type Growth = {
  /** Trophies, resets taken out. */
  growth: number | null
  /** Percent of what it is counted from, one decimal. */
  percent: number | null
  /** The days over which it was made. */
  span: number
}

/** The gain over the last `days` days in trophies and in percent (docs/formulas.md#gain). */
export function trophyGrowth(series: DailySeries, days: number): Growth {
  const view = windowView(series, days)
  const growth = netGain(view)
  return { growth, percent: oneDecimal(growthPercent(growth, gainBase(view))), span: spanDays(view) }
}

/** The parts of a club's growth in trophies, which add up to it; null where not known (docs/formulas.md#club-growth). */
type Parts = {
  /** What members won and lost. */
  played: number | null
  /** What joiners brought, 0 or more. */
  joined: number | null
  /** What leavers took along, 0 or less. */
  left: number | null
  /** `played` in percent of what the growth is counted from, exact. */
  playedPercent: number | null
}

const UNKNOWN_PARTS: Parts = { played: null, joined: null, left: null, playedPercent: null }

/**
 * A club's gain over the last `days` days, and its parts; null where nobody looked in these days
 * (docs/formulas.md#club-growth).
 */
export function clubGrowth(club: ClubSeries, days: number): Growth & Parts {
  const total = trophyGrowth(club, days)
  const view = windowView(club, days)
  if (view.observedDays === 0) return { ...total, growth: null, percent: null, ...UNKNOWN_PARTS }
  const joined = movedTrophies(club, club.joined, view)
  const left = movedTrophies(club, club.departed, view)
  if (total.growth === null || joined === null || left === null) return { ...total, ...UNKNOWN_PARTS }
  const played = total.growth - joined - left
  return { ...total, played, joined, left, playedPercent: growthPercent(played, gainBase(view)) }
}

/** What came or went with members in the days that the gain is counted over; null where one of them is not known. */
function movedTrophies(club: ClubSeries, moved: ClubSeries['joined'], view: WindowView): number | null {
  const first = club.closes.length - view.dates.length + (countsFirstDay(view) ? 0 : 1)
  let sum = 0
  for (let index = Math.max(0, first); index < club.closes.length; index++) {
    const ofDay = movesOf(club, moved, index)
    if (ofDay === null) return null
    sum += ofDay
  }
  return sum
}

/**
 * `gain`, in trophies: the last close less the close of the day before the window, or less the first observation where
 * that came later, without what resets took. Null where nothing was observed, or once alone (docs/formulas.md#gain).
 */
export function netGain(view: WindowView): number | null {
  const last = view.dates.at(-1)
  const base = gainBase(view)
  if (last === undefined || base === null || isSeenOnce(view)) return null
  const resets = view.dates.slice(countsFirstDay(view) ? 0 : 1).reduce((sum, { reset }) => sum + reset, 0)
  return last.close - base - resets
}

/**
 * The gain up to each date of the view in trophies, from 0 on; the last is that of the whole view. Empty where nothing
 * was observed.
 */
export function gainLine(view: WindowView): number[] {
  const base = gainBase(view)
  if (base === null) return []
  let taken = 0
  const line = view.dates.slice(countsFirstDay(view) ? 0 : 1).map(({ close, reset }) => {
    taken += reset
    return close - base - taken
  })
  return [0, ...line]
}

/**
 * What was won by play up to the end of each of the last `days` days, in trophies: the last is the gain of a player, and
 * what a club `played`. Null on a day when nobody looked; empty where it is not known (docs/formulas.md#club-growth).
 */
export function wonLine(series: DailySeries | ClubSeries, days: number): (number | null)[] {
  const view = windowView(series, days)
  const base = gainBase(view)
  if (base === null || isSeenOnce(view)) return []
  const first = series.closes.length - view.dates.length
  let other = 0
  const line: (number | null)[] = new Array<null>(days - view.dates.length).fill(null)
  for (const [place, { close, reset, seen }] of view.dates.entries()) {
    if (place > 0 || countsFirstDay(view)) {
      const moved = 'joined' in series ? movedOn(series, first + place) : 0
      if (moved === null) return []
      other += reset + moved
    }
    line.push(seen ? close - base - other : null)
  }
  return line
}

/** What came and went with members on a day; null where that is not known. */
function movedOn(club: ClubSeries, index: number): number | null {
  const [joined, left] = [movesOf(club, club.joined, index), movesOf(club, club.departed, index)]
  return joined === null || left === null ? null : joined + left
}

/** On a day without a scan nothing was seen to come or go: the next scan tells it. */
function movesOf(club: ClubSeries, moved: ClubSeries['joined'], index: number): number | null {
  return moved[index] ?? (club.closes[index] === null ? 0 : null)
}

/** Whether the window has nothing but the first observation ever, from which nobody can tell what was won. */
function isSeenOnce({ dates: [first, ...others], closeBefore }: WindowView): boolean {
  return closeBefore === null && (first?.scans ?? 0) <= 1 && others.every(({ scans }) => scans === 0)
}

/** The trophies that a gain is counted from; null where nothing was observed (docs/formulas.md#gain). */
export function gainBase(view: WindowView): number | null {
  return view.closeBefore ?? view.firstTrophies ?? view.dates[0]?.close ?? null
}

/** Whether what happened on the first date of the view came after what the gain is counted from. */
function countsFirstDay(view: WindowView): boolean {
  return view.closeBefore !== null || view.firstTrophies !== null
}

/** A gain in percent of what it is counted from, exact; null where that is not above 0 (docs/formulas.md#gain). */
export function growthPercent(growth: number | null, from: number | null): number | null {
  return growth === null || from === null || from <= 0 ? null : (100 * growth) / from
}

/**
 * The gain a day over the last `days` days, exact, in trophies; null where no day is known
 * (docs/formulas.md#average-daily-change).
 */
export function averageGain(series: DailySeries, days: number): number | null {
  const view = windowView(series, days)
  const gain = netGain(view)
  return gain === null || view.observedDays === 0 ? null : gain / view.observedDays
}

/** Days that a record is compared with, and how many of them must be known. */
const RECORD_DAYS = 90
const RECORD_KNOWN = 28

/**
 * The last day of the series, where the club's members won more on it than on any of the 90 days before, 28 of which are
 * known; null for any other day. `since`: the first known day of these (docs/formulas.md#record-days).
 */
export function recordDay(club: ClubSeries): { played: number; since: CalendarDay } | null {
  const last = club.closes.length - 1
  const today = playedOn(club, last)
  const days = Array.from({ length: Math.min(RECORD_DAYS, last) }, (_, place) => last - 1 - place)
  const before = days.flatMap((index) => {
    const played = playedOn(club, index)
    return played === null ? [] : { played, index }
  })
  const first = before.at(-1)
  if (today === null || today <= 0 || first === undefined || before.length < RECORD_KNOWN) return null
  return before.some(({ played }) => played >= today) ? null : { played: today, since: addDays(club.from, first.index) }
}

/** What members won on a day; null unless the club was seen on it and on the day before. */
function playedOn({ closes, joined, departed, resets }: ClubSeries, index: number): number | null {
  const [close, before] = [closes[index] ?? null, closes[index - 1] ?? null]
  const [came, went] = [joined[index] ?? null, departed[index] ?? null]
  if (close === null || before === null || came === null || went === null) return null
  return close - before - came - went - (resets[index] ?? 0)
}

/** With fewer observed days the pace is not known. */
const LEAST_DAYS = 7

/** The last dates, of which one must be active: else there is no pace. */
const LATELY = 14

/** The difference in pace, in trophies a day, that counts as clear whatever the pace. */
const CLEAR_LEAST = 10

/**
 * `improvement_trend` over the last `days` days: 50 x (1 + tanh((r - b) / s0)), r being the pace of the last third of the
 * observed days and b the pace before it, in trophies a day, and s0 = max(10, (|r| + |b|) / 2). 0 to 100, exact; 50 is the
 * same pace. Null below 7 observed days and without an active day in the last 14 dates, which the series must hold
 * (docs/formulas.md#improvement-trend).
 */
export function improvementTrend(series: DailySeries, days: number): number | null {
  const paces = pacesOf(windowView(series, days))
  if (paces === null || !series.changes.slice(-LATELY).some((changes) => (changes ?? 0) >= 1)) return null
  const { recent, before } = paces
  const clear = Math.max(CLEAR_LEAST, (Math.abs(recent) + Math.abs(before)) / 2)
  return 50 * (1 + Math.tanh((recent - before) / clear))
}

/** The paces of the last third of the observed days and of those before, in trophies a day; null below 7 of them. */
function pacesOf(view: WindowView): { recent: number; before: number } | null {
  const base = gainBase(view)
  const closes = netCloses(view)
  const observed = closes.length
  if (base === null || observed < LEAST_DAYS) return null
  const third = Math.floor(observed / 3)
  const [turn, last] = [closes[observed - third - 1] ?? base, closes[observed - 1] ?? base]
  return { recent: (last - turn) / third, before: (turn - base) / (observed - third) }
}

/** The closes of the observed days, oldest first, with all that resets took in the window added back. */
function netCloses(view: WindowView): number[] {
  const from = countsFirstDay(view) ? 0 : 1
  let taken = 0
  return view.dates.flatMap(({ close, reset, known }, index) => {
    if (index >= from) taken += reset
    return known ? close - taken : []
  })
}
