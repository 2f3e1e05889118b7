import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { label: string }

/** A square button of 44 px that shows only an icon; the label is its name. */
export function IconButton({ label, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-md bg-raise text-ink transition-[filter,opacity] duration-120 ease-calm not-disabled:hover:brightness-112 disabled:cursor-not-allowed disabled:opacity-55 ${className}`}
    >
      {children}
    </button>
  )
}
