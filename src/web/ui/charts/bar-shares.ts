/** Each value as a percentage of the largest, from 0 to 100; what is unknown and what is below zero has no bar. */
export function barShares(values: readonly (number | null)[]): number[] {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null || value <= 0 || most === 0 ? 0 : (value / most) * 100))
}
