import { estimatedGames } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '#shared/days.ts'

/**
 * Trophies of a brawler that a season end leaves, and how many must fall to it together
 * (docs/formulas.md#season-resets).
 */
const SEASON_TROPHIES = 1000
const FALLEN_BRAWLERS = 2

/** Trophies of brawlers by id. */
type Brawlers = ReadonlyMap<number, number>

/**
 * What a reset took between two profiles of a player, 0 or less: all trophies of brawlers that are gone, and what brawlers
 * lost that fell to exactly 1,000 together (docs/formulas.md#season-resets).
 */
export function resetBetween(before: Brawlers, now: Brawlers): number {
  // A profile without brawlers says nothing about them.
  if (now.size === 0) return 0
  let withdrawn = 0
  const falls: number[] = []
  for (const [id, trophies] of before) {
    const after = now.get(id)
    if (after === undefined) withdrawn -= trophies
    else if (trophies > SEASON_TROPHIES && after === SEASON_TROPHIES) falls.push(after - trophies)
  }
  return withdrawn + (falls.length < FALLEN_BRAWLERS ? 0 : falls.reduce((sum, fall) => sum + fall, 0))
}

/** A player's trophies as some answer told them. */
export type Look = {
  at: Date
  trophies: number
  /** A fall since the look before is a reset, as far as battles do not explain it. */
  isReset: boolean
  /** In which club the player was. */
  club: string | null
}

/** A battle; `trophyChange` is 0 where no trophies were won or lost. */
export type FoughtBattle = { at: Date; trophyChange: number }
/** A span of time in which every battle is known. */
export type CoveredSpan = { from: Date; to: Date }
/** Trophies that a reset took after the first moment and not after the second; less than 0. */
export type TakenBetween = { from: Date; to: Date; trophies: number }

/** All lists oldest first. */
export type Evidence = {
  battles: readonly FoughtBattle[]
  coverage: readonly CoveredSpan[]
  /** What profiles tell of resets. */
  taken: readonly TakenBetween[]
}

/** A UTC day on which it is known whether the player played, with docs/formulas.md's names. */
type PlayedDay = {
  changes: number
  /** How many of the changes are estimates. */
  estimated: number
  /** Trophies that a reset took, 0 or less, and the club in which it did. */
  reset: number
  club: string | null
}

export type Played = { days: Map<CalendarDay, PlayedDay>; lastChangeAt: Date | null }

/**
 * What a player played on each known day (docs/formulas.md#trophy-changes). Between two looks, each battle that moved
 * trophies counts on its own day where the log covers the time; elsewhere the change is taken as so many games on the day
 * of the later look. What a reset took counts as none. The first look counts no games.
 */
export function playedDays(looks: readonly Look[], evidence: Evidence): Played {
  const played: Played = { days: new Map(), lastChangeAt: null }
  const first = looks[0]
  if (first !== undefined) dayIn(played, dayOf(first.at))
  const taken = takenByLook(looks, evidence.taken)
  let battle = 0
  for (let place = 1; place < looks.length; place++) {
    const [earlier, later] = [looks[place - 1] as Look, looks[place] as Look]
    while (battle < evidence.battles.length && (evidence.battles[battle]?.at ?? 0) <= earlier.at) battle += 1
    const start = battle
    while (battle < evidence.battles.length && (evidence.battles[battle]?.at ?? later.at) <= later.at) battle += 1
    const fought = evidence.battles.slice(start, battle)
    const isCovered = evidence.coverage.some(({ from, to }) => from <= earlier.at && to >= later.at)
    addStep(played, { earlier, later, fought, isCovered, taken: taken.get(place) ?? 0 })
  }
  if (first === undefined) return played
  // What was fought after the last look is known, whatever the next look tells.
  for (const { at, trophyChange } of evidence.battles.slice(battle)) {
    if (trophyChange !== 0 && at > first.at) addGames(played, at, 1, false)
  }
  knowCovered(played, first.at, evidence.coverage)
  return played
}

/** A day after the first look that lies within a covered span is known. */
function knowCovered(played: Played, since: Date, coverage: Evidence['coverage']): void {
  for (const { from, to } of coverage) {
    const start = Math.max(from.getTime(), since.getTime())
    let day = dayOf(new Date(start + DAY_MS - 1))
    for (; Date.parse(day) + DAY_MS <= to.getTime(); day = addDays(day, 1)) dayIn(played, day)
  }
}

type StepBetween = { earlier: Look; later: Look; fought: FoughtBattle[]; isCovered: boolean; taken: number }

/** A change between looks that lie farther apart is undated: it tells that there was play, and not when or how much. */
const DATED_WITHIN_MS = 36 * HOUR_MS

/** What one change of trophies was: what a reset took of it, 0 or less, and how many games the rest stands for. */
export type StepParts = { reset: number; games: number }

/**
 * Judges the change between two looks of which no log tells all battles (docs/formulas.md#trophy-changes). `byBattles` are
 * the trophies of known battles in between, `taken` is what profiles tell of a reset. `elapsed` is the time between the
 * looks.
 */
