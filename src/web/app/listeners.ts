/** Functions that are called after every change of something outside React; `subscribe` fits `useSyncExternalStore`. */
export type Listeners = {
  /** Calls the listener after every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
  /** Tells all listeners that something changed. */
  notify: () => void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
