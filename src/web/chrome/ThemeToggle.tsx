import { Moon, Sun, Waves } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.tsx'
import { currentTheme, nextTheme, setTheme, subscribeToTheme, THEME_NAMES } from './theme.ts'

const ICON = { default: Waves, light: Sun, dark: Moon } as const

/** Goes round the three themes. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  const next = nextTheme(theme)
  const Icon = ICON[theme]
  return (
    <Button variant="quiet" className="w-full justify-start" onClick={() => void setTheme(next)}>
      <Icon size={18} aria-hidden="true" />
      <span>Theme: {THEME_NAMES[theme]}</span>
      <span className="sr-only">, switch to {THEME_NAMES[next]}</span>
    </Button>
  )
}
