import { Hourglass } from 'lucide-react'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { shortDay } from '../format/relative-time.ts'

type Props = {
  reason: string | null
  /** UTC date when it will be available if scans go on. */
  availableOn: string | null
  observedDays: number
  /** What will appear: `member scores and the activity heatmap`. */
  what: string
}

/** Says honestly that there is not enough history yet, since when it grows and what will appear. */
export function AnalyticsNotice({ reason, availableOn, observedDays, what }: Props) {
  return (
    <div
      role="note"
      className="flex gap-3.5 rounded-lg border border-edge border-s-4 border-s-warn bg-card px-4.5 py-4"
    >
      <Hourglass aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">Analytics are not available yet</p>
        <p className="text-mut">
          {reason ?? `Analytics need at least ${ANALYTICS_MIN_DAYS} days of history; ${observedDays} are known so far.`}
          {availableOn && ` Expected on ${shortDay(availableOn)}.`} Then {what} will tell more; until then, what is
          known is shown.
        </p>
      </div>
    </div>
  )
}
