import { type ComponentProps, useState } from 'react'
import { type PlainTextId, t } from '#shared/texts.ts'

type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4.5 py-2 text-base font-semibold no-underline transition-[background-color,opacity,filter] duration-120 ease-calm select-none aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55'

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-acc text-onacc not-disabled:hover:brightness-108',
  outline: 'border border-line text-ink not-disabled:hover:bg-raise',
  quiet: 'border border-edge bg-raise text-ink not-disabled:hover:lift',
  danger: 'border border-bad text-bad not-disabled:hover:bg-raise',
}

/** Classes of a button, or of a link that looks like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${BASE} ${VARIANT[variant]} ${extra}`
}

/** Classes of a button without an area of its own, such as the tools above a table. */
export const TEXT_BUTTON =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold text-mut hover:bg-raise hover:text-ink'

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** Shows that the work is under way; the button keeps the focus meanwhile, and a press does nothing. */
  busy?: boolean | undefined
}

export function Button({ variant = 'primary', busy, onClick, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy}
      aria-busy={busy}
      className={buttonStyle(variant, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A square button of 44 px with an icon; the label is its name for screen readers. */
export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-flex size-[44px] shrink-0 items-center justify-center rounded-md border border-edge bg-raise text-ink not-disabled:hover:lift transition-[background-color,opacity,filter] duration-120 ease-calm disabled:cursor-not-allowed disabled:opacity-55 ${className}`}
    >
      {children}
    </button>
  )
}

/** A turning ring. The words beside it say what is under way. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}

/** Whether the last copy succeeded; `idle` before it. */
type CopyState = 'idle' | 'copied' | 'failed'

/**
 * Copies a text to the clipboard, and tells whether it is there. `reset` forgets the outcome, as when the visitor
 * leaves the button.
 */
export function useCopy(text: () => string): { state: CopyState; copy: () => Promise<boolean>; reset: () => void } {
  const [state, setState] = useState<CopyState>('idle')
  const copy = async () => {
    // Browsers offer the clipboard on HTTPS only, and ask the visitor.
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    )
    setState(copied ? 'copied' : 'failed')
    return copied === true
  }
  return { state, copy, reset: () => setState('idle') }
}

/** What a copy came to, in words; nothing before it. */
export function copyWords(state: CopyState, failed: PlainTextId): string {
  return state === 'idle' ? '' : t(state === 'copied' ? 'ui.copied' : failed)
}
