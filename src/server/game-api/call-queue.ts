import type { Lane } from './lane.ts'
import type { Ask } from './single-flight.ts'

/** A call that waits for its turn. */
export type WaitingCall = {
  ask: Ask
  /** Asked last, right before the call is made; its throwing spends nothing. */
  admit: () => void
  grant: (lane: Lane) => void
  refuse: (error: unknown) => void
}

export type CallQueue = ReturnType<typeof createCallQueue>

/** Calls in the order of their arrival, visitors' before collectors'. A call leaves when its ask is aborted. */
export function createCallQueue() {
  const waiting: WaitingCall[] = []

  function drop(call: WaitingCall): void {
    const index = waiting.indexOf(call)
    if (index !== -1) waiting.splice(index, 1)
  }

  return {
    length: () => waiting.length,
    /** Resolves with what `grant` is called with. */
    add(ask: Ask, admit: () => void): Promise<Lane> {
      return new Promise((resolve, reject) => {
        const leave = () => call.refuse(ask.signal.reason)
        const settled = () => {
          drop(call)
          ask.signal.removeEventListener('abort', leave)
        }
        const grant = (lane: Lane) => {
          settled()
          resolve(lane)
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
    /** Looked up at each turn, since a visitor may join a collector's call while it waits. */
    next: (): WaitingCall | undefined => waiting.find((call) => call.ask.priority === 'visitor') ?? waiting[0],
    refuseWhere(isRefused: (call: WaitingCall) => boolean, error: unknown): void {
      for (const call of waiting.filter(isRefused)) call.refuse(error)
    },
  }
}
