import { Keyboard } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { setShortcuts, shortcutsOn, subscribeToShortcuts } from './shortcuts.ts'

/** Names the keys `/` and `t`, and switches them, for those whom single keys disturb. */
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
      <span className="flex-1 text-left">
        Keys <Key name="/" /> search, <Key name="t" /> theme
      </span>
      <span className="text-sm font-normal text-mut">{on ? 'On' : 'Off'}</span>
    </button>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded-sm border border-line px-1.5 font-sans text-sm">{name}</kbd>
}
