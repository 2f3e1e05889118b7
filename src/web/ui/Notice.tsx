import { type ReactNode, useId } from 'react'
import { t } from '#shared/texts.ts'
import { Button, buttonStyle, TEXT_BUTTON } from './Button.tsx'
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
  /** True where something failed: the dolphin is below the water, and there is no frame of an empty place. */
  failed?: boolean
  /** The ways on: links or buttons. */
  children?: ReactNode
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, hint, wholePage = false, failed = false, children }: EmptyStateProps) {
  const Title = wholePage ? 'h1' : 'p'
  // Larger where nothing else is there to be seen.
  const large = wholePage || failed
  return (
    <div
      className={`flex flex-col items-center gap-2 px-4 text-center ${wholePage ? 'justify-center py-8 lg:min-h-[60dvh]' : failed ? 'py-8' : 'rounded-lg border border-dashed border-line py-8'}`}
    >
      <LoneDolphin sunk={failed} className={large ? `h-18 w-30 ${wholePage ? 'sm:h-36 sm:w-60' : ''}` : 'h-12 w-20'} />
      <Title className={wholePage ? 'mt-2 text-2xl font-extrabold' : `font-semibold ${failed ? 'text-xl' : ''}`}>
        {title}
      </Title>
      {hint && <div className={`max-w-prose text-mut ${large ? '' : 'text-sm'}`}>{hint}</div>}
      {children && <div className="mt-3 grid gap-3 sm:flex sm:flex-wrap sm:justify-center">{children}</div>}
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
  retrying = false,
  retryLabel = t('ui.tryAgain'),
  children,
  ...rest
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState {...rest} failed={onRetry !== undefined} hint={message}>
        {(onRetry || children) && (
          <>
            {onRetry && (
              <Button onClick={onRetry} busy={retrying}>
                {retryLabel}
              </Button>
            )}
            {children}
          </>
        )}
      </EmptyState>
    </div>
  )
}

type SectionFailureProps = {
  title: string
  message: string
  onRetry: () => void
  /** Whether another try is under way. The button keeps the focus meanwhile. */
  retrying?: boolean | undefined
  /** Classes of the content's shape: in sight the failure takes as much room, so that nothing moves. */
  shape?: string
  /**
   * The title and the anchor of the card in whose place it stands as a row, where several parts failed. A part without a
   * card has its own title.
   */
  heading?: ReactNode
  id?: string | undefined
}

/**
 * Says that a part of a page failed, and offers another try. Calmer than `ErrorState`: the rest of the page works. One of
 * several looks like a folded card, and what is wrong with all of them is told above the first one.
 */
export function SectionFailure({ id, heading, title, message, onRetry, retrying, shape = '' }: SectionFailureProps) {
  const [place, several] = useFailedPart(message, onRetry)
  const words = useId()
  const button = (
    <button
      type="button"
      onClick={() => retrying || onRetry()}
      aria-busy={retrying}
      aria-disabled={retrying}
      aria-describedby={words}
      className={several ? `${TEXT_BUTTON} -me-3 aria-disabled:opacity-55` : buttonStyle('outline')}
    >
      {t('ui.tryAgain')}
    </button>
  )
  return (
    <div id={id} className="min-w-0 scroll-mt-14 has-[[role=alert]]:col-span-full">
      <div ref={place} />
      {several ? (
        <div
          // Not the element of a single part, which was given a height.
          key="row"
          data-failed
          className={`flex items-center gap-1 ${heading ? '-my-1 border-y border-edge border-t-transparent! px-3 py-1.5 sm:px-4.5' : ''}`}
        >
          <div id={words} className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            {heading && <h2 className="text-lg font-semibold">{heading}</h2>}
            <p className="text-sm text-mut">
              {title !== heading && title}
              {message !== several.why && <span className="block">{message}</span>}
            </p>
          </div>
          {button}
        </div>
      ) : (
        <div role="status" className="grid rounded-md bg-raise/60">
          <div ref={keepRoomInSight} aria-hidden="true" className={`invisible col-start-1 row-start-1 ${shape}`} />
          <div className="col-start-1 row-start-1 flex flex-wrap content-center items-center justify-center gap-x-4 gap-y-2.5 px-4 py-3">
            <div id={words} className="min-w-0">
              <p>{title}</p>
              <p className="text-sm text-mut">{message}</p>
            </div>
            {button}
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
