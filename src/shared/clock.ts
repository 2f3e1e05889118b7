/** The only source of time: handed in as an argument, so that tests move it and nothing sleeps. */
export type Clock = {
  /** The wall clock. It may jump; use it for what is stored and shown. */
  now(): Date
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since an arbitrary moment; never goes back. Use it for durations. */
  monotonic(): number
}
