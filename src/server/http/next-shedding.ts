/** What the site was kept waiting by lately, in milliseconds. */
export type Strain = { loopDelayMs: number; storeDelayMs: number }

/** From here on visitors notice. */
const LOOP_DELAY_MS = 60
const STORE_DELAY_MS = 200

/** Never all of what is ready: without any work it could not be seen that there is room again. */
const MOST = 2.9
/** A slow store is no reason to refuse what needs no store. */
const MOST_FOR_THE_STORE = 2

/** So many times too long is no matter of degrees: everything costly is refused at once. */
const GRAVE = 3

const LONGEST_STEP = 0.4
const STEP = 0.1
const STEP_BACK = 0.05

/**
 * How much is to be refused after another tenth of a second: more, the longer things wait; less and less when nothing
 * does. See `Traffic.shedding` for the scale.
 */
export function nextShedding(shedding: number, { loopDelayMs, storeDelayMs }: Strain): number {
  const loop = loopDelayMs / LOOP_DELAY_MS
  const store = storeDelayMs / STORE_DELAY_MS
  const strain = Math.max(loop, store)
  if (strain <= 1) return Math.max(0, shedding - STEP_BACK)
  const raised = Math.max(strain > GRAVE ? 1 : 0, shedding + Math.min(LONGEST_STEP, STEP * strain))
  if (loop > 1) return Math.min(MOST, raised)
  return shedding > MOST_FOR_THE_STORE ? shedding - STEP_BACK : Math.min(MOST_FOR_THE_STORE, raised)
}
