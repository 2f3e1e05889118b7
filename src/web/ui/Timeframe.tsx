import { useId } from 'react'
import { type Timeframe as Days, TIMEFRAMES } from '#shared/timeframe.ts'

type Props = { value: Days; onChange: (days: Days) => void; label?: string }

/** The choice of 7, 14, 30 or 90 days, as radio buttons: arrows move it, Tab enters it once. */
export function Timeframe({ value, onChange, label = 'Timeframe in days' }: Props) {
  const group = useId()
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">{label}</legend>
      {TIMEFRAMES.map((days) => (
        <label
          key={days}
          className="relative inline-flex min-h-9 min-w-10 cursor-pointer items-center justify-center rounded-sm px-2 max-sm:min-w-9 max-sm:px-1 text-sm font-semibold text-mut before:absolute before:-inset-y-1 before:inset-x-0 hover:text-ink has-checked:bg-raise has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc forced-colors:has-checked:underline"
        >
          <input
            type="radio"
            name={group}
            value={days}
            checked={days === value}
            onChange={() => onChange(days)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {days}
          <span className="sr-only"> days</span>
        </label>
      ))}
    </fieldset>
  )
}
