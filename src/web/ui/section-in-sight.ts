/** A section and where it begins, in pixels below the upper edge of the window. */
type Place = { id: string; top: number }

const UPPER_PART = 300

/** The last section that begins in the upper part of the window: the one that is being read. Null above the first. */
export function sectionInSight(places: readonly Place[], height: number): string | null {
  return places.findLast(({ top }) => top < Math.min(UPPER_PART, height / 3))?.id ?? null
}
