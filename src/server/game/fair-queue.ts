import { LRUCache } from 'lru-cache'
import { type Asker, GameApiError, type Priority } from './game-api.ts'
import type { TokenRate } from './token-rate.ts'

/**
 * For whom a call is made. The priority rises when a visitor joins a collector's call, and the visitor is added to the
 * askers; the signal cancels the call.
 */
export type Ask = { priority: Priority; askers: readonly Asker[]; readonly signal: AbortSignal }

export type WaitingCall = {
  ask: Ask
  admit: () => void
  grant: (token: TokenRate) => void
  refuse: (error: unknown) => void
}

/** Calls of visitors before one of a collector, while both wait: a third of all calls is the collector's. */
const VISITORS_FOR_ONE_COLLECTOR = 2

/** `waitingMax`: calls of an asker that may wait; more could not be made within the time that a visitor waits. */
type Bounds = { waitingMax: () => number; now: () => number }

/**
 * Calls that wait for a token. Visitors' calls come first, but for the collector's third. Among visitors the one for whom
 * the fewest calls were made lately comes first, so that a flood by one delays nobody else. An aborted call leaves.
 */
export function createFairQueue({ waitingMax, now }: Bounds) {
  const waiting: WaitingCall[] = []
  const recent = createRecentCalls(now)
  let visitorsInARow = 0

  const isVisitor = ({ ask }: WaitingCall) => ask.priority === 'visitor'
  const isCollector = (call: WaitingCall) => !isVisitor(call)

  function drop(call: WaitingCall): void {
    const index = waiting.indexOf(call)
    if (index !== -1) waiting.splice(index, 1)
  }

  function refuseCrowd(ask: Ask): void {
    const max = waitingMax()
    const crowds = (key: string) => waiting.filter((call) => call.ask.askers.flat().includes(key)).length >= max
    if (ask.priority === 'visitor' && ask.askers.some((asker) => asker.some(crowds))) {
      throw new GameApiError('throttled', 'too many calls wait for one asker', { retryAfterMs: CROWD_RETRY_MS })
    }
  }

  return {
    length: () => waiting.length,
    /** Resolves with what `grant` is called with, rejects with what `refuse` is called with. */
    async add(ask: Ask, admit: () => void): Promise<TokenRate> {
      refuseCrowd(ask)
      return new Promise((resolve, reject) => {
        const leave = () => call.refuse(ask.signal.reason)
        const settled = () => {
          drop(call)
          ask.signal.removeEventListener('abort', leave)
        }
        const grant = (token: TokenRate) => {
          settled()
          resolve(token)
        }
        const refuse = (error: unknown) => {
          settled()
          reject(error)
        }
        const call: WaitingCall = { ask, admit, grant, refuse }
        ask.signal.addEventListener('abort', leave, { once: true })
        waiting.push(call)
      })
    },
    /** The call whose turn it is. Priorities are read each time, since a visitor may join a collector's call that waits. */
    next(): WaitingCall | undefined {
      const collector = waiting.find(isCollector)
      if (collector !== undefined && visitorsInARow >= VISITORS_FOR_ONE_COLLECTOR) return collector
      return recent.fewest(waiting.filter(isVisitor)) ?? collector
    },
    /** Counts a call that was granted its token. */
    count({ ask }: WaitingCall): void {
      if (ask.priority === 'collector') visitorsInARow = 0
      else visitorsInARow = waiting.some(isCollector) ? visitorsInARow + 1 : 0
      recent.count(ask)
    },
    refuseWhere(isRefused: (call: WaitingCall) => boolean, error: unknown): void {
      for (const call of waiting.filter(isRefused)) call.refuse(error)
    },
  }
}

const CROWD_RETRY_MS = 10_000

/** Time after which a call that was made counts half. */
const HALF_LIFE_MS = 10_000

/** Askers whose calls are remembered; the one that was not seen for longest is forgotten. */
const MOST_ASKERS = 10_000

/** How many calls were made lately for each asker. */
function createRecentCalls(now: () => number) {
  const calls = new LRUCache<string, { count: number; at: number }>({ max: MOST_ASKERS })

  function of(key: string): number {
    const known = calls.get(key)
    return known === undefined ? 0 : known.count * 2 ** ((known.at - now()) / HALF_LIFE_MS)
  }

  /** Of an asker with several names the busiest counts; of several askers the one who waits with the best right. */
  const load = ({ askers }: Ask) => Math.min(...askers.map((asker) => Math.max(0, ...asker.map(of))), Infinity)

  return {
    count({ askers }: Ask): void {
      for (const key of new Set(askers.flat())) calls.set(key, { count: of(key) + 1, at: now() })
    },
    /** The call with the smallest load; the first of equal ones. Calls of nobody in particular come first. */
    fewest(waiting: WaitingCall[]): WaitingCall | undefined {
      let chosen: { call: WaitingCall; load: number } | undefined
      for (const call of waiting) {
        const here = call.ask.askers.length === 0 ? 0 : load(call.ask)
        if (chosen === undefined || here < chosen.load) chosen = { call, load: here }
      }
      return chosen?.call
    },
  }
}
