import { useLocation } from '@tanstack/react-router'
import { DEFAULT_TIMEFRAME, TIMEFRAMES, type Timeframe } from '#shared/timeframe.ts'

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
