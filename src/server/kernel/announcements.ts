/** Names something that answers are made of, and that may change. */
export type ChangeTopic = string

export const clubChange = (tag: string): ChangeTopic => `club ${tag}`
export const playerChange = (tag: string): ChangeTopic => `player ${tag}`
/** The battles of a member, of which answers about the club are made. */
export const clubBattlesChange = (tag: string): ChangeTopic => `battles of ${tag}`
export const RANKINGS_CHANGE: ChangeTopic = 'leaderboards'
/** The event rotation, and what the weeks of brawlers and maps are computed from. */
export const META_CHANGE: ChangeTopic = 'meta'

/** Where the change was made: in this process, or in another one that uses the same store. */
export type Origin = 'here' | 'elsewhere'

type Listener = (topics: readonly ChangeTopic[], origin: Origin) => void

/** Tells those who keep answers that what these were made of has changed. */
export type Announcements = {
  /** Tells every listener at once. The origin is `here` unless another process announced it. */
  announce(topics: readonly ChangeTopic[], origin?: Origin): void
  /** Returns what ends the listening. */
  listen(listener: Listener): () => void
}

export function createAnnouncements(): Announcements {
  const listeners = new Set<Listener>()
  return {
    announce(topics, origin = 'here') {
      for (const listener of listeners) listener(topics, origin)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
