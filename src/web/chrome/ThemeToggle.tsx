import { Moon, Sun, Waves } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { currentTheme, goRound, nextTheme, subscribeToTheme, THEME_NAMES } from './theme.ts'

const ICON = { default: Waves, light: Sun, dark: Moon } as const

/** Goes round the three themes. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  const next = nextTheme(theme)
  const Icon = ICON[theme]
  return (
    <button
      type="button"
      onClick={goRound}
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 font-semibold hover:bg-raise"
    >
      <Icon size={19} aria-hidden="true" />
      <span>Theme: {THEME_NAMES[theme]}</span>
      <span className="sr-only">, switch to {THEME_NAMES[next]}</span>
    </button>
  )
}
