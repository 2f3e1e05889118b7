import { type ReactNode, useId } from 'react'
import { t } from '#shared/texts.ts'
import { Button } from './Button.tsx'
import { LoneDolphin } from './Dolphin.tsx'
import { useFailedPart } from './failed-parts.ts'

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
  title: ReactNode
  /** What is the matter, as a sentence. */
  hint?: ReactNode
  /** True where it stands in place of the whole page: its title is then the page's heading. */
  wholePage?: boolean
  /** True where something failed: the dolphin is below the water. */
  failed?: boolean
  /** True where nothing else is there to be seen, as in place of a page and of what failed. */
  large?: boolean
  /** The ways on: links or buttons. */
  children?: ReactNode
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState(props: EmptyStateProps) {
  const { title, hint, wholePage = false, failed = false, large = wholePage || failed, children } = props
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div
      className={`flex flex-col items-center gap-2 px-4 text-center ${large ? `sea scene rounded-lg border border-edge ${failed ? '[--surface:.52]' : ''}` : 'py-8'}`}
    >
      <LoneDolphin sunk={failed} className={large ? 'h-18 w-30 sm:h-36 sm:w-60' : 'h-12 w-20'} />
      <Title className={large ? 'mt-2 text-2xl font-extrabold' : 'font-semibold'}>{title}</Title>
      {hint && <div className={`max-w-prose text-mut ${large ? '' : 'text-sm'}`}>{hint}</div>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

type ErrorStateProps = Omit<EmptyStateProps, 'hint' | 'failed'> & {
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
  retrying,
  retryLabel = t('ui.tryAgain'),
  children,
  ...rest
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState {...rest} failed hint={message}>
        {onRetry ? (
          <>
            <Button onClick={onRetry} busy={retrying}>
              {retryLabel}
            </Button>
            {children}
          </>
        ) : (
          children
        )}
      </EmptyState>
    </div>
  )
}

type DetailsProps = { centred?: boolean; children: ReactNode }

/** The technical message, folded, below the sentence for people. */
export function Details({ centred = false, children }: DetailsProps) {
  return (
    <details className="w-full text-sm text-mut">
      <summary className={`flex items-center gap-2 py-1 ${centred ? 'justify-center' : ''}`}>
        {t('frame.details')}
      </summary>
      {children}
    </details>
  )
}

type SectionFailureProps = {
  title: string
  message: string
  onRetry: () => void
  /** Whether another try is under way. */
  retrying?: boolean | undefined
  /** Classes of the content's shape: in sight the failure takes as much room, so that nothing moves. */
  shape?: string
}

/**
 * Says that a part of a page failed, and offers another try. Calmer than `ErrorState`: the rest of the page works. Where
 * several parts failed, the page's message says why, and of what, and offers the try; each place has a mark.
 */
export function SectionFailure(props: SectionFailureProps) {
  const { title, message, onRetry, retrying, shape = '' } = props
  const [place, isTold] = useFailedPart({ title, why: message, onRetry })
  const words = useId()
  return (
    <div ref={place} data-failed={isTold || undefined} className="col-span-full min-w-0">
      {isTold ? (
        <p className="flex items-center gap-3 text-mut">
          <LoneDolphin sunk className="h-7 w-12 shrink-0" />
          {/* A card that is one row says by its title what is missing. */}
          <span className="in-[.failed]:sr-only">{title}</span>
        </p>
      ) : (
        <div role="status" className="grid rounded-md bg-raise/60">
          <div ref={keepRoomInSight} aria-hidden="true" className={`invisible col-start-1 row-start-1 ${shape}`} />
          <div className="col-start-1 row-start-1 flex flex-wrap content-center items-center justify-center gap-x-4 gap-y-2.5 px-4 py-3">
            <div id={words} className="min-w-0">
              <p>{title}</p>
              <p className="text-sm text-mut">{message}</p>
            </div>
            <Button variant="outline" onClick={onRetry} busy={retrying} aria-describedby={words}>
              {t('ui.tryAgain')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Keeps the room down to the end of the screen: below it, or folded, the failure is as low as its words. */
function keepRoomInSight(room: HTMLElement | null): void {
  if (!room) return
  const { height, top } = room.getBoundingClientRect()
  room.style.maxHeight = `${height && Math.max(0, innerHeight - top)}px`
}
