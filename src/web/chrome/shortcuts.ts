import { useEffect } from 'react'
import { laterTexts, t } from '#shared/texts.ts'
import { createListeners, readText, watchOtherTabs, writeText } from '#web/app/storage.ts'

/**
 * Does something when a key is pressed outside of dialogs. A single key also needs to be outside of fields, and the visitor
 * may switch it off; `Ctrl+k`, on a Mac ⌘K, works in fields too.
 */
export function useShortcut(key: string, run: () => unknown): void {
  useEffect(() => {
    const [last, modifier] = key.split('+').reverse()
    const listen = (event: KeyboardEvent) => {
      if (event.key !== last || event.repeat || document.querySelector('dialog[open]') !== null) return
      if (modifier === undefined ? !shortcutsOn() || isTaken(event) : !isCommand(event)) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

/** Whether the key belongs to the browser or to a field. */
function isTaken({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const writes = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return ctrlKey || metaKey || altKey || writes
}

function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey
}

/**
 * `t` switches to the next theme and announces it. A theme that is chosen in another tab is shown in this one too. The
 * code for that is loaded when it is needed.
 */
export function useThemeSwitches(announce: (words: string) => void): void {
  useShortcut('t', async () => {
    const { switchTheme, THEME_NAMES } = await import('./theme.ts')
    const theme = switchTheme()
    await laterTexts()
    announce(t('frame.theme', { theme: t(THEME_NAMES[theme]) }))
  })
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
