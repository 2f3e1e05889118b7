/** Names something that answers are made of, and that may change. */
export type ChangeTopic = string

export const clubChange = (tag: string): ChangeTopic => `club ${tag}`
export const playerChange = (tag: string): ChangeTopic => `player ${tag}`
export const RANKINGS_CHANGE: ChangeTopic = 'leaderboards'

type Listener = (tags: readonly ChangeTopic[]) => void

/** Tells those who keep answers that what these were made of has changed. Reaches this process alone. */
export type Announcements = {
  announce(tags: readonly ChangeTopic[]): void
  /** Returns what ends the listening. */
  listen(listener: Listener): () => void
}

export function createAnnouncements(): Announcements {
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
