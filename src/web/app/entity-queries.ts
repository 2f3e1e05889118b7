import { keepPreviousData } from '@tanstack/react-query'
import type { Timeframe } from '#shared/days.ts'
import { query } from './queries.ts'

/** Everything the club page asks; parts that need the same answer share one call. */
export const clubQuery = (tag: string) => query('GET /api/browse/club/{tag}', { params: { tag } })

export const clubAnalyticsQuery = (tag: string) => query('GET /api/browse/club/{tag}/analytics', { params: { tag } })

/** The newest events of the roster; older ones are asked for page by page. */
export const rosterQuery = (tag: string) =>
  query('GET /api/browse/club/{tag}/events', { params: { tag }, query: { limit: ROSTER_PAGE } })

export const ROSTER_PAGE = 15

/** While another timeframe loads, the last one stays on the page. */
const kept = { placeholderData: keepPreviousData } as const

export const clubProgressionQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/trophy-progression', { params: { tag }, query: { days } }),
  ...kept,
})

export const memberScoresQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/member-scores', { params: { tag }, query: { days } }),
  ...kept,
})

export const heatmapQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/activity-heatmap', { params: { tag }, query: { days } }),
  ...kept,
})

/** Everything the player page asks; parts that need the same answer share one call. */
export const playerQuery = (tag: string) => query('GET /api/browse/player/{tag}', { params: { tag } })

export const playerAnalyticsQuery = (tag: string) =>
  query('GET /api/browse/player/{tag}/analytics', { params: { tag } })

/** While another timeframe loads, the last one stays on the page. */
export const playerProgressionQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/player/{tag}/trophy-progression', { params: { tag }, query: { days } }),
  placeholderData: keepPreviousData,
})
