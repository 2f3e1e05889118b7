/**
 * What the browser keeps. Local storage: `delphin.token`, `delphin.history` (JSON list of tags), `delphin.theme`,
 * and `delphin.names` (chrome/searched-names.ts). Session storage: `delphin.guest` (id of the guest session).
 */
export type StoredKey = 'delphin.token' | 'delphin.history' | 'delphin.guest'

export type Stored = {
  readToken(): string | null
  writeToken(token: string | null): void
  readHistory(): readonly string[]
  writeHistory(history: readonly string[] | null): void
  readGuest(): string | null
  writeGuest(id: string | null): void
}

type Area = () => Storage

/** Storage of the session. Where a browser refuses storage, it forgets; where it holds nonsense, it holds nothing. */
export function createStored(local: Area, perTab: Area): Stored {
  return {
    readToken: () => read(local, 'delphin.token'),
    writeToken: (token) => write(local, 'delphin.token', token),
    readHistory: () => tagsIn(read(local, 'delphin.history')),
    writeHistory: (history) => write(local, 'delphin.history', history && JSON.stringify(history)),
    readGuest: () => read(perTab, 'delphin.guest'),
    writeGuest: (id) => write(perTab, 'delphin.guest', id),
  }
}

function read(area: Area, key: StoredKey): string | null {
  try {
    return area().getItem(key) || null
  } catch {
    return null
  }
}

function write(area: Area, key: StoredKey, value: string | null): void {
  try {
    if (value === null) area().removeItem(key)
    else area().setItem(key, value)
  } catch {
    // Full or forbidden: the session then lasts as long as the page.
  }
}

function tagsIn(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((tag) => typeof tag === 'string' && tag !== '') : []
  } catch {
    return []
  }
}
