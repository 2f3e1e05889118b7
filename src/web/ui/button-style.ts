export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4.5 py-2 text-base font-semibold no-underline transition-[background-color,opacity,filter] duration-120 ease-calm select-none aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55'

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-acc text-onacc not-disabled:hover:brightness-108',
  outline: 'border border-line text-ink not-disabled:hover:bg-raise',
  quiet: 'bg-raise text-ink not-disabled:hover:brightness-112',
  danger: 'border border-bad text-bad not-disabled:hover:bg-raise',
}

/** Classes that make a button, or a link that looks like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${BASE} ${VARIANT[variant]} ${extra}`
}
