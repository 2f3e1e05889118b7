import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../ui/IconButton.tsx'
import { TagSearch } from './TagSearch.tsx'
import { useShortcut } from './use-shortcut.ts'

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
  useShortcut('/', show)
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
