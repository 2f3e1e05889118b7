/** Digits kept before rounding, so that a half that binary fractions miss by a hair still counts as a half. */
const GUARD_DIGITS = 9

/** A figure as it is shown: one decimal, halves away from 0, never -0; null stays null. The last step of every formula. */
export function oneDecimal(figure: number): number
export function oneDecimal(figure: number | null): number | null
export function oneDecimal(figure: number | null): number | null {
  if (figure === null) return null
  const tenths = Math.round(Number((Math.abs(figure) * 10).toFixed(GUARD_DIGITS))) / 10
  return figure < 0 && tenths > 0 ? -tenths : tenths
}
