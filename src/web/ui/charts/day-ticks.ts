const PIXELS_PER_LABEL = 72

/**
 * Which of `count` days get a label on a line of this width: evenly spaced, no closer than 72 px, and always the last
 * one, which is today.
 */
export function dayTicks(count: number, width: number): number[] {
  if (count <= 0) return []
  if (count === 1) return [0]
  const fit = Math.max(2, Math.floor(width / PIXELS_PER_LABEL) + 1)
  const step = Math.max(1, Math.ceil((count - 1) / (fit - 1)))
  const backwards = Array.from(
    { length: Math.floor((count - 1) / step) + 1 },
    (_, position) => count - 1 - position * step,
  )
  return backwards.reverse()
}
