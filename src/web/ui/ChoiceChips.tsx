import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  legend: ReactNode
  /** The chosen value; null where the address holds none of the choices. */
  value: Value | null
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** A choice of one of a few values as chips. They are radio buttons: arrow keys move the choice, Tab enters them once. */
export function ChoiceChips<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([each, name]) => (
          <RadioChip
            key={each}
            group={group}
            value={each}
            checked={each === value}
            onChoose={() => onChange(each)}
            className="rounded-full border border-line px-3.5 transition-colors duration-120 has-checked:border-acc has-checked:bg-acc has-checked:font-semibold has-checked:text-onacc"
          >
            {name}
          </RadioChip>
        ))}
      </div>
    </fieldset>
  )
}

type RadioChipProps = {
  /** The name that all radio buttons of the choice share. */
  group: string
  value: string | number
  checked: boolean
  onChoose: () => void
  className: string
  children: ReactNode
}

/** A radio button that looks like a chip: the invisible button covers its label. */
export function RadioChip({ group, value, checked, onChoose, className, children }: RadioChipProps) {
  return (
    <label
      className={`relative inline-flex min-h-9 cursor-pointer items-center text-sm text-mut before:absolute before:inset-x-0 before:-inset-y-1 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc forced-colors:has-checked:underline ${className}`}
    >
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
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

/** A choice of one of several values from a list, with its label beside it. */
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
