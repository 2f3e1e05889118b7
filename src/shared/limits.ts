/** Searches a guest has per session. */
export const GUEST_SEARCH_LIMIT = 5

/** Tags kept in a search history, newest first. */
export const SEARCH_HISTORY_MAX = 10

/** Searches the signed-in dashboard shows. */
export const DASHBOARD_SEARCHES = 3

/** Entities on one browse page; the most a caller may ask for; the home page's request. */
export const BROWSE_PAGE_SIZE = 24
export const BROWSE_LIMIT_MAX = 100
export const HOME_BROWSE_LIMIT = 12

/** Clubs and players the home page features. */
export const HOME_FEATURED = 6

/** Rows of a leaderboard that a page shows; rows that a refresh collects. */
export const RANKING_LIMIT = 50
export const RANKING_COLLECT_LIMIT = 200

/** Placeholder cards while a list loads. */
export const SKELETON_COUNT = 12

/** Entries that the browser's log keeps. */
export const CLIENT_LOG_MAX = 1000

/** Entries of that log that are sent to the server at once. */
export const CLIENT_LOG_BATCH_MAX = 20

/** Seconds until the not-found page goes home. */
export const NOT_FOUND_SECONDS = 5

/** Milliseconds that the logo swirls. */
export const SWIRL_MS = 1200

/** Members on scorecards, in the heatmap, on the podium. */
export const SCORECARDS = 12
export const HEATMAP_MEMBERS = 15
export const PODIUM = 3

/** Entities under "trending this week". */
export const TRENDING = 8

/** Characters of a password and a username. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 256
export const USERNAME_MIN = 3
export const USERNAME_MAX = 50

/** Every score runs from 0 to this. */
export const SCORE_MAX = 100

/** Days of observations that analytics need. */
export const ANALYTICS_MIN_DAYS = 7
