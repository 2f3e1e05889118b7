/** Of the strip, in pixels. */
const HEIGHT = 104
/** Above the tallest bar and below the deepest one, so that signs on the line fit too. */
const ROOM = 8

/** Where the line is above the lower edge, and how tall one trophy is, both in pixels. */
export type StripScale = { line: number; tall: number }

/** The line stands where the largest gain and the largest loss just fit. */
export function stripScale(changes: readonly number[]): StripScale {
  const loss = Math.max(0, ...changes.map((change) => -change))
  const tall = (HEIGHT - 2 * ROOM) / Math.max(1, loss + Math.max(0, ...changes))
  return { line: ROOM + loss * tall, tall }
}
