/** The sum, or null as soon as one part is not known: a sum without it would be wrong. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0)
}
