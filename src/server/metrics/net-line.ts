import type { WindowView } from './window-view.ts'

/** Closes of the observed days with every reset since the first of them added back, in trophies. */
export function netLine({ observed }: WindowView): number[] {
  let taken = 0
  return observed.map(({ close, reset }, index) => {
    if (index > 0) taken += reset
    return close - taken
  })
}
