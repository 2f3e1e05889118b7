import { useEffect } from 'react'
import { shortcutsOn } from './shortcuts.ts'

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
