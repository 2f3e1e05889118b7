import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: ReactNode
  /** What is wrong with the value. */
  problem?: string | undefined
}

/** A text field with its label, a hint and what is wrong with the value. */
export function TextField({ label, hint, problem, required, className = '', ...rest }: Props) {
  const id = useId()
  const about = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-mut"> (optional)</span>}
      </label>
      <input
        id={id}
        required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={about || undefined}
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 py-2 text-ink aria-invalid:border-bad"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-mut">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
