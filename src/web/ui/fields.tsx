import { type ComponentProps, type ReactNode, useId } from 'react'
import { t } from '#shared/texts.ts'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** A choice of one of several values from a list, with its label beside it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, disabled = false, className = '' } = props
  const id = useId()
  const choose = (text: string) => {
    const choice = choices.find(([each]) => each === text)
    if (choice) onChange(choice[0])
  }
  return (
    <div className={`flex min-w-0 flex-wrap items-center gap-x-2 ${className}`}>
      <label htmlFor={id} className="max-w-full shrink-0 text-sm text-mut">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
        className="min-h-11 max-w-full min-w-[min(6.5rem,100%)] flex-1 rounded-md border border-line bg-bg ps-3 pe-9 text-ink disabled:opacity-55"
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: ReactNode
  /** What is wrong with the value. */
  problem?: string | undefined
}

/** A text field with its label, a hint and what is wrong with the value. */
export function TextField({ label, hint, problem, required, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  const about = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-mut"> {t('ui.optional')}</span>}
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
