import { keepPreviousData } from '@tanstack/react-query'
import type { Timeframe } from '#shared/timeframe.ts'
import { query } from './query.ts'

/** Everything the player page asks; parts that need the same answer share one call. */
export const playerQuery = (tag: string) => query('GET /api/browse/player/{tag}', { params: { tag } })

export const playerAnalyticsQuery = (tag: string) =>
  query('GET /api/browse/player/{tag}/analytics', { params: { tag } })

/** While another timeframe loads, the last one stays on the page. */
export const playerProgressionQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/player/{tag}/trophy-progression', { params: { tag }, query: { days } }),
  placeholderData: keepPreviousData,
})
