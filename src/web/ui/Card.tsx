import { type ReactNode, useId, useState } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { t } from '#shared/texts.ts'
import { TimeframeChoice } from './ChoiceChips.tsx'
import { useFailedParts, useFailure } from './failed-parts.ts'
import { SectionFailure } from './Notice.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props = {
  title?: ReactNode
  /** What is beside the title: a timeframe, a link, a "?". */
  action?: ReactNode
  className?: string | undefined
  /** An anchor for links within the page. */
  id?: string | undefined
  /** On a phone the card is folded to its title and this line, until it is opened or a link leads to it. */
  fold?: ReactNode
  /** Folded on wide screens too. */
  foldedWide?: boolean | undefined
  children: ReactNode
}

/** A panel of a page. With a title it is a landmark of that name. */
export function Card({ title, action, className = '', id, fold, foldedWide = false, children }: Props) {
  const [open, setOpen] = useState(false)
  const heading = useId()
  const panel = `min-w-0 scroll-mt-14 rounded-lg border border-edge bg-card p-3 sm:p-4.5 ${className}`
  if (title === undefined) {
    return (
      <div id={id} className={panel}>
        {children}
      </div>
    )
  }
  const folds = fold !== undefined
  const look = foldedWide ? FOLDED.everywhere : FOLDED.onPhones
  // Paper shows what is folded.
  const shut = `${look.hidden} print:block!`
  const [head, body] = !folds ? ['', ''] : open ? [look.openHead, look.openBody] : [shut, shut]
  return (
    // A link within the page moves the focus to the section that it leads to.
    <section
      id={id}
      aria-labelledby={heading}
      className={`${panel} ${folds ? look.panel : ''} ${folds && !open ? look.closed : ''}`}
      onFocus={(event) => event.target === event.currentTarget && setOpen(true)}
    >
      {folds && (
        <FoldedTitle title={title} line={fold} open={open} onToggle={() => setOpen(!open)} className={look.button} />
      )}
      <header className={`mb-3 flex flex-wrap max-sm:mb-2 items-center justify-between gap-2 max-sm:gap-x-1 ${head}`}>
        <h2 id={heading} className={`text-lg font-semibold ${folds ? look.title : ''}`}>
          {title}
        </h2>
        {action}
      </header>
      {folds ? <div className={body}>{children}</div> : children}
    </section>
  )
}

/**
 * The classes of a card that folds on phones alone, and of one that folds on all screens. Folded ones are plain rows, and
 * tiles on a wide screen.
 */
const FOLDED = {
  onPhones: {
    panel: 'max-sm:py-1.5 max-sm:late-12',
    closed:
      'max-sm:rounded-none! max-sm:border-x-transparent! max-sm:border-t-transparent! max-sm:bg-transparent! max-sm:-my-1',
    button: 'sm:hidden',
    title: 'max-sm:hidden',
    hidden: 'max-sm:hidden',
    openHead: 'max-sm:justify-end',
    openBody: 'max-sm:pb-3',
  },
  everywhere: {
    panel: 'py-1.5! max-sm:late-12',
    closed:
      'max-lg:rounded-none! max-lg:border-x-transparent! max-lg:border-t-transparent! max-lg:bg-transparent! max-lg:-my-1 print:my-0',
    button: '',
    title: 'hidden print:block',
    hidden: 'hidden!',
    openHead: 'justify-end',
    openBody: 'pb-3',
  },
} as const

type FoldedTitleProps = { title: ReactNode; line: ReactNode; open: boolean; onToggle: () => void; className: string }

/** The title of a folded card, as the button that opens it. */
function FoldedTitle({ title, line, open, onToggle, className }: FoldedTitleProps) {
  return (
    <h2 className={`text-lg font-semibold print:hidden ${className}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center justify-between gap-3 text-start"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 sm:items-center">
          {title}
          {!open && (
            <span className="line-clamp-2 text-sm font-normal text-mut sm:text-base has-[svg]:block max-sm:has-[svg]:basis-full">
              {line}
            </span>
          )}
        </span>
        <svg viewBox="0 0 12 8" className={`h-2 w-3 shrink-0 text-mut ${open ? 'rotate-180' : ''}`} aria-hidden="true">
          <path d="M1 1l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </h2>
  )
}

type ExpandableProps = { title: ReactNode; children: ReactNode }

/** A section that opens on a click. Its content is rendered only then. */
export function Expandable({ title, children }: ExpandableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="border-t border-edge" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 pe-1.5 font-semibold">
        {title}
      </summary>
      {open && <div className="pb-4">{children}</div>}
    </details>
  )
}

/** What is used of the result of a query, of one answer or of several pages. */
type Result<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type AnalyticsCardProps<Data> = {
  title: ReactNode
  /** An anchor for links within the page. */
  id?: string
  /** What is beside the title when there is no choice of timeframes: a "?", a link. */
  action?: ReactNode
  /** As for `Card`. */
  fold?: ReactNode
  foldedWide?: boolean
  className?: string
  /** The timeframe that is shown; with `onDays` the visitor can choose another. */
  days?: Timeframe
  onDays?: (days: Timeframe) => void
  result: Result<Data>
  failure: string
  loading: string
  shape?: string
  children: (data: Data) => ReactNode
}

/** A card with the answer of one call: loading, failed, or shown, with a choice of timeframes where it has one. */
export function AnalyticsCard<Data>(props: AnalyticsCardProps<Data>) {
  const { title, id, action, fold, foldedWide, className, days, onDays, ...section } = props
  const isFailed = useFailure(section.result) !== undefined
  const several = useFailedParts()
  if (several && isFailed) {
    return (
      <Card title={title} id={id} className="failed">
        <QuerySection {...section} />
      </Card>
    )
  }
  const choice = days && onDays && <TimeframeChoice value={days} onChange={onDays} />
  return (
    <Card
      title={title}
      id={id}
      action={choice ?? action}
      fold={fold !== undefined && isFailed ? section.failure : fold}
      foldedWide={foldedWide}
      className={className}
    >
      <QuerySection {...section} />
    </Card>
  )
}

type QuerySectionProps<Data> = {
  result: Result<Data>
  /** The title of a failure: `Failed to fetch member scores`. */
  failure: string
  /** What screen readers are told while it loads: `Loading member scores`. */
  loading: string
  /** Classes for the shape of the content while it loads. */
  shape?: string
  children: (data: Data) => ReactNode
}

/**
 * A part of a page with the answer of one call: loading, failed, or shown. A failed refresh keeps the last answer. The
 * part does not wait for other parts, and its failure does not affect them.
 */
export function QuerySection<Data>({
  result,
  failure,
  loading,
  shape = 'h-48 rounded-md',
  children,
}: QuerySectionProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = result
  const retry = () => void refetch()
  const message = useFailure(result)
  if (message !== undefined) {
    return <SectionFailure title={failure} shape={shape} message={message} retrying={isFetching} onRetry={retry} />
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={loading}>
        <Skeleton className={shape} />
      </div>
    )
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
      {error && (
        <p role="status" className="mb-3 text-sm text-warn">
          {t('ui.staleAnswer', { why: error.message })}{' '}
          <button type="button" className="link" onClick={retry}>
            {t('ui.tryAgain')}
          </button>
        </p>
      )}
      {children(data)}
    </div>
  )
}
