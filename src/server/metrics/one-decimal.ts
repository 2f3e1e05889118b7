/** Decimals that are kept before rounding: a binary fraction misses a half by less than the last of them. */
const GUARD_DIGITS = 9

/** Farther from a half than this the guard digits change nothing, and to write them takes most of the time. */
const NEAR_A_HALF = 1e-6

/**
 * Rounds a figure to one decimal, halves away from 0, never -0; null stays null. It is the last step of every formula
 * (docs/formulas.md).
 */
export function oneDecimal(figure: number): number
export function oneDecimal(figure: number | null): number | null
export function oneDecimal(figure: number | null): number | null {
  if (figure === null) return null
  const exact = Math.abs(figure) * 10
  const clear = Math.abs(exact - Math.floor(exact) - 0.5) > NEAR_A_HALF
  const tenths = Math.round(clear ? exact : Number(exact.toFixed(GUARD_DIGITS))) / 10
  return figure < 0 && tenths > 0 ? -tenths : tenths
}