export function judgeChange(change: number, { isReset, elapsed, byBattles = 0, taken = 0 }: ChangeEvidence): StepParts {
  const fall = isReset && change < 0 ? Math.min(0, change - Math.min(0, byBattles)) : 0
  const reset = taken === 0 ? fall : taken
  const games = estimatedGames(change - reset)
  return { reset, games: elapsed > DATED_WITHIN_MS ? Math.min(1, games) : games }
}

type ChangeEvidence = { isReset: boolean; elapsed: number; byBattles?: number; taken?: number }

function addStep(played: Played, step: StepBetween): void {
  const { earlier, later, fought, isCovered, taken } = step
  const change = later.trophies - earlier.trophies
  if (change === 0 || isCovered) knowDaysBetween(played, dayOf(earlier.at), dayOf(later.at))
  const day = dayIn(played, dayOf(later.at))
  const byBattles = fought.reduce((sum, { trophyChange }) => sum + trophyChange, 0)
  const elapsed = later.at.getTime() - earlier.at.getTime()
  const judged = judgeChange(change, { isReset: later.isReset, elapsed, byBattles, taken })
  // Where every battle is known, a reset took what they do not explain.
  const reset = isCovered && judged.reset !== 0 ? Math.min(0, change - byBattles) : judged.reset
  if (reset !== 0) {
    day.reset += reset
    day.club = later.club
  }
  const moved = fought.filter(({ trophyChange }) => trophyChange !== 0)
  // Known battles are counted, and are among the games that the change stands for on the day of the later look.
  for (const fight of moved) addGames(played, fight.at, 1, false)
  const known = moved.filter(({ at }) => dayOf(at) === dayOf(later.at)).length
  if (!isCovered && judged.games > known) addGames(played, later.at, judged.games - known, true)
}

function addGames(played: Played, at: Date, games: number, isEstimate: boolean): void {
  const day = dayIn(played, dayOf(at))
  day.changes += games
  if (isEstimate) day.estimated += games
  if (played.lastChangeAt === null || at > played.lastChangeAt) played.lastChangeAt = at
}

/** A day between two looks that found the same is known, and so is one that a log covers. */
function knowDaysBetween(played: Played, from: CalendarDay, to: CalendarDay): void {
  for (let day = addDays(from, 1); day < to; day = addDays(day, 1)) dayIn(played, day)
}

function dayIn({ days }: Played, day: CalendarDay): PlayedDay {
  const known = days.get(day)
  if (known !== undefined) return known
  const made: PlayedDay = { changes: 0, estimated: 0, reset: 0, club: null }
  days.set(day, made)
  return made
}

/** Two profiles may lie far apart: the reset came with the largest fall between them, or else before the last look. */
function takenByLook(looks: readonly Look[], taken: readonly TakenBetween[]): Map<number, number> {
  const byLook = new Map<number, number>()
  for (const { from, to, trophies } of taken) {
    let chosen = 0
    let least = Number.POSITIVE_INFINITY
    for (let place = 1; place < looks.length; place++) {
      const [earlier, later] = [looks[place - 1] as Look, looks[place] as Look]
      if (later.at <= from || later.at > to) continue
      const change = Math.min(0, later.trophies - earlier.trophies)
      if (change < least || (change === 0 && least === 0)) [chosen, least] = [place, change]
    }
    if (chosen > 0) byLook.set(chosen, (byLook.get(chosen) ?? 0) + trophies)
  }
  return byLook
}

/** New battles take up to this long to appear in the log (docs/game-api.md#battle-logs). */
const LOG_DELAY_MS = 30 * MINUTE_MS

/** The log holds at most 25 battles. Now and then a full one has one or two less (docs/game-api.md#battle-logs). */
const FULL_LOG = 23

/** A span of time in which every battle of a player is known; `isWhole`: and none was missed before it. */
export type Coverage = { from: Date; to: Date; isWhole: boolean }

/** The span in which this log names every battle. A log that is not full names all that there were. */
export function coverageOf(battles: readonly { battleTime: Date }[], observedAt: Date): Coverage {
  const times = battles.map((battle) => battle.battleTime.getTime())
  const newest = Math.max(...times, observedAt.getTime() - LOG_DELAY_MS)
  return { from: new Date(Math.min(...times, newest)), to: new Date(newest), isWhole: battles.length < FULL_LOG }
}

/**
 * The spans that these make together, oldest first: spans that touch are one. A whole one, which tells that no battle was
 * missed before it, reaches back to the first span. The order in which logs come does not matter.
 */
export function unionOf(spans: readonly Coverage[]): Coverage[] {
  let union: Coverage[] = []
  for (const span of spans.toSorted(byStart)) {
    const last = union.at(-1)
    const first = union[0]
    if (first !== undefined && last !== undefined && span.isWhole) {
      union = [{ from: first.from, to: maxDate(last.to, span.to), isWhole: true }]
    } else if (last !== undefined && span.from <= last.to) last.to = maxDate(last.to, span.to)
    else union.push({ ...span })
  }
  return union
}

function byStart(one: Coverage, other: Coverage): number {
  return one.from.getTime() - other.from.getTime() || Number(other.isWhole) - Number(one.isWhole)
}

function maxDate(one: Date, other: Date): Date {
  return one > other ? one : other
}

export function isSameSpan(one: Coverage, other: Coverage): boolean {
  const isSameTime = one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime()
  return isSameTime && one.isWhole === other.isWhole
}
