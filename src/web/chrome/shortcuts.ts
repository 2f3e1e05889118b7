const KEY = 'delphin.shortcuts'

const listeners = new Set<() => void>()
let on = readShortcuts()

/** Whether single keys such as `/` do something; they do unless the visitor switched them off (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  return on
}

/** Switches them, and keeps the choice. */
export function setShortcuts(next: boolean): void {
  on = next
  try {
    if (next) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function subscribeToShortcuts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function readShortcuts(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}
