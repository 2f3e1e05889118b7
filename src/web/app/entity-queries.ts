import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { LOBBY_CHOICES, RATED_FAMILIES } from '#shared/contract/battles.ts'
import type { Timeframe } from '#shared/days.ts'
import { query } from './queries.ts'

// What the pages of clubs and players ask. Parts of a page that need the same answer share one call.

/** While the answer for another timeframe loads, the page shows the previous one. */
const KEEP_PREVIOUS = { placeholderData: keepPreviousData } as const

export const clubQuery = (tag: string) => query('GET /api/browse/club/{tag}', { params: { tag } })

export const clubAnalyticsQuery = (tag: string) => query('GET /api/browse/club/{tag}/analytics', { params: { tag } })

/** What a club wants to reach. */
export const clubGoalQuery = (tag: string) => query('GET /api/browse/club/{tag}/goal', { params: { tag } })

/** Whom a leader should look at, from public data. */
export const clubQueueQuery = (tag: string) => query('GET /api/browse/club/{tag}/queue', { params: { tag } })

/** Roster events that a page shows at first, and that every further call brings. */
export const ROSTER_PAGE = 15

/** The newest events of the roster. */
export const rosterQuery = (tag: string) =>
  query('GET /api/browse/club/{tag}/events', { params: { tag }, query: { limit: ROSTER_PAGE } })

export const clubProgressionQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/trophy-progression', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

export const memberScoresQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/member-scores', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

export const heatmapQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/activity-heatmap', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

export const playerQuery = (tag: string) => query('GET /api/browse/player/{tag}', { params: { tag } })

export const playerAnalyticsQuery = (tag: string) =>
  query('GET /api/browse/player/{tag}/analytics', { params: { tag } })

export const playerProgressionQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/player/{tag}/trophy-progression', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

export type BattleFamily = (typeof RATED_FAMILIES)[number]
export type BattleLobby = (typeof LOBBY_CHOICES)[number]

/** Which battles of a player are counted together. */
export type BattleChoice = { days: Timeframe; family: BattleFamily; lobby: BattleLobby }

export const playerBattlesQuery = (tag: string, choice: BattleChoice) => ({
  ...query('GET /api/analytics/player/{tag}/battles', { params: { tag }, query: choice }),
  ...KEEP_PREVIOUS,
})

export const clubBattlesQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/analytics/club/{tag}/battles', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

/** Which of a player's brawlers to play on the maps that are open. */
export const playNowQuery = (tag: string) => query('GET /api/analytics/player/{tag}/play-now', { params: { tag } })

/** A player in the Ranked mode, and the prestige of their brawlers. */
export const playerRankedQuery = (tag: string, days: Timeframe) => ({
  ...query('GET /api/browse/player/{tag}/ranked', { params: { tag }, query: { days } }),
  ...KEEP_PREVIOUS,
})

/** What a player's future is asked: a number of trophies, or a brawler's next thousand; else the next milestone. */
export type AskedFuture = { target?: number | undefined; brawler?: number | undefined }

export const playerForecastQuery = (tag: string, { target, brawler }: AskedFuture = {}) => ({
  ...query('GET /api/analytics/player/{tag}/forecast', { params: { tag }, query: { target, brawler } }),
  ...KEEP_PREVIOUS,
})

/** The same of a club's season end. */
export const clubForecastQuery = (tag: string, target?: number) => ({
  ...query('GET /api/analytics/club/{tag}/forecast', { params: { tag }, query: { target } }),
  ...KEEP_PREVIOUS,
})

/** How a club does among the clubs that are most like it. */
export const similarClubsQuery = (tag: string) => query('GET /api/analytics/club/{tag}/similar', { params: { tag } })

/** Tier, rating and prestige of a club's members. */
export const clubRankedQuery = (tag: string) => query('GET /api/browse/club/{tag}/ranked', { params: { tag } })

/** Reads every shown answer about a club or player again. */
export function refetchTag(client: QueryClient, tag: string): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: ({ queryKey }) => tagOf(queryKey[1]) === tag })
}

/** Lets the next page read what is kept about a club or player again, since the game was just asked. */
export function outdateTag(client: QueryClient, tag: string): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => tagOf(queryKey[1]) === tag })
}

/** The tag among a call's parameters. A search has its tag in the body and is not repeated: it costs a search. */
function tagOf(input: unknown): unknown {
  const params = typeof input === 'object' && input !== null && 'params' in input ? input.params : null
  return typeof params === 'object' && params !== null && 'tag' in params ? params.tag : null
}
