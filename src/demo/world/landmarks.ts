// Tags that exist in every demo world, with any seed and size, so that links and tests can name them.

/** The example club: active, with 29 or 30 members. */
export const EXAMPLE_CLUB_TAG = '#2LYGPQ0CV'

/** A club whose tag looks like a player's (docs/decisions/0014-tags.md). */
export const CLUB_TAG_NOT_BEGINNING_WITH_2 = '#8QRVPY02J'

/** A keen member of the example club. */
export const EXAMPLE_PLAYER_TAG = '#PQV80LYGR'

/** A player whose tag looks like a club's. */
export const PLAYER_TAG_BEGINNING_WITH_2 = '#2GJ9YVQ8L'

/** The tag of a club and of a player: the two name spaces are independent. */
export const CLUB_AND_PLAYER_TAG = '#2CUPV9YRL'

/** A member of the example club with a full history, shown where no tag was given. */
export const DEFAULT_HISTORY_PLAYER_TAG = '#YJ2PRL89Q'

/** A player without a club at the epoch. */
export const CLUBLESS_PLAYER_TAG = '#9CJ0UYPVL'
