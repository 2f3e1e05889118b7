/** Names something that answers are made of, and that may change. */
export type ChangeTag = string

export const clubChange = (tag: string): ChangeTag => `club ${tag}`
export const playerChange = (tag: string): ChangeTag => `player ${tag}`
export const LEADERBOARDS_CHANGE: ChangeTag = 'leaderboards'

type Listener = (tags: readonly ChangeTag[]) => void

/** Tells those who keep answers that what these were made of has changed. Reaches this process alone. */
export type Changes = {
  announce(tags: readonly ChangeTag[]): void
  /** Returns what ends the listening. */
  listen(listener: Listener): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<Listener>()
  return {
    announce(tags) {
      for (const listener of listeners) listener(tags)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
