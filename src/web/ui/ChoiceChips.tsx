import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  legend: ReactNode
  /** The chosen one; none of them where the address holds another value. */
  value: Value | null
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** One of a few values as chips that are radio buttons: arrows move the choice, Tab enters it once. */
export function ChoiceChips<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([each, name]) => (
          <label
            key={each}
            className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line px-3.5 text-sm text-mut transition-colors duration-120 before:absolute before:inset-x-0 before:-inset-y-1 hover:text-ink has-checked:border-acc has-checked:bg-acc has-checked:font-semibold has-checked:text-onacc has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc forced-colors:has-checked:underline"
          >
            <input
              type="radio"
              name={group}
              value={each}
              checked={each === value}
              onChange={() => onChange(each)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** One of several values from a list, with its label beside. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, disabled = false, className = '' } = props
  const id = useId()
  const choose = (text: string) => {
    const choice = choices.find(([each]) => each === text)
    if (choice) onChange(choice[0])
  }
  return (
    <div className={`flex min-w-0 items-center gap-2 ${className}`}>
      <label htmlFor={id} className="shrink-0 text-sm text-mut">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
        className="min-h-11 min-w-0 flex-1 rounded-md border border-line bg-bg px-3 text-ink disabled:opacity-55"
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
