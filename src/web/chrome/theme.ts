import type { PlainTextId } from '#shared/texts.ts'
import { createListeners, readText, writeText } from '#web/app/storage.ts'
import { nextPaint } from '#web/ui/next-paint.ts'

/** The themes in the order in which the toggle switches. */
export const THEMES = ['default', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_NAMES = {
  default: 'frame.beluga',
  light: 'frame.light',
  dark: 'frame.dark',
} satisfies Record<Theme, PlainTextId>

const { subscribe, notify } = createListeners()

/** Calls back after every change of the current theme until the returned function is called. */
export const subscribeToTheme = subscribe

/** A theme that was chosen and is not painted yet. */
let chosen: Theme | null = null

/** The theme that is shown, or that the next paint shows. */
export function currentTheme(): Theme {
  if (chosen !== null) return chosen
  const shown = document.documentElement.dataset.theme
  return THEMES.find((theme) => theme === shown) ?? 'default'
}

/** The theme after this one: default, light, dark, default. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'default'
}

/** Shows the theme after the current one, and returns it. */
export function switchTheme(): Theme {
  const next = nextTheme(currentTheme())
  void setTheme(next)
  return next
}

/** Shows the theme that was chosen in another tab. */
export function followTheme(): void {
  const kept = readText('delphin.theme')
  document.documentElement.dataset.theme = THEMES.find((theme) => theme === kept) ?? 'default'
  notify()
}

/**
 * Keeps a theme and notifies listeners at once, so that the toggle answers. Restyling the whole page takes longer and
 * follows after a paint. The script in index.html reads the kept theme before the first paint.
 */
export async function setTheme(theme: Theme): Promise<void> {
  chosen = theme
  writeText('delphin.theme', theme)
  notify()
  await nextPaint()
  if (chosen !== theme) return
  document.documentElement.dataset.theme = theme
  chosen = null
}
