import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './Spinner.tsx'

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** Shows that its work is under way and lets nobody press it twice. */
  busy?: boolean
}

export function Button({ variant = 'primary', busy = false, disabled, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
