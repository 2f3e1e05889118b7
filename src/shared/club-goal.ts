import { type CalendarDay, dayInWords } from './days.ts'
import { formatThousands, signed } from './number-format.ts'
import { type PlainTextId, t } from './texts.ts'

/** The kinds of goals that a club can have. */
export const GOAL_KINDS = ['total', 'gain'] as const
export type GoalKind = (typeof GOAL_KINDS)[number]

/** Days from today to the last day of a goal at most; forecasts look no farther. */
export const GOAL_DAYS_MAX = 90

/** The most trophies that a goal can ask for. */
export const GOAL_TROPHIES_MAX = 100_000_000

type Goal = { kind: GoalKind; trophies: number; until: CalendarDay | string }

/** A goal in words: `1,300,000 trophies by Dec 3, 2026`, `+50,000 trophies by Nov 29, 2026`. */
export function goalWords({ kind, trophies, until }: Goal): string {
  const written = kind === 'gain' ? signed(trophies) : formatThousands(trophies)
  return t('goal.words', { trophies: written, day: dayInWords(until) })
}

/** How many of 100 futures it takes to be called so, the surest first. */
const CHANCES = [
  [95, 'goal.almostCertain'],
  [65, 'goal.likely'],
  [35, 'goal.possible'],
  [6, 'goal.unlikely'],
] as const satisfies readonly (readonly [least: number, word: PlainTextId])[]

/** How likely a goal is, from the number of 100 futures that reach it. */
export function chanceWord(futures: number): string {
  return t(CHANCES.find(([least]) => futures >= least)?.[1] ?? 'goal.veryUnlikely')
}
