import { useEffect } from 'react'
import { createListeners, readText, watchOtherTabs, writeText } from '#web/app/storage.ts'

/** Does something when a single key is pressed outside of fields and dialogs, unless the visitor switched that off. */
export function useShortcut(key: string, run: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.repeat || !shortcutsOn() || isTaken(event)) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

/** Whether the key belongs to the browser, to a field or to a dialog. */
function isTaken({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const writes = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return ctrlKey || metaKey || altKey || writes || document.querySelector('dialog[open]') !== null
}

/**
 * `t` switches to the next theme and announces it. A theme that is chosen in another tab is shown in this one too. The
 * code for that is loaded when it is needed.
 */
export function useThemeSwitches(announce: (words: string) => void): void {
  useShortcut('t', () => void import('./theme.ts').then((file) => announce(`Theme: ${file.switchTheme()}`)))
  useEffect(
    () => watchOtherTabs('delphin.theme', () => void import('./theme.ts').then((file) => file.followTheme())),
    [],
  )
}

const KEY = 'delphin.shortcuts'

const { subscribe, notify } = createListeners()
let on = readText(KEY) !== 'off'

/** Calls back after every change of `shortcutsOn` until the returned function is called. */
export const subscribeToShortcuts = subscribe

/** Whether single keys such as `/` do something. They do unless the visitor switched them off (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  return on
}

/** Switches the shortcuts on or off and keeps the choice. */
export function setShortcuts(next: boolean): void {
  on = next
  writeText(KEY, next ? null : 'off')
  notify()
}
