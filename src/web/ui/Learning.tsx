import { ANALYTICS_MIN_DAYS, whyNoAnalytics } from '#shared/limits.ts'
import { t } from '#shared/texts.ts'
import { Bar } from './Bar.tsx'
import { shortDay } from './date-words.ts'

type Learning = { observed_days: number; needed: number }
type Availability = { analytics_available: boolean; observed_days: number; learning: Learning | null }

/** How far a club or player is learned about while nothing can be judged yet; null when it can, or before an answer. */
export function learningOf(analytics: Availability | undefined): Learning | null {
  if (analytics === undefined) return null
  const { analytics_available, observed_days, learning } = analytics
  return learning ?? (analytics_available ? null : { observed_days, needed: ANALYTICS_MIN_DAYS })
}

/** `Learning: 2 of 7 days`. It stands in place of every score. */
export function learningText({ observed_days, needed }: Learning): string {
  return t('ui.learning', { known: String(observed_days), needed })
}

type LearningNoticeProps = {
  learning: Learning
  /** Why, as the server says it in English; null where it does not. */
  reason: string | null
  /** UTC date on which analytics will be available if the collector goes on; null when not known. */
  availableOn: string | null
  /** What will then appear: `member scores and the activity heatmap`. */
  what: string
}

/** Says how far the learning is, what will appear after it, and when. */
export function LearningNotice({ learning, reason, availableOn, what }: LearningNoticeProps) {
  const { observed_days: known, needed } = learning
  return (
    <div role="note" className="rounded-lg border border-edge border-s-4 border-s-acc bg-card px-4.5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {learningText(learning)}
        <Bar share={(100 * known) / needed} tone="bg-acc" className="h-2 w-24" />
      </p>
      <p className="mt-1 max-w-prose text-mut">
        {reason === null ? t('ui.notYet', { needed, known: String(known) }) : whyNoAnalytics(known)}
        {availableOn && ` ${t('ui.expectedOn', { day: shortDay(availableOn) })}`} {t('ui.thenAppear', { what })}
      </p>
    </div>
  )
}
