/**
 * trophy_contribution: 100 x max(0, gain) / the largest gain in the club in the same window; 0 to 100, exact.
 * 0 when nobody gained. Null where the member was not observed.
 */
export function trophyContribution(gain: number | null, largestGain: number): number | null {
  if (gain === null) return null
  return largestGain <= 0 ? 0 : (100 * Math.max(0, gain)) / largestGain
}
