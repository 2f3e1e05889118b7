import { t } from './texts.ts'

// Sizes that more than one part of the product must agree on. What only one component needs is in that component.

/** Searches of a guest session (docs/decisions/0015-searches.md). */
export const GUEST_SEARCH_LIMIT = 5

/** Tags that a search history keeps, newest first. */
export const SEARCH_HISTORY_MAX = 10

/** Clubs or players on a browse page, and the most that a call may ask for. */
export const BROWSE_PAGE_SIZE = 24
export const BROWSE_LIMIT_MAX = 100

/** Places of a ranking that a page shows, and that the game gives. */
export const RANKING_LIMIT = 50
export const RANKING_COLLECT_LIMIT = 200

/** Placeholders while a list loads. */
export const SKELETON_COUNT = 12

/** Entries of the browser's log in one report. */
export const CLIENT_LOG_BATCH_MAX = 20

/** Members that a club of the game can have. */
export const CLUB_SEATS = 30

/** Members that the heatmap shows. */
export const HEATMAP_MEMBERS = 15

/** Places on a podium. */
export const PODIUM = 3

/** Clubs and players under "trending this week" (docs/formulas.md#trending). */
export const TRENDING = 8

/** Highest value of every score. */
export const SCORE_MAX = 100

/** Days with an observation that analytics need (docs/formulas.md#analytics-availability). */
export const ANALYTICS_MIN_DAYS = 7

/** Why a club or player has no analytics. `known`: days on which it was observed. */
export function whyNoAnalytics(known: number): string {
  return t('ui.whyNoAnalytics', { needed: String(ANALYTICS_MIN_DAYS), known })
}

/** Silent days from which on a player rests (docs/formulas.md#resting). */
export const RESTING_DAYS = 14

/** Favourites of a guest's browser, and of an account. */
export const GUEST_FAVOURITES_MAX = 20
export const FAVOURITES_MAX = 100

/** How many pages' last visits are kept, and for how many days. */
export const VISITS_MAX = 30
export const VISIT_DAYS = 90
