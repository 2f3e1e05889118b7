import { dayInWords } from '#shared/days.ts'
import { formatThousands } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Bar } from '#web/ui/Bar.tsx'

type Goal = NonNullable<Answer<'GET /api/browse/club/{tag}/goal'>['goal']>

/** A bar from where the club began to its goal. */
export function GoalBar({ goal: { share, words } }: { goal: Pick<Goal, 'share' | 'words'> }) {
  if (share === null) return null
  const percent = Math.floor(100 * share)
  return (
    <div
      role="progressbar"
      aria-label={words}
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
export function goalState({ reached_on, missing, until, chance, unavailable_reason: reason }: Goal): string {
  if (reached_on !== null) return `Reached on ${dayInWords(reached_on)}`
  if (missing === null) return 'Nobody has looked since it began'
  const rest = `${formatThousands(missing)} trophies to go`
  if (chance !== null) return `${rest}: ${chance}`
  return reason === null ? `Not reached by ${dayInWords(until)}: ${formatThousands(missing)} were missing` : rest
}
