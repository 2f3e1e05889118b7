/** Folded cards stand two in a row on a wide screen. An opened one is as wide as both. */
export const FOLDED_PAIRS =
  'flex min-w-0 flex-col gap-2.5 sm:gap-4 lg:grid lg:grid-cols-2 lg:*:has-[[aria-expanded=true]]:col-span-2'
