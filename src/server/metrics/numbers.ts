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

const GROUPED = new Intl.NumberFormat('en')
const COMPACT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const COMPACT_FROM = 9999.5

/** A size with thousands set apart: `1,820`. */
export function grouped(size: number): string {
  return GROUPED.format(size)
}

/** A size shortened from 10,000 on: `9,999`, `12.4k`, `1.2M`. */
export function compact(size: number): string {
  if (size < COMPACT_FROM) return grouped(Math.round(size))
  // 999,950 would round to 1,000k.
  return size < 999_950 ? `${COMPACT.format(size / 1000)}k` : `${COMPACT.format(size / 1_000_000)}M`
}

/** A number with its sign in front, a true minus for a loss: `+1,820`, `−320`, `0`. */
export function signed(value: number, format: (size: number) => string): string {
  if (value === 0) return format(0)
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`
}

/** A number of things in words: `1 member`, `3 members`. */
export function count(size: number, thing: string, things = `${thing}s`): string {
  return `${grouped(size)} ${size === 1 ? thing : things}`
}

/** `1st`, `2nd`, `3rd`, `11th`, `22nd`. */
export function ordinal(rank: number): string {
  const teen = rank % 100 >= 11 && rank % 100 <= 13
  const ending = teen ? undefined : ['th', 'st', 'nd', 'rd'][rank % 10]
  return `${rank}${ending ?? 'th'}`
}
