/** What the callers of one run share. `Extra` is what the first caller brought; `onJoin` may change it. */
export type SharedRun<Extra = object> = Extra & {
  /** Aborted when the last caller has left. */
  readonly signal: AbortSignal
  /** False once the run is forgotten or everybody left: whoever comes now gets a new run. */
  readonly isCurrent: boolean
}

type Key = string | object
type Work<Result, Extra> = (run: SharedRun<Extra>) => Promise<Result>
type Caller<Extra> = Extra & { signal?: AbortSignal | undefined }
type CallerArgument<Extra> = object extends Extra ? [caller?: Caller<Extra>] : [caller: Caller<Extra>]

export type CoalescedCalls<Result, Extra = object> = {
  /**
   * Does the work, or waits for the run of this key that is under way. A caller leaves when its signal is aborted; the
   * others go on waiting. Rejects with what the work throws, or with the signal's reason.
   */
  join(key: Key, work: Work<Result, Extra>, ...caller: CallerArgument<Extra>): Promise<Result>
  /** Runs that match still answer those who wait for them, and nobody who comes later. */
  forget(matches: (run: SharedRun<Extra>) => boolean): void
}

export type CoalescedCallsOptions<Extra = object> = {
  /** Called when a caller joins a run that another one started. */
  onJoin?: (run: SharedRun<Extra>, caller: Extra) => void
  /** Makes an error of the owner's kind of the reason why a caller left or why a run was abandoned. */
  toError?: (reason: unknown) => unknown
}

/** Equal calls at the same time share one run, which ends with its work, or when its last caller has left. */
export function createCoalescedCalls<Result, Extra = object>(
  options: CoalescedCallsOptions<Extra> = {},
): CoalescedCalls<Result, Extra> {
  const { onJoin, toError = (reason: unknown) => reason } = options
  const runs = new Map<Key, ReturnType<typeof start>>()

  function start(key: Key, extra: Extra, work: Work<Result, Extra>) {
    const stop = new AbortController()
    const shared = { ...extra, signal: stop.signal, isCurrent: true }
    const result = (async () => work(shared))()
    const run = { shared, result, stop, callers: 0, isSettled: false }
    const settle = () => {
      run.isSettled = true
      if (runs.get(key) === run) runs.delete(key)
    }
    result.then(settle, settle)
    runs.set(key, run)
    return run
  }

  function leave(key: Key, run: ReturnType<typeof start>): void {
    run.callers -= 1
    if (run.callers > 0 || run.isSettled) return
    run.shared.isCurrent = false
    if (runs.get(key) === run) runs.delete(key)
    run.stop.abort(toError(new Error('every caller left')))
  }

  return {
    async join(key, work, ...[caller]) {
      const { signal, ...extra } = (caller ?? {}) as Caller<Extra>
      if (signal?.aborted) throw toError(signal.reason)
      const existing = runs.get(key)
      if (existing) onJoin?.(existing.shared, extra as Extra)
      const run = existing ?? start(key, extra as Extra, work)
      run.callers += 1
      return unlessAborted(run.result, signal, toError).finally(() => leave(key, run))
    },
    forget(matches) {
      for (const [key, run] of runs) {
        if (!matches(run.shared)) continue
        run.shared.isCurrent = false
        runs.delete(key)
      }
    },
  }
}

/** The result, or the signal's reason as soon as it is aborted. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined, toError: (reason: unknown) => unknown) {
  if (!signal) return result
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(toError(signal.reason))
    signal.addEventListener('abort', giveUp, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
