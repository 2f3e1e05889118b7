/** Digits kept before rounding, so that a half that binary fractions miss by a hair still counts as a half. */
const GUARD_DIGITS = 9

/** Farther from a half than this, no guard digit changes the rounding; writing them out takes most of the time. */
const NEAR_A_HALF = 1e-6

/** A figure as it is shown: one decimal, halves away from 0, never -0; null stays null. The last step of every formula. */
export function oneDecimal(figure: number): number
export function oneDecimal(figure: number | null): number | null
export function oneDecimal(figure: number | null): number | null {
  if (figure === null) return null
  const exact = Math.abs(figure) * 10
  const clear = Math.abs(exact - Math.floor(exact) - 0.5) > NEAR_A_HALF
  const tenths = Math.round(clear ? exact : Number(exact.toFixed(GUARD_DIGITS))) / 10
  return figure < 0 && tenths > 0 ? -tenths : tenths
}
