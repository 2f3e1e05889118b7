/** Letters a tag may hold, in the game's own order: the digit values of base 14 (provider-api: 0 others in 69,226 tags). */
export const TAG_ALPHABET = '0289PYLQGRJCUV'

/** Letters after the `#`. */
export const TAG_LENGTH = { min: 3, max: 14 } as const

/** What a tag names. Players and clubs have separate name spaces: the same letters may exist in both. */
export type EntityType = 'club' | 'player'

const TAG = new RegExp(`^#[${TAG_ALPHABET}]{${TAG_LENGTH.min},${TAG_LENGTH.max}}$`)

/**
 * The canonical form of what a person typed or a link carried: trimmed, upper case, letter O read as zero, one leading
 * `#`. Null when it is no tag at all; nothing is then charged or called (decision D6). Idempotent.
 */
export function normaliseTag(input: string): string | null {
  const bare = input
    .trim()
    .replace(/^#|^%23/i, '')
    .toUpperCase()
    .replaceAll('O', '0')
  const tag = `#${bare}`
  return TAG.test(tag) ? tag : null
}

/** The tag as it stands in a URL's path: without its `#`, which a browser would read as a fragment. */
export function tagInPath(tag: string): string {
  return tag.slice(1)
}

/**
 * Which kind to ask the game for first: `#2…` a club, else a player. Only an order of trying: 36 % of real player
 * tags begin with 2 and 26 % of club tags do not (decision D7).
 */
export function firstGuess(tag: string): EntityType {
  return tag.startsWith('#2') ? 'club' : 'player'
}
