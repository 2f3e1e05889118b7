import { nextPaint } from '#web/ui/Skeleton.tsx'

/** The themes in the order in which the toggle goes round; the default one is called Beluga. */
export const THEMES = ['default', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_NAMES: Record<Theme, string> = { default: 'Beluga', light: 'Light', dark: 'Dark' }

/** Where the theme is kept; the inline script of index.html reads it before the first paint. */
const KEY = 'delphin.theme'

const listeners = new Set<() => void>()

/** The theme after this one: default, light, dark, default. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'default'
}

/** Chosen, and shown with the next paint. */
let chosen: Theme | null = null

/** The theme that is shown, or about to be. */
export function currentTheme(): Theme {
  if (chosen !== null) return chosen
  const shown = document.documentElement.dataset.theme
  return THEMES.find((theme) => theme === shown) ?? 'default'
}

/** Keeps a theme and tells of it at once; restyling the whole page takes longer, and follows. */
export async function setTheme(theme: Theme): Promise<void> {
  chosen = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the theme lasts as long as the page.
  }
  for (const listener of listeners) listener()
  await nextPaint()
  if (chosen !== theme) return
  document.documentElement.dataset.theme = theme
  chosen = null
}

/** Shows the theme after the present one, and tells its name. */
export function switchTheme(): string {
  const next = nextTheme(currentTheme())
  void setTheme(next)
  return THEME_NAMES[next]
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
