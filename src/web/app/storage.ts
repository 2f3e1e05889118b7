/**
 * What the browser keeps. Local storage: the token, the theme, the chosen language, the one that was offered, `off` for the
 * shortcuts, and as JSON lists the search history (tags), the names that were found, the club and the player that the
 * visitor calls theirs (tag and name), the favourites, the columns that tables show beside the usual ones, when pages of
 * clubs and players were visited last (tag and time), the milestones whose bubbles have risen, and the id of an open proof
 * that a player is the visitor's. Session storage, one for each tab: the id of the guest session, and the script of the old
 * build which the tab replaced by a reload. The router keeps scroll positions there too (router/history.ts).
 */
export type StoredKey =
  | 'delphin.token'
  | 'delphin.history'
  | 'delphin.names'
  | 'delphin.club'
  | 'delphin.player'
  | 'delphin.favourites'
  | 'delphin.visits'
  | 'delphin.columns'
  | 'delphin.theme'
  | 'delphin.language'
  | 'delphin.offered'
  | 'delphin.shortcuts'
  | 'delphin.guest'
  | 'delphin.proof'
  | 'delphin.privacy-proof'
  | 'delphin.milestones'
  | 'delphin.reloaded'

/** Gives local or session storage. A function, since some browsers throw as soon as a page names its storage. */
export type StorageArea = () => Storage

const localArea: StorageArea = () => localStorage
const tabArea: StorageArea = () => sessionStorage

/** The text under a key; null where there is none, or where the browser refuses storage. */
export function readText(key: StoredKey, area: StorageArea = localArea): string | null {
  try {
    return area().getItem(key) || null
  } catch {
    return null
  }
}

/** Keeps a text; null removes it. Where storage is full or refused, the value lasts as long as the page. */
export function writeText(key: StoredKey, value: string | null, area: StorageArea = localArea): void {
  try {
    if (value === null) area().removeItem(key)
    else area().setItem(key, value)
  } catch {
    // Nothing to do: the page itself still has the value.
  }
  written.notify()
}

const written = createListeners()

/** For `useSyncExternalStore`: tells when what is under a key may have changed, in this tab or another. */
export function followText(key: StoredKey): Listeners['subscribe'] {
  return (changed) => {
    const stops = [written.subscribe(changed), watchOtherTabs(key, changed)]
    return () => {
      for (const stop of stops) stop()
    }
  }
}

/** Whether this browser has a login, which may give a desk. Pages that know the session ask that instead. */
export function hasLogin(): boolean {
  return readText('delphin.token') !== null
}

/** Calls back when another tab of the site changes what is under a key, until the returned function is called. */
export function watchOtherTabs(key: StoredKey, changed: () => void): () => void {
  // Without a key the other tab removed everything.
  const listen = (event: StorageEvent) => (event.key === key || event.key === null) && changed()
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** The JSON list under a key; empty where there is none, or something else. */
export function readList(key: StoredKey, area: StorageArea = localArea): unknown[] {
  try {
    const list: unknown = JSON.parse(readText(key, area) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** What the session keeps in the browser. */
export type StoredSession = {
  readToken(): string | null
  writeToken(token: string | null): void
  /** The language that the visitor has chosen; null where they have chosen none. */
  readLanguage(): string | null
  readHistory(): readonly string[]
  writeHistory(history: readonly string[] | null): void
  readGuest(): string | null
  writeGuest(id: string | null): void
}

export function createStoredSession(local: StorageArea = localArea, tab: StorageArea = tabArea): StoredSession {
  return {
    readToken: () => readText('delphin.token', local),
    writeToken: (token) => writeText('delphin.token', token, local),
    readLanguage: () => readText('delphin.language', local),
    readHistory: () =>
      readList('delphin.history', local).filter((tag): tag is string => typeof tag === 'string' && tag !== ''),
    writeHistory: (history) => writeText('delphin.history', history && JSON.stringify(history), local),
    readGuest: () => readText('delphin.guest', tab),
    writeGuest: (id) => writeText('delphin.guest', id, tab),
  }
}

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
