import { useCallback, useId } from 'react'
import { DEFAULT_TIMEFRAME, TIMEFRAMES, type Timeframe } from '#shared/days.ts'
import { useLocation, useNavigate } from '#web/router/Link.tsx'
import { RadioChip } from './ChoiceChips.tsx'

type Props = { value: Timeframe; onChange: (days: Timeframe) => void; label?: string }

/** The choice of a timeframe: 7, 14, 30 or 90 days. */
export function TimeframeChoice({ value, onChange, label = 'Timeframe in days' }: Props) {
  const group = useId()
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">{label}</legend>
      {TIMEFRAMES.map((days) => (
        <RadioChip
          key={days}
          group={group}
          value={days}
          checked={days === value}
          onChoose={() => onChange(days)}
          className="min-w-10 justify-center rounded-sm px-2 font-semibold has-checked:bg-raise has-checked:text-ink max-sm:min-w-9 max-sm:px-1"
        >
          {days}
          <span className="sr-only"> days</span>
        </RadioChip>
      ))}
    </fieldset>
  )
}

/**
 * The timeframe in the address, and a function that changes it. The change replaces the entry of the browser's history
 * and keeps its state: for the site it is the same visit, so a search that the page shows is not made again.
 */
export function useTimeframe(): [Timeframe, (days: Timeframe) => void] {
  const days = useLocation({ select: (location) => timeframeOf(location.searchStr) })
  const navigate = useNavigate()
  const choose = useCallback(
    (next: Timeframe) => void navigate({ to: '.', search: (before) => withTimeframe(before, next), ...REPLACED }),
    [navigate],
  )
  return [days, choose]
}

const REPLACED = { replace: true, resetScroll: false, viewTransition: false } as const

/** The timeframe that the search part of an address asks for with `?days=`; 30 days where it asks for none. */
export function timeframeOf(search: string): Timeframe {
  const asked = new URLSearchParams(search).get('days')
  return TIMEFRAMES.find((days) => String(days) === asked) ?? DEFAULT_TIMEFRAME
}

/** The query string, by name, with a timeframe; the default one is left out. */
export function withTimeframe(search: Record<string, string>, days: Timeframe): Record<string, string | undefined> {
  return { ...search, days: days === DEFAULT_TIMEFRAME ? undefined : String(days) }
}
