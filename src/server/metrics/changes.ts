import { milestoneAbove, milestonesUpTo } from '#shared/bands.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, daysBetween } from '#shared/days.ts'
import { CHANGED_PARTS, MOVES, type RosterEventKind } from '#shared/event-texts.ts'
import { roleRank } from '#shared/game-names.ts'
import { roundInShort } from '#shared/number-format.ts'
import { type ClubSeries, type DailySeries, windowView } from './daily-series.ts'
import { clubGrowth, netGain } from './trophy-gain.ts'

/**
 * A moment, and the trophies as they were last seen up to it; null where the series alone tells them: the close before
 * its day.
 */
export type Earlier = { at: Date; trophies: number | null }

/** Trophies between two moments; null where not known. `gain` is without what resets took. */
type TrophyChange = { before: number | null; now: number | null; gain: number | null; reset: number | null }

/** What happened in a club, as the store keeps it. */
export type LoggedEvent = {
  kind: RosterEventKind
  player_tag: string | null
  player_name: string | null
  before: string | null
  after: string | null
  observed_at: Date
}

/** The trophies of a series since a moment (docs/formulas.md#changes). The last day of the series is today. */
export function trophyChange(series: DailySeries, earlier: Earlier): TrophyChange {
  const { from, days, isSplit } = sinceMoment(series, earlier)
  const view = windowView(from, days)
  const now = view.dates.at(-1)?.close ?? null
  const isKnown = !isSplit || series.resets.at(-days) === 0
  const gain = isKnown && view.closeBefore !== null ? netGain(view) : null
  const reset = gain === null || now === null || view.closeBefore === null ? null : now - view.closeBefore - gain
  return { before: view.closeBefore, now, gain, reset }
}

/** The parts of a club's gain since a moment, which add up to it; null where not known (docs/formulas.md#changes). */
export function clubMoves(club: ClubSeries, earlier: Earlier): { played: number; joined: number; left: number } | null {
  const { from, days, isSplit } = sinceMoment(club, earlier)
  const movedThen = (club.joined.at(-days) ?? 0) !== 0 || (club.departed.at(-days) ?? 0) !== 0
  if (isSplit && (movedThen || club.resets.at(-days) !== 0)) return null
  const { played, joined, left } = clubGrowth({ ...club, ...from }, days)
  return played === null || joined === null || left === null ? null : { played, joined, left }
}

/**
 * The series as if the moment were the end of the day before its own day, how many days follow, and whether that day is
 * split: what the series tells of it happened in part before the moment.
 */
function sinceMoment(series: DailySeries, { at, trophies }: Earlier) {
  const day = dayOf(at)
  const index = daysBetween(series.from, day)
  const days = series.closes.length - index
  const isSplit = trophies !== null && at.getTime() % DAY_MS !== 0
  if (trophies === null) return { from: series, days, isSplit }
  const closes = index > 0 ? series.closes.with(index - 1, trophies) : series.closes
  const before = index > 0 ? series.before : { day: addDays(day, -1), close: trophies }
  return { from: { ...series, closes, before }, days, isSplit }
}

/** Days before that must be known before a number of trophies counts as a best. */
const KNOWN_BEFORE = 28

/** The most trophies since a moment, where they are more than ever before it; null without 28 known days before. */
export function recordSince(series: DailySeries, earlier: Earlier): number | null {
  const { earliest, now, seenBefore } = peaks(series, earlier)
  return earliest !== null && seenBefore >= KNOWN_BEFORE && now > earliest ? now : null
}

/** The most trophies up to a moment (null: none were seen) and since then, and the days before on which somebody looked. */
function peaks(series: DailySeries, { at, trophies }: Earlier) {
  const { dates, closeBefore, firstTrophies } = windowView(series, series.closes.length)
  const sinceThen = Math.max(0, series.closes.length - daysBetween(series.from, dayOf(at)))
  const cut = Math.max(0, dates.length - sinceThen)
  const known = [closeBefore, firstTrophies, trophies, ...dates.slice(0, cut).map(({ close }) => close)]
  const before = known.filter((value) => value !== null)
  return {
    earliest: before.length === 0 ? null : Math.max(...before),
    now: Math.max(0, ...dates.slice(cut).map(({ close }) => close)),
    seenBefore: dates.slice(0, cut).filter(({ seen }) => seen).length,
  }
}

/**
 * The differences that events make together, newest first: each as one event. Who joined and left again, or got a role and
 * lost it, is in none. The events come in the order of time.
 */
