/** The characters of a tag, in the order of the game: the digits of base 14 (docs/game-api.md#tags). */
export const TAG_ALPHABET = '0289PYLQGRJCUV'

/** Characters after the `#`. */
export const TAG_LENGTH = { min: 3, max: 14 } as const

/** Values of the texts that say what a tag is. */
export const TAG_SHAPE = { ...TAG_LENGTH, letters: TAG_ALPHABET } as const

/** What a tag names. Clubs and players have separate name spaces, so one tag may name one of each. */
export const ENTITY_TYPES = ['club', 'player'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

const TAG = new RegExp(`^#[${TAG_ALPHABET}]{${TAG_LENGTH.min},${TAG_LENGTH.max}}$`)

/**
 * The canonical form of a tag that a person typed or a link carries: trimmed, in upper case, the letter O read as zero,
 * full-width characters of Asian keyboards read as the plain ones, one leading `#`. Null for a text that is not a tag.
 * Idempotent (docs/decisions/0014-tags.md).
 */
export function normaliseTag(input: string): string | null {
  const bare = input
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^#|^%23/i, '')
    .toUpperCase()
    .replaceAll('O', '0')
  const tag = `#${bare}`
  return TAG.test(tag) ? tag : null
}

/** A canonical tag for the path of a URL: without its `#`, which a browser would read as the start of a fragment. */
export function tagInPath(tag: string): string {
  return tag.slice(1)
}

/**
 * The kind to ask the game for first: a club for `#2…`, else a player. This is an order of trying, not an answer: 36 % of
 * player tags begin with 2, and 26 % of club tags do not (docs/decisions/0014-tags.md).
 */
export function firstGuess(tag: string): EntityType {
  return tag.startsWith('#2') ? 'club' : 'player'
}

/** What a hidden player is called in their club's list. Without them its totals would not add up. */
export const HIDDEN_NAME = 'Hidden player'

/** Whether this is an alias: it stands for the tag of a hidden player, and there is no page for it. */
export function isAlias(tag: string): boolean {
  return tag.startsWith('hidden-')
}
