import { Keyboard } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { setShortcuts, shortcutsOn, subscribeToShortcuts } from './shortcuts.ts'

/** Switches the key `/` that leads to the search, for those whom single keys disturb. */
export function ShortcutToggle() {
  const on = useSyncExternalStore(subscribeToShortcuts, shortcutsOn)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => setShortcuts(!on)}
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 font-semibold hover:bg-raise max-md:hidden"
    >
      <Keyboard size={19} aria-hidden="true" />
      <span className="flex-1 text-left">Key / for search</span>
      <span className="text-sm font-normal text-mut">{on ? 'On' : 'Off'}</span>
    </button>
  )
}