export function netEvents(events: readonly LoggedEvent[]): LoggedEvent[] {
  const ofPlayers = Map.groupBy(
    events.filter((event) => event.player_tag !== null),
    ({ player_tag }) => player_tag,
  )
  const ofSettings = Map.groupBy(
    events.filter((event) => event.player_tag === null),
    ({ before, after }) => (before ?? after ?? '').split(':', 1)[0],
  )
  const net = [...[...ofPlayers.values()].flatMap(netOfPlayer), ...[...ofSettings.values()].flatMap(netOfSetting)]
  return net.sort((one, other) => other.observed_at.getTime() - one.observed_at.getTime())
}

function netOfSetting(events: readonly LoggedEvent[]): LoggedEvent[] {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined || first.before === last.after) return []
  return [{ ...last, before: first.before }]
}

/** Whether somebody was in the club before these events, in the order of time, and whether they were after them. */
export function aroundEvents(events: readonly { kind: RosterEventKind }[]): { wasThere: boolean; isThere: boolean } {
  const moves = events.filter(({ kind }) => MOVES.has(kind))
  return { wasThere: moves.length === 0 || moves[0]?.kind === 'left', isThere: moves.at(-1)?.kind !== 'left' }
}

function netOfPlayer(events: readonly LoggedEvent[]): LoggedEvent[] {
  const { wasThere, isThere } = aroundEvents(events)
  if (wasThere && isThere) return [netRole(events), netName(events)].flatMap((event) => event ?? [])
  const move = events.findLast(({ kind }) => MOVES.has(kind))
  return move !== undefined && wasThere !== isThere
    ? [{ ...move, player_name: events.at(-1)?.player_name ?? null }]
    : []
}

function netRole(events: readonly LoggedEvent[]): LoggedEvent | null {
  const told = events.filter(({ kind }) => MOVES.has(kind) || CHANGED_PARTS[kind] === 'role')
  const before = told.find((event) => event.before !== null)?.before ?? null
  const last = told.findLast((event) => event.after !== null)
  if (last === undefined || last.after === null || before === null || before === last.after) return null
  const kind = roleRank(last.after) < roleRank(before) ? 'promoted' : 'demoted'
  return { ...last, kind, before, player_name: events.at(-1)?.player_name ?? null }
}

function netName(events: readonly LoggedEvent[]): LoggedEvent | null {
  const renames = events.filter(({ kind }) => CHANGED_PARTS[kind] === 'name')
  const [first, last] = [renames[0], renames.at(-1)]
  if (first === undefined || last === undefined || first.before === last.after) return null
  return { ...last, before: first.before }
}

/** A milestone that a player reached, with the names of the API. `trophy_count` in trophies. */
type AchievedMilestone = { milestone: string; trophy_count: number; achieved_date: CalendarDay | null }

/** The next milestone of a player, with the names of the API. */
type NextMilestone = { trophy_count: number; trophies_missing: number }

/** No milestone is both reached and next. */
type Milestones = { achieved: AchievedMilestone[]; next: NextMilestone | null }

/** Trophies that ten lost battles take: so far may a player fall from a highest that was just reached, between two looks. */
const BETWEEN_LOOKS = 100

/** Whether the highest trophies of a profile were reached before those that were seen, as far as known. */
export function wasReachedBefore(highest: number, seen: number): boolean {
  return highest > seen + BETWEEN_LOOKS
}

/**
 * The milestones of a player, from all history and the highest trophies of the own profile (docs/formulas.md#milestones).
 * Each that was reached, lowest first, has the first date at or above it; null when the player was there before it. The
 * next one is the lowest that was never reached, also after a fall; null without an observation.
 */
export function playerMilestones(series: DailySeries, highest: number | null = null): Milestones {
  const { today, dates, closeBefore, firstTrophies } = windowView(series, series.closes.length)
  const last = dates.at(-1)
  if (last === undefined) return { achieved: [], next: null }
  const first = closeBefore ?? firstTrophies ?? dates[0]?.close ?? 0
  const peak = dates.reduce((most, { close }) => Math.max(most, close), first)
  const dateOf = (index: number) => addDays(today, index + 1 - dates.length)
  const best = Math.max(peak, highest ?? 0)
  const before = wasReachedBefore(best, peak) ? best : first
  const achieved = milestonesUpTo(best).map((count) => {
    const index = count > before ? dates.findIndex(({ close }) => close >= count) : -1
    return {
      milestone: roundInShort(count),
      trophy_count: count,
      achieved_date: index < 0 ? null : dateOf(index),
    }
  })
  const next = milestoneAbove(best)
  return { achieved, next: { trophy_count: next, trophies_missing: next - last.close } }
}

/** Milestones that were passed since a moment, lowest first: those reached now less those reached then. */
export function milestonesSince(series: DailySeries, earlier: Earlier): number[] {
  const { earliest, now } = peaks(series, earlier)
  return earliest === null ? [] : milestonesUpTo(Math.max(earliest, now)).filter((milestone) => milestone > earliest)
}
