import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { SCORE_LABELS, type ScoreName } from './names.ts'
import { lazyPart, Skeleton } from './Skeleton.tsx'

const ScoreReading = lazyPart(() => import('./ScoreReading.tsx').then((file) => file.ScoreReading))

type Props = {
  of: ScoreName
  /** The numbers from which this score was computed, with their names. */
  inputs?: ComponentProps<typeof ScoreReading>['inputs']
}

/** A "?" that explains a score: its formula, and the numbers that went into it. The texts are loaded on the first click. */
export function ScoreExplain({ of, inputs = [] }: Props) {
  return (
    <Explain label={SCORE_LABELS[of]}>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <ScoreReading of={of} inputs={inputs} />
      </Suspense>
    </Explain>
  )
}

type ExplainProps = {
  /** What is explained: `Activity score`. */
  label: string
  children: ReactNode
}

const MARGIN = 12

/**
 * A "?" that opens an explanation by click, touch, Enter or Space; Escape or a click elsewhere closes it. The content is
 * rendered only while it is open.
 */
export function Explain({ label, children }: ExplainProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useKeptAtButton(open, panel, button)
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`What is ${label}?`}
        className="relative inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line text-[0.6875rem] leading-none font-semibold text-mut before:absolute before:-inset-3 hover:text-ink"
      >
        ?
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed m-0 w-72 max-w-[calc(100vw-1.5rem)] rounded-md border border-line bg-raise px-4 py-3 text-sm font-normal text-ink shadow-xl"
      >
        <p className="mb-1 font-semibold">{label}</p>
        {open && <div className="space-y-2">{children}</div>}
      </div>
    </>
  )
}

/** Keeps the open panel at its button, also when its content changes its size. */
function useKeptAtButton(
  open: boolean,
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [shown, by] = [panel.current, button.current]
    if (!open || !shown || !by) return
    const observer = new ResizeObserver(() => placeBelow(shown, by))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [open, panel, button])
}

/** Places the panel below the button, or above it where there is no room below; always within the window. */
function placeBelow(panel: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = bottom + 8
  const y = below + height > window.innerHeight - MARGIN ? Math.max(MARGIN, top - height - 8) : below
  const x = Math.min(Math.max(MARGIN, left - width / 2), window.innerWidth - width - MARGIN)
  panel.style.left = `${x}px`
  panel.style.top = `${y}px`
}
