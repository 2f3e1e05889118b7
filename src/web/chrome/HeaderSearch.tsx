import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../ui/IconButton.tsx'
import { shortcutsOn } from './shortcuts.ts'
import { TagSearch } from './TagSearch.tsx'

/** The search of the header: a field on a desk, a button on a phone that opens the field over the header. `/` leads to it. */
export function HeaderSearch() {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const show = () => {
    flushSync(() => setOpen(true))
    input.current?.focus()
  }
  const hide = () => {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  useSlashKey(show)
  return (
    <>
      <div
        className={`items-center gap-2 md:static md:flex md:w-full md:max-w-105 ${open ? 'absolute inset-x-0 top-0 z-10 flex h-15 bg-bg px-3.5 md:h-auto md:bg-transparent md:px-0' : 'hidden'}`}
      >
        <TagSearch input={input} onLeave={hide} onSearch={() => setOpen(false)} />
        <IconButton label="Close search" onClick={hide} className="md:hidden">
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <IconButton ref={button} label="Search" onClick={show} aria-expanded={open} className="md:hidden">
        <Search size={20} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** `/` outside of fields and dialogs, as on many sites with a search, unless the visitor switched it off. */
function useSlashKey(act: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        !shortcutsOn() ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTaken(event.target)
      )
        return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

function isTaken(target: EventTarget | null): boolean {
  const writes = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return writes || document.querySelector('dialog[open]') !== null
}
