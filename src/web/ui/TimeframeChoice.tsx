import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { type Timeframe as Days, DEFAULT_TIMEFRAME, TIMEFRAMES, type Timeframe } from '#shared/days.ts'

type Props = { value: Days; onChange: (days: Days) => void; label?: string }

/** The choice of 7, 14, 30 or 90 days, as radio buttons: arrows move it, Tab enters it once. */
export function TimeframeChoice({ value, onChange, label = 'Timeframe in days' }: Props) {
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

/** The timeframe of an address, `?days=`; 30 days where it is absent or none of the choices. */
export function timeframeOf(queryString: string): Timeframe {
  const asked = new URLSearchParams(queryString).get('days')
  return TIMEFRAMES.find((days) => String(days) === asked) ?? DEFAULT_TIMEFRAME
}

/** The address with a timeframe; the default one is left out. */
export function withTimeframe(address: string, days: Timeframe): string {
  const url = new URL(address)
  if (days === DEFAULT_TIMEFRAME) url.searchParams.delete('days')
  else url.searchParams.set('days', String(days))
  return url.href
}

/**
 * The timeframe in the address and a way to change it. The entry of the browser's history is rewritten with its state
 * kept, so that it stays the same visit and a search shown in place is not made again.
 */
export function useTimeframe(): [Timeframe, (days: Timeframe) => void] {
  const days = useLocation({ select: (location) => timeframeOf(location.searchStr) })
  return [
    days,
    (next) => window.history.replaceState(window.history.state, '', withTimeframe(window.location.href, next)),
  ]
}
