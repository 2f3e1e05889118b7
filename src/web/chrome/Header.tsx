import { Link } from '@tanstack/react-router'
import { Menu, Trophy } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { GuestCounter } from './GuestCounter.tsx'
import { HeaderSearch } from './HeaderSearch.tsx'
import { Logo } from './Logo.tsx'
import { useDialogs } from './use-dialogs.ts'

/** Stands above every page: home, search, searches left, leaderboards, menu. */
export function Header() {
  const open = useDialogs()
  return (
    <header className="sticky top-0 z-20 h-15 border-b border-edge bg-bg">
      <div className="relative mx-auto flex h-full max-w-[1180px] items-center gap-2 px-3.5 sm:gap-3.5 sm:px-5">
        <Logo />
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2 sm:gap-3.5">
          <HeaderSearch />
          <GuestCounter />
          <Link
            to="/leaderboards"
            className="inline-flex min-h-11 min-w-11 items-center justify-center text-acc max-lg:rounded-md max-lg:bg-raise max-lg:text-ink lg:link lg:min-w-0"
          >
            <Trophy size={19} className="lg:hidden" aria-hidden="true" />
            <span className="max-lg:sr-only">Leaderboards</span>
          </Link>
          <IconButton label="Menu" aria-haspopup="dialog" onClick={() => open('menu')}>
            <Menu size={21} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </header>
  )
}
