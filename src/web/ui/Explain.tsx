import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type ScoreName, scoreName } from '#shared/bands.ts'
import { t } from '#shared/texts.ts'
import { useBackCloses } from '#web/router/history.ts'
import { IconButton } from './Button.tsx'
import { lazySection } from './LazyPart.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Its texts are loaded once it is shown. */
export const ScoreReading = lazySection(() => import('./ScoreReading.tsx').then((file) => file.ScoreReading), {
  pending: <Skeleton className="h-24" />,
})

type Props = {
  of: ScoreName
  /** The numbers from which this score was computed, with their names. */
  inputs?: ComponentProps<typeof ScoreReading>['inputs']
  /** Whose score, where a page shows several: `Piper`. */
  about?: string
  /** The number itself, with which the explanation begins. */
  value?: ReactNode
  /** The number itself, which is pressed in place of a "?" where many stand below each other. */
  children?: ReactNode
}

/**
 * A "?" that explains a score: what it means, the numbers that went into it, and its formula. The texts are loaded on
 * the first click.
 */
export function ScoreExplain({ of, inputs = [], about, children, value = children }: Props) {
  const label = about === undefined ? scoreName(of) : t('ui.labelOf', { label: scoreName(of), about })
  return (
    <Explain label={label} pressed={children}>
      <ScoreReading of={of} inputs={inputs} value={value} />
    </Explain>
  )
}

type ExplainProps = {
  /** What is explained: `Activity score`. */
  label: string
  /** The heading of the explanation, where that is another. */
  title?: string
  /** What is pressed in place of the "?". It stays readable text, under the button. */
  pressed?: ReactNode
  children: ReactNode
}

const RING =
  'relative inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line text-[0.6875rem] leading-none font-semibold text-mut hover:text-ink'

/**
 * A "?" that opens an explanation: a sheet at the lower edge of a phone, a panel beside what it explains on a wider
 * screen, and never over it. The page behind is dimmed. Escape, Back, Close or a click elsewhere closes it. The content is
 * rendered only while it is open.
 */
export function Explain({ label, title = label, pressed, children }: ExplainProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => panel.current?.hidePopover())
  useKeptBeside(open, panel, button)
  const opener = (
    <button
      ref={button}
      type="button"
      popoverTarget={id}
      aria-label={t('ui.whatIs', { label })}
      className={`before:absolute before:-inset-[12px] print:hidden ${pressed ? 'absolute inset-0' : RING}`}
    >
      {!pressed && '?'}
    </button>
  )
  return (
    <>
      {pressed ? (
        <span className="relative border-b border-dashed border-line whitespace-nowrap">
          {pressed}
          {opener}
        </span>
      ) : (
        opener
      )}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-auto m-0 w-88 max-w-full overflow-y-auto rounded-md border border-line bg-raise px-4 pt-2 pb-4 text-start text-sm font-normal text-ink shadow-2xl transition-[opacity,translate] duration-200 ease-calm starting:opacity-0 motion-safe:starting:translate-y-4 max-sm:inset-x-0 max-sm:bottom-0 max-sm:w-full max-sm:rounded-b-none max-sm:px-5 max-sm:pb-6 max-sm:text-base"
      >
        <div className="flex items-center justify-between gap-3">
          <p className="text-lg font-semibold">{title}</p>
          <IconButton label={t('ui.close')} popoverTarget={id} popoverTargetAction="hide" className="-me-3">
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        {open && <div className="space-y-3">{children}</div>}
      </div>
    </>
  )
}

/** What a "?" explains: the figure, row or heading that it stands in. */
const EXPLAINED = 'dl > div, li, tr, header'

/** Keeps the open panel beside what it explains, also when its content changes its size, and moves the focus into it. */
function useKeptBeside(
  open: boolean,
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [shown, by] = [panel.current, button.current]
    if (!open || !shown || !by) return
    shown.querySelector('button')?.focus({ preventScroll: true })
    const explained = by.closest(EXPLAINED) ?? by
    const observer = new ResizeObserver(() => place(shown, explained))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [open, panel, button])
}

const MARGIN = 12
/** The header and the links to sections, which stay at the upper edge of the window. */
const BARS = 116

function place(panel: HTMLElement, explained: Element): void {
  const isSheet = panel.offsetWidth === window.innerWidth
  if (isSheet) uncover(panel, explained)
  else placeBeside(panel, explained)
}

/** Scrolls what is explained above the sheet, which is never taller than the room below it. */
function uncover(sheet: HTMLElement, explained: Element): void {
  const { top, bottom } = explained.getBoundingClientRect()
  sheet.style.maxHeight = `${window.innerHeight - BARS - (bottom - top) - 2 * MARGIN}px`
  const covered = bottom + MARGIN - (window.innerHeight - sheet.offsetHeight)
  if (covered > 0) window.scrollBy({ top: covered, behavior: 'instant' })
}

/**
 * Places the panel at the end of the figures of which it explains one; where it has no room there, or what it explains is
 * a row or a heading, below that, or above it where there is more room. It is always within the window.
 */
function placeBeside(panel: HTMLElement, explained: Element): void {
  const { left, top, bottom } = explained.getBoundingClientRect()
  const farthest = window.innerWidth - panel.offsetWidth - MARGIN
  const end = (explained.closest('dl')?.getBoundingClientRect().right ?? farthest) + MARGIN
  const isBeside = end <= farthest
  const below = window.innerHeight - (isBeside ? BARS : bottom) - 2 * MARGIN
  const above = top - 2 * MARGIN
  const fits = isBeside || panel.scrollHeight <= below || below >= above
  const highest = isBeside ? Math.min(top, window.innerHeight - panel.offsetHeight - MARGIN) : bottom + MARGIN
  panel.style.maxHeight = `${fits ? below : above}px`
  panel.style.top = `${fits ? highest : top - MARGIN - Math.min(above, panel.offsetHeight)}px`
  panel.style.left = `${isBeside ? end : Math.min(Math.max(MARGIN, left), farthest)}px`
}
