import { type ReactNode, useId, useState } from 'react'
import { TIMEFRAMES, type Timeframe } from '#shared/days.ts'
import { t } from '#shared/texts.ts'

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
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([each, name]) => (
          <RadioChip
            key={each}
            group={group}
            value={each}
            checked={each === chosen}
            onChoose={() => choose(each)}
            className="min-w-10 justify-center rounded-full border border-line px-3.5 transition-colors duration-120 has-checked:border-acc has-checked:bg-acc has-checked:font-semibold has-checked:text-onacc"
          >
            {name}
          </RadioChip>
        ))}
      </div>
    </fieldset>
  )
}

/** The chosen value and how to choose. A choice is marked at once; what it changes on the page may take longer. */
export function useChosen<Value>(value: Value | null, onChange: (value: Value) => void) {
  const [wanted, want] = useState<{ value: Value; instead: Value | null } | null>(null)
  // The choice has taken effect, or something else has changed the value since.
  if (wanted !== null && wanted.instead !== value) want(null)
  const choose = (next: Value) => {
    want({ value: next, instead: value })
    onChange(next)
  }
  return [wanted === null ? value : wanted.value, choose] as const
}

type RadioChipProps = {
  /** The name that all radio buttons of the choice share. */
  group: string
  value: string | number
  checked: boolean
  onChoose: () => void
  className: string
  /** Its name for screen readers, where that is more than what is shown. */
  label?: string
  children: ReactNode
}

/** A radio button that looks like a chip: the invisible button covers its label. */
export function RadioChip({ group, value, checked, onChoose, className, label, children }: RadioChipProps) {
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
        aria-label={label}
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  )
}

type TimeframeProps = { value: Timeframe; onChange: (days: Timeframe) => void; label?: string }

/** The choice of a timeframe: 7, 14, 30 or 90 days. */
export function TimeframeChoice({ value, onChange, label = t('ui.timeframe') }: TimeframeProps) {
  const group = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset className="flex gap-0.5 max-sm:gap-0">
      <legend className="sr-only">{label}</legend>
      {TIMEFRAMES.map((days) => (
        <RadioChip
          key={days}
          group={group}
          value={days}
          label={t('number.days', { days })}
          checked={days === chosen}
          onChoose={() => choose(days)}
          className="min-w-10 justify-center rounded-sm px-2 font-semibold has-checked:bg-raise has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-edge max-sm:px-1"
        >
          {days}
        </RadioChip>
      ))}
    </fieldset>
  )
}
