/**
 * Whether more than half of a club's change in trophies came and went with its members; `gainOfMembers` is what the
 * present ones gained in the same days, wherever they were, null where that is not known.
 */
export function isMoved(growth: number, gainOfMembers: number | null): boolean {
  return gainOfMembers !== null && 2 * Math.abs(growth - gainOfMembers) > Math.abs(growth)
}
