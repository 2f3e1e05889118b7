import { type ActivityLevel, activityLevel } from '#shared/activity-level.ts'

export type DayActivity = { level: ActivityLevel | 'not-observed'; text: string }

/** A member's day in words: `5 changes, moderate`; unknown days are `not observed`, never 0. */
export function dayActivity(changes: number | null | undefined): DayActivity {
  if (changes === null || changes === undefined) return { level: 'not-observed', text: 'not observed' }
  const level = activityLevel(changes)
  const count = `${changes} ${changes === 1 ? 'change' : 'changes'}`
  return { level, text: `${count}, ${level.replace('-', ' ')}` }
}

/** The hatching of a day that nobody looked at, unlike any step of the scale. */
export const NOT_OBSERVED =
  'bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_5px)] inset-ring inset-ring-line/40'

/** How each level looks: its step of the one hue, and a sign where the system takes colours away. */
export const LEVEL_STYLE: Record<DayActivity['level'], { cell: string; sign: string }> = {
  'not-observed': { cell: NOT_OBSERVED, sign: '?' },
  inactive: { cell: 'bg-h0', sign: '·' },
  low: { cell: 'bg-h1', sign: '1' },
  moderate: { cell: 'bg-h2', sign: '2' },
  high: { cell: 'bg-h3', sign: '3' },
  'very-high': { cell: 'bg-h4', sign: '4' },
}

/** The legend, in words: trophy changes a day. */
export const LEGEND: readonly { level: DayActivity['level']; text: string }[] = [
  { level: 'not-observed', text: 'not observed' },
  { level: 'inactive', text: '0 inactive' },
  { level: 'low', text: '1–2 low' },
  { level: 'moderate', text: '3–5 moderate' },
  { level: 'high', text: '6–10 high' },
  { level: 'very-high', text: 'above 10 very high' },
]
