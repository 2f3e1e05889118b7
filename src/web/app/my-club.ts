import { useSyncExternalStore } from 'react'
import { call } from './api-client.ts'
import { readList, readText, watchOtherTabs, writeText } from './storage.ts'

/** The club that a visitor calls theirs. It proves nothing and needs no account. */
export type MyClub = { tag: string; name: string }

const KEY = 'delphin.club'

/** Tells the header, which loads this code only for visitors who have named a club. */
const CHANGED = 'delphin-club'

/** The club that the visitor calls theirs; null for none, and while the browser takes over the server's page. */
export function useMyClub(): MyClub | null {
  return asClub(
    useSyncExternalStore(
      subscribe,
      () => readText(KEY),
      () => null,
    ),
  )
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed)
  const stopWatching = watchOtherTabs(KEY, changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    stopWatching()
  }
}

function asClub(text: string | null): MyClub | null {
  const [tag, name] = text === null ? [] : readList(KEY)
  return typeof tag === 'string' && typeof name === 'string' ? { tag, name } : null
}

/** Keeps the club in this browser, or forgets it. What is reserved for it on pages follows. */
export function keepMyClub(club: MyClub | null): void {
  writeText(KEY, club && JSON.stringify([club.tag, club.name]))
  const { dataset } = document.documentElement
  if (club === null) delete dataset.club
  else dataset.club = ''
  window.dispatchEvent(new Event(CHANGED))
}

/** Keeps the visitor's choice in this browser and, where they are logged in, with the account. */
export function chooseMyClub(club: MyClub | null): void {
  keepMyClub(club)
  // Without the account the choice holds in this browser, which is what the visitor sees.
  if (hasLogin()) void call('PUT /api/desk/my-club', { body: { tag: club?.tag ?? null } }).catch(() => null)
}

/** Takes over the club that is kept with the account, where this browser has none. */
export async function followAccount(): Promise<void> {
  if (readText(KEY) !== null) return
  const desks = await call('GET /api/desk/clubs', undefined).catch(() => null)
  if (desks?.my_club && readText(KEY) === null) keepMyClub(desks.my_club)
}

/** Whether this browser has a login, which may give a desk. Pages that know the session ask that instead. */
export function hasLogin(): boolean {
  return readText('delphin.token') !== null
}
