/** Ranks from 1 for the highest score; equal scores share the better rank, and the next one skips. Null has no rank. */
export function rankBy(scores: readonly (number | null)[]): (number | null)[] {
  const ordered = scores.filter((score) => score !== null).sort((one, other) => other - one)
  return scores.map((score) => (score === null ? null : ordered.indexOf(score) + 1))
}
