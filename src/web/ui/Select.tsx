import { useId } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** One of several values from a list, with its label beside. */
export function Select<Value extends string>(props: Props<Value>) {
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
