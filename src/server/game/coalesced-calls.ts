import { GameApiError, type Priority } from './game-api.ts'

/** What the callers of one flight want between them. `priority` rises when a visitor joins a collector's call. */
export type Ask = { priority: Priority; readonly signal: AbortSignal }

type Passenger = { priority: Priority; signal: AbortSignal | undefined }

type Flight = {
  ask: Ask
  result: Promise<unknown>
  passengers: number
  stop: AbortController
  landed: boolean
}

/** The result, or the signal's reason as an `aborted` error, or as it is when it is an error of ours. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result
  return new Promise((resolve, reject) => {
    const leave = () => {
      const reason: unknown = signal.reason
      reject(reason instanceof GameApiError ? reason : new GameApiError('aborted', 'the caller gave up'))
    }
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/**
 * Equal calls in flight share one run. Each caller may leave by its own signal; the run is aborted when the last has left.
 */
export function createCoalescedCalls() {
  const flights = new Map<string, Flight>()

  function depart(key: string, priority: Priority, run: (ask: Ask) => Promise<unknown>): Flight {
    const stop = new AbortController()
    const ask = { priority, signal: stop.signal }
    const flight: Flight = { ask, stop, passengers: 0, landed: false, result: run(ask) }
    flights.set(key, flight)
    const land = () => {
      flight.landed = true
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.result.then(land, land)
    return flight
  }

  return async function join<T>(key: string, passenger: Passenger, run: (ask: Ask) => Promise<T>): Promise<T> {
    const flight = flights.get(key) ?? depart(key, passenger.priority, run)
    if (passenger.priority === 'visitor') flight.ask.priority = 'visitor'
    flight.passengers++
    try {
      // The key names the path, so flights of one key all carry the same type.
      return await unlessAborted(flight.result as Promise<T>, passenger.signal)
    } finally {
      flight.passengers--
      if (flight.passengers === 0) {
        if (flights.get(key) === flight) flights.delete(key)
        if (!flight.landed) flight.stop.abort(new GameApiError('aborted', 'every caller gave up'))
      }
    }
  }
}
