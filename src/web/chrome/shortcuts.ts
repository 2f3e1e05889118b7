import { useEffect } from 'react'

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

/** A single key that does something outside of fields and dialogs, unless the visitor switched such keys off. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.repeat || !shortcutsOn() || isTaken(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

function isTaken({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const writes = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return ctrlKey || metaKey || altKey || writes || document.querySelector('dialog[open]') !== null
}

/** `t` goes round the themes and says which one comes. The code for that is fetched when it is pressed. */
export function useThemeKey(say: (words: string) => void): void {
  useShortcut('t', () => void import('./theme.ts').then((file) => say(`Theme: ${file.switchTheme()}`)))
}
