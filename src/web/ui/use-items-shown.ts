import { useDeferredValue } from 'react'

/** About what a phone shows at once. */
const FEW = 10

/**
 * How many items of a long list are shown: in its first paint a few, right after it all of them. Laying out fifty rows
 * that nobody sees yet would hold that paint back.
 */
export function useItemsShown(): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, FEW)
}
