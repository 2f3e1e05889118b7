import { trophiesAt } from '#demo/world/state-at.ts'
import { DAY, type Seconds } from '#demo/world/time.ts'
import type { Club, World } from '#demo/world/world.ts'
import { type Look, playedDays } from '#server/history/ingest/played-days.ts'
import { activityLevel } from '#shared/bands.ts'
import { dayOf } from '#shared/days.ts'
import { staying } from '#test/demo-figures.ts'
import { battlesThatMoved } from './known-world.ts'

/** Games by UTC day. */
type Games = Map<string, number>

/** How far counted games are from the true ones. */
type LevelTally = {
  playerDays: number
  daysWithPlay: number
  /** Days, and those with play, that are in the right level of the heatmap. */
  right: number
  rightWithPlay: number
  games: number
  counted: number
}

const NO_EVIDENCE = { battles: [], coverage: [], taken: [] }

/** Games as the formulas count them without any battle log (docs/formulas.md#trophy-changes). */
export function gamesByFormula(looks: readonly Look[]): Games {
  return new Map([...playedDays(looks, NO_EVIDENCE).days].map(([day, { changes }]) => [day, changes]))
}

/** Games as an earlier version counted them: each observed change is one. */
export function gamesByChanges(looks: readonly Look[]): Games {
  const games: Games = new Map()
  for (const [place, { at, trophies }] of looks.entries()) {
    const before = looks[place - 1]
    if (before !== undefined && before.trophies !== trophies) games.set(dayOf(at), (games.get(dayOf(at)) ?? 0) + 1)
  }
  return games
}

/** Adds a player's days. `days`: those to compare. */
export function addDaysTo(tally: LevelTally, days: readonly string[], truth: Games, counted: Games): void {
  for (const day of days) {
    const [games, found] = [truth.get(day) ?? 0, counted.get(day) ?? 0]
    const isRight = Number(activityLevel(games) === activityLevel(found))
    tally.playerDays += 1
    tally.right += isRight
    tally.games += games
    tally.counted += found
    if (games === 0) continue
    tally.daysWithPlay += 1
    tally.rightWithPlay += isRight
  }
}

export const newTally = (): LevelTally => ({
  playerDays: 0,
  daysWithPlay: 0,
  right: 0,
  rightWithPlay: 0,
  games: 0,
  counted: 0,
})

/** What a tally says, in percent; `games` is the sum of counted games divided by the true one. */
export function told({ playerDays, daysWithPlay, right, rightWithPlay, games, counted }: LevelTally) {
  const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)
  return {
    'all days right %': percent(right, playerDays),
    'days with play right %': percent(rightWithPlay, daysWithPlay),
    games: games === 0 ? null : Math.round((100 * counted) / games) / 100,
  }
}

/** Days without a season end, with one before them that gives the first look. */
const SPAN = { first: 1, days: 21 }

type Span = { from: Seconds; to: Seconds }

/** The last second of each day: what is seen then was played on that day. */
export function dayEnds({ from, to }: Span): Seconds[] {
  return Array.from({ length: (to - from) / DAY }, (_, day) => from + (day + 1) * DAY - 1)
}

/** Members who stay, their clubs scanned at these times, without any battle log. */
export function compareLevels(
  world: World,
  timesOf: (club: Club, span: Span) => Seconds[],
): { formula: LevelTally; changes: LevelTally } {
  const span = { from: world.epoch, to: world.epoch + (SPAN.first + SPAN.days) * DAY }
  const days = Array.from({ length: SPAN.days }, (_, day) => dayAt(world.epoch + (SPAN.first + day) * DAY))
  const tallies = { formula: newTally(), changes: newTally() }
  for (const club of world.clubs) {
    const times = timesOf(club, span)
    for (const player of staying(club, span.from, span.to)) {
      const truth: Games = new Map()
      for (const time of battlesThatMoved(player)) truth.set(dayAt(time), (truth.get(dayAt(time)) ?? 0) + 1)
      const looks = times.map((at) => ({
        at: new Date(at * 1000),
        trophies: trophiesAt(world, player, at),
        isReset: false,
        club: club.tag,
      }))
      addDaysTo(tallies.formula, days, truth, gamesByFormula(looks))
      addDaysTo(tallies.changes, days, truth, gamesByChanges(looks))
    }
  }
  return tallies
}

function dayAt(at: Seconds): string {
  return dayOf(new Date(at * 1000))
}
