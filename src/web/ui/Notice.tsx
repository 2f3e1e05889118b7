import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/texts.ts'
import { Button } from './Button.tsx'
import { Dolphin, LoneDolphin } from './Dolphin.tsx'

const TONE = { good: 'border-s-good', bad: 'border-s-bad', calm: 'border-s-acc' } as const

/** A sentence about what just happened. Screen readers read it when it appears. */
export function Notice({ tone = 'calm', children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-md border-s-4 bg-raise px-4 py-3 text-base ${TONE[tone]}`}
    >
      {children}
    </div>
  )
}

/** Says that the shown figures are those before a failed try to read them again. Screen readers say it at once. */
export function StaleNotice({ failure }: { failure: string | null }) {
  return (
    <div role="status" className={failure === null ? 'sr-only' : 'mb-4 text-sm text-warn'}>
      {failure !== null && <p>{t('ui.staleFigures', { why: failure })}</p>}
    </div>
  )
}

type EmptyStateProps = {
  title: string
  /** What is the matter, as a sentence. */
  hint?: ReactNode
  /** True where it stands in place of the whole page: its title is then the page's heading. */
  wholePage?: boolean
  /** The ways on: links or buttons. */
  children?: ReactNode
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, hint, wholePage = false, children }: EmptyStateProps) {
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div
      className={`flex flex-col items-center gap-2 px-4 text-center ${wholePage ? 'py-14' : 'rounded-lg border border-dashed border-edge py-8'}`}
    >
      {wholePage ? <Dolphin className="h-24 w-28 rotate-12 opacity-60" /> : <LoneDolphin />}
      <Title className={wholePage ? 'mt-2 text-2xl font-extrabold' : 'font-semibold'}>{title}</Title>
      {hint && <div className={`max-w-prose text-mut ${wholePage ? '' : 'text-sm'}`}>{hint}</div>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

type ErrorStateProps = Omit<EmptyStateProps, 'hint'> & {
  /** What went wrong, as a sentence. */
  message?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
}

/** Says what failed, and offers another try and a way back. */
export function ErrorState({
  message,
  onRetry,
  retrying = false,
  retryLabel = t('ui.tryAgain'),
  children,
  ...rest
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState {...rest} hint={message}>
        {onRetry && (
          <Button onClick={onRetry} busy={retrying}>
            {retryLabel}
          </Button>
        )}
        {children}
      </EmptyState>
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
        {t('ui.tryAgain')}
      </Button>
    </div>
  )
}
