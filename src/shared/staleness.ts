/** The rarest polling is once in 24 hours; what is an hour older than that is late. */
const STALE_AFTER_MS = 25 * 3_600_000

/** Whether data observed then is older at `now` than collecting should ever let it be. */
export function isStale(observedAt: Date, now: Date): boolean {
  return now.getTime() - observedAt.getTime() > STALE_AFTER_MS
}
