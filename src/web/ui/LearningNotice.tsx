import { whyNoAnalytics } from '#shared/limits.ts'
import { t } from '#shared/texts.ts'
import { Bar } from './Bar.tsx'
import { shortDay } from './date-words.ts'
import { type Learning, learningText } from './learning.ts'

type LearningNoticeProps = {
  learning: Learning
  /** Whether the server says why, in English: the notice then says the same in the language of the page. */
  isWordedByServer: boolean
  /** UTC date on which analytics will be available if the collector goes on; null when not known. */
  availableOn: string | null
  /** What will then appear: `member scores and the activity heatmap`. */
  what: string
}

/** Says how far the learning is, what will appear after it, and when. */
export function LearningNotice({ learning, isWordedByServer, availableOn, what }: LearningNoticeProps) {
  const { observed_days: known, needed } = learning
  return (
    <div role="note" className="rounded-lg border border-edge border-s-4 border-s-acc bg-card px-4.5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {learningText(learning)}
        <Bar share={(100 * known) / needed} tone="bg-acc" className="h-2 w-24" />
      </p>
      <p className="mt-1 max-w-prose text-mut">
        {isWordedByServer ? whyNoAnalytics(known) : t('ui.notYet', { needed, known: String(known) })}
        {availableOn && ` ${t('ui.expectedOn', { day: shortDay(availableOn) })}`} {t('ui.thenAppear', { what })}
      </p>
    </div>
  )
}
