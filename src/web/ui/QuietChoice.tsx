import { useId } from 'react'
import { RadioChip, useChosen } from './ChoiceChips.tsx'

type Props<Value extends string> = {
  /** Its name for screen readers: the choices speak for themselves. */
  legend: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** A choice that stands below an answer and draws no look away from it. */
export function QuietChoice<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const group = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset className="flex flex-wrap gap-0.5">
      <legend className="sr-only">{legend}</legend>
      {choices.map(([each, name]) => (
        <RadioChip
          key={each}
          group={group}
          value={each}
          checked={each === chosen}
          onChoose={() => choose(each)}
          className="min-w-10 justify-center rounded-sm px-2 font-semibold has-checked:bg-raise has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-edge"
        >
          {name}
        </RadioChip>
      ))}
    </fieldset>
  )
}
