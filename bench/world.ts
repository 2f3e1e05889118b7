/**
 * The small world that the HTTP bench stores: clubs, members of each, and days of history. More clubs than are asked
 * for at once, so that no two requests share the making of an answer.
 */
export const CLUBS = 48
export const MEMBERS = 30
export const DAYS = 90

/** Always the same tags, in the game's own alphabet: clubs come first, then the members of one after the other. */
export function worldTag(index: number): string {
  const digits = '0289PYLQGRJCUV'
  return `#2P${[...String(10_000 + index)].map((digit) => digits[Number(digit)]).join('')}`
}
