import { CircleAlert } from 'lucide-react'
import { createElement, Fragment, type ReactNode } from 'react'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { Button } from './Button.tsx'
import { shortDay } from './RelativeTime.tsx'

const TONE = { good: 'border-l-good', bad: 'border-l-bad', calm: 'border-l-acc' } as const

/** A sentence about what just happened. Screen readers read it when it appears. */
export function Notice({ tone = 'calm', children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-md border-l-4 bg-raise px-4 py-3 text-base ${TONE[tone]}`}
    >
      {children}
    </div>
  )
}

/** Says that the shown figures are those before a failed try to read them again. Screen readers say it at once. */
export function StaleNotice({ failure }: { failure: string | null }) {
  return (
    <div role="status" className={failure === null ? 'sr-only' : 'mb-4 text-sm text-warn'}>
      {failure !== null && <p>{`Could not refresh: ${failure} These are the last figures.`}</p>}
    </div>
  )
}

type EmptyStateProps = { title: string; hint?: ReactNode; children?: ReactNode }

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-edge px-4 py-8 text-center">
      <LoneDolphin />
      <p className="font-semibold">{title}</p>
      {hint && <p className="max-w-prose text-sm text-mut">{hint}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  /** What went wrong, as a sentence. */
  message?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
  /** True where it stands in place of the whole page: its title is then the page's heading. */
  wholePage?: boolean
  /** Links or buttons beside the retry, such as the way back. */
  children?: ReactNode
}

/** Says what failed, and offers another try and a way back. */
export function ErrorState({
  title,
  message,
  onRetry,
  retrying = false,
  retryLabel = 'Try Again',
  wholePage = false,
  children,
}: ErrorStateProps) {
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div role="alert" className="rounded-lg border border-edge border-l-4 border-l-bad bg-card px-5 py-4.5">
      <Title className="text-lg font-semibold">{title}</Title>
      {message && <p className="mt-1 text-mut">{message}</p>}
      {(onRetry || children) && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {onRetry && (
            <Button variant="quiet" onClick={onRetry} busy={retrying}>
              {retryLabel}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}

type SectionFailureProps = { title: string; message: string; onRetry: () => void; retrying: boolean }

/** Says that a part of a page failed, and offers another try. Calmer than `ErrorState`: the rest of the page works. */
export function SectionFailure({ title, message, onRetry, retrying }: SectionFailureProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-raise/60 px-4 py-3">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-mut">{message}</p>
      </div>
      <Button variant="outline" onClick={onRetry} busy={retrying}>
        Try Again
      </Button>
    </div>
  )
}

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
  return `Learning: ${observed_days} of ${needed} days`
}

type LearningNoticeProps = {
  learning: Learning
  /** Why, as a sentence of the server. */
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
        <span aria-hidden="true" className="h-2 w-24 overflow-hidden rounded-full bg-raise">
          <span className="block h-full rounded-full bg-acc" style={{ width: `${(100 * known) / needed}%` }} />
        </span>
      </p>
      <p className="mt-1 max-w-prose text-mut">
        {reason ??
          `Analytics are not available yet: they need at least ${needed} days of history; ${known} are known so far.`}
        {availableOn && ` Expected on ${shortDay(availableOn)}.`} Then {what} appear; until then, what is certain is
        shown.
      </p>
    </div>
  )
}

/** What the figures of a page say, in one plain sentence. Its figures are bold. */
export function Highlight({ sentence }: { sentence: string }) {
  const parts = sentenceParts(sentence).map((part, place) => (place % 2 === 0 ? part : createElement('b', null, part)))
  return (
    <p
      dir="auto"
      className="line-clamp-6 normal-nums rounded-md border-s-3 border-acc bg-linear-to-r from-raise to-transparent px-4 py-3 rtl:bg-linear-to-l"
    >
      {createElement(Fragment, null, ...parts)}
    </p>
  )
}

/** Figures with their signs and units, and the verdict at the beginning of a sentence: `Peak form:`. */
const BOLD = /(^[^:.,]{3,24}:|(?<![\p{L}\p{N}_])[+−±]?\d[\d.,]*(?<![.,])[kM]?[%+]?(?![\p{L}\p{N}_-]))/gu

/** A sentence in parts that are in turn plain and bold. The first part is plain and may be empty. */
export function sentenceParts(sentence: string): string[] {
  return sentence.split(BOLD)
}

/** The logo: a leaping dolphin in the colours of the theme. Share pictures draw the same paths. */
export function Dolphin({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="1 12 63 54" className={className} aria-hidden="true">
      <path className="fill-acc" d={BODY} />
      <path className="fill-bg" opacity=".32" d={BELLY} />
      <circle className="fill-onacc" cx="47.4" cy="29.4" r="1.9" />
    </svg>
  )
}

/** The body alone, in one shape, for pictures with many dolphins. */
export const BODY =
  'M61.4 38.2c-1.2 1.6-4.6 1.7-8 1.5-4.3-.2-8.2.2-11.8 1.6-1 4-3.6 7.5-7.6 9.6-.7.4-1.4-.2-1.2-.9.7-2.8.6-5.1-.3-6.9-6.9 1.7-12.9 5.1-17.5 10.2 2.9 2.3 4.5 5 4.7 7.9 0 .7-.7 1.1-1.3.8-2.8-1.5-5.7-2.3-8.7-2.2-3.2 0-5.5.9-7.5 2.1-.6.4-1.4-.2-1.2-.9 1-4.1 4-7.2 8.6-8.7 1-8.4 4.8-16.2 11.2-22 .4-4.6-1.2-8.9-4.7-12.5-.5-.5-.2-1.4.5-1.4 5.4-.3 10.7 1.3 15 4.9 8.3-1.5 15.9 1.6 19.5 8.2 1.4 2.5 2.9 4.1 5.3 5.3 2.3 1.1 5.9 1.7 5 3.4Z'
const BELLY =
  'M53.4 39.7c-4.3-.2-8.2.2-11.8 1.6-3.4-.4-6.7-.2-9.6 1-6.9 1.7-12.5 5.8-17.2 11 4-8.2 11.6-14.6 20.4-16 6.6-1 12.8.3 18.2 2.4Z'

/** A small dolphin above the waves, for a place where there is nothing to show. */
function LoneDolphin() {
  return (
    <svg viewBox="0 0 80 48" className="h-12 w-20 text-mut" fill="none" aria-hidden="true">
      <path className="fill-acc" opacity=".85" transform="translate(22 -8) scale(.6)" d={BODY} />
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <path d="M5 33q8-6 17 0t17 0 17 0 17 0" />
        <path d="M18 43q6-5 12 0t12 0 12 0 12 0" opacity=".55" />
      </g>
    </svg>
  )
}
