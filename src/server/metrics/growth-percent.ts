/** Growth in percent of what it grew from, exact; null where that is unknown or not above 0. */
export function growthPercent(growth: number | null, from: number | null): number | null {
  return growth === null || from === null || from <= 0 ? null : (100 * growth) / from
}
