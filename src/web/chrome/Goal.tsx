import { chanceWord, goalWords } from '#shared/club-goal.ts'
import { dayInWords } from '#shared/days.ts'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Bar } from '#web/ui/Bar.tsx'

type Goal = NonNullable<Answer<'GET /api/browse/club/{tag}/goal'>['goal']>

/** A bar from where the club began to its goal. */
export function GoalBar({ goal }: { goal: Pick<Goal, 'share' | 'kind' | 'trophies' | 'until'> }) {
  if (goal.share === null) return null
  const percent = Math.floor(100 * goal.share)
  return (
    <div
      role="progressbar"
      aria-label={goalWords(goal)}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-2"
    >
      <Bar share={percent} tone="bg-good" className="h-4" />
    </div>
  )
}

/** `12,000 trophies to go: likely`, when it was reached, or how much was missing. */
export function goalState({
  reached_on,
  missing,
  until,
  futures_of_100: futures,
  unavailable_reason: reason,
}: Goal): string {
  if (reached_on !== null) return t('goal.reached', { day: dayInWords(reached_on) })
  if (missing === null) return t('goal.unseen')
  const trophies = formatThousands(missing)
  if (futures !== null) return t('goal.toGoChance', { trophies, chance: chanceWord(futures) })
  return reason === null ? t('goal.missed', { day: dayInWords(until), trophies }) : t('goal.toGo', { trophies })
}
