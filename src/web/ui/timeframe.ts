import { useCallback } from 'react'
import { DEFAULT_TIMEFRAME, TIMEFRAMES, type Timeframe } from '#shared/days.ts'
import { IN_PLACE, useLocation, useNavigate } from '#web/router/Link.tsx'

/**
 * The timeframe in the address, and a function that changes it. The change replaces the entry of the browser's history:
 * Back leaves the page, whatever timeframes were chosen on it.
 */
export function useTimeframe(): [Timeframe, (days: Timeframe) => void] {
  const days = useLocation({ select: (location) => timeframeOf(location.searchStr) })
  const navigate = useNavigate()
  const choose = useCallback(
    (next: Timeframe) =>
      void navigate({ to: '.', search: (before) => withTimeframe(before, next), replace: true, ...IN_PLACE }),
    [navigate],
  )
  return [days, choose]
}

/** The timeframe that the search part of an address asks for with `?days=`; 30 days where it asks for none. */
export function timeframeOf(search: string): Timeframe {
  const asked = new URLSearchParams(search).get('days')
  return TIMEFRAMES.find((days) => String(days) === asked) ?? DEFAULT_TIMEFRAME
}

/** The query string, by name, with a timeframe; the default one is left out. */
export function withTimeframe(search: Record<string, string>, days: Timeframe): Record<string, string | undefined> {
  return { ...search, days: days === DEFAULT_TIMEFRAME ? undefined : String(days) }
}
