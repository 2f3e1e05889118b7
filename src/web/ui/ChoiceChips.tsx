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
