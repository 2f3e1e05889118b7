import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { parseBattleLog } from '#server/game/payloads/battle-log.ts'
import type { Look } from '#server/history/ingest/played-days.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { addDaysTo, gamesByChanges, gamesByFormula, newTally, told } from './heat-levels.ts'

// Recordings of the real game are beside this project and not kept in it.
const LOGS = new URL('../../../shared/field/recordings/battlelogs/', import.meta.url)
const SCANS_A_DAY = [1, 4, 24]

/** Battles that moved trophies, oldest first. */
type Moves = { at: Date; change: number }[]

/**
 * Heatmap levels of the days that a recorded log touches; null without recordings. A log holds 25 battles, so the first
 * and the last of these days are known in part: what lies outside counts as nothing.
 */
export function recordedLevels() {
  if (!existsSync(LOGS)) return null
  const logs = readdirSync(LOGS).map((name) => movesOf(JSON.parse(readFileSync(new URL(name, LOGS), 'utf8'))))
  const rows = SCANS_A_DAY.map((daily) => {
    const tallies = { formula: newTally(), changes: newTally() }
    for (const moves of logs) {
      const truth = new Map([...Map.groupBy(moves, ({ at }) => dayOf(at))].map(([day, games]) => [day, games.length]))
      const looks = looksAt(moves, daily)
      addDaysTo(tallies.formula, [...truth.keys()], truth, gamesByFormula(looks))
      addDaysTo(tallies.changes, [...truth.keys()], truth, gamesByChanges(looks))
    }
    const { daysWithPlay, games } = tallies.formula
    const each = (what: typeof tallies.formula) => ({ 'days with play': daysWithPlay, battles: games, ...told(what) })
    return [
      [`${daily} scans a day`, each(tallies.formula)],
      [`${daily} scans a day, each change one game`, each(tallies.changes)],
    ] as const
  })
  return Object.fromEntries(rows.flat())
}

const logSchema = z.object({ items: z.array(z.unknown()) })

function movesOf(raw: unknown): Moves {
  const { items } = logSchema.parse(raw)
  const { battles } = parseBattleLog(raw, ownerOf(items), new Map()).body
  const moved = battles.filter(({ trophyChange }) => trophyChange !== 0)
  return moved.map(({ battleTime, trophyChange }) => ({ at: battleTime, change: trophyChange })).reverse()
}

/** The player whose log it is: the only one who is in every battle, or one of friends who were. */
function ownerOf(items: readonly unknown[]): string {
  const tags = items.map((item) => new Set(JSON.stringify(item).match(/#[0289PYLQGRJCUV]{3,}/g)))
  return [...(tags[0] ?? [])].find((tag) => tags.every((others) => others.has(tag))) ?? ''
}

/** What `daily` scans a day see, from the day before the first battle to the end of the day of the last. */
function looksAt(moves: Moves, daily: number): Look[] {
  const [first, last] = [moves[0], moves.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = Date.parse(dayOf(first.at)) - 1
  const days = (Date.parse(dayOf(last.at)) + DAY_MS - 1 - from) / DAY_MS
  return Array.from({ length: Math.round(days * daily) + 1 }, (_, place) => {
    const at = new Date(from + (place * DAY_MS) / daily)
    const trophies = moves.reduce((sum, move) => sum + (move.at <= at ? move.change : 0), 50_000)
    return { at, trophies, isReset: false, club: null }
  })
}
