import { Link } from '@tanstack/react-router'
import { ChartLine, House, LogIn, ShieldCheck, User, UserPlus, Users } from 'lucide-react'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Dolphin } from './Dolphin.tsx'
import { ShortcutToggle } from './ShortcutToggle.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useDialogs } from './use-dialogs.ts'

const ITEMS = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/browse/clubs', label: 'Browse Clubs', Icon: Users },
  { to: '/browse/players', label: 'Browse Players', Icon: User },
  { to: '/analytics', label: 'Analytics', Icon: ChartLine },
] as const

/** The drawer with the site's ways, the visitor's account and the theme. */
export function NavMenu({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Menu" shape="drawer" onClose={onClose}>
      <nav aria-label="Main">
        <ul className="flex flex-col gap-1">
          {ITEMS.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                activeOptions={{ exact: true }}
                className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold no-underline hover:bg-raise aria-[current=page]:bg-raise aria-[current=page]:text-acc"
              >
                <Icon size={19} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="my-4 border-t border-edge pt-4">
        <Account />
      </div>
      <ThemeToggle />
      <ShortcutToggle />
      <div className="mt-auto flex flex-col items-center gap-3 pt-8 text-center text-mut">
        <Dolphin className="h-24 w-28" />
        <p className="text-sm">Dive into analytics: every wave of your club, charted.</p>
      </div>
    </Dialog>
  )
}

function Account() {
  const { isAuthenticated, user } = useSession()
  const open = useDialogs()
  if (!isAuthenticated || !user) {
    return (
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => open('login')}>
          <LogIn size={17} aria-hidden="true" /> Login
        </Button>
        <Button onClick={() => open('register')}>
          <UserPlus size={17} aria-hidden="true" /> Sign Up
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <div className="px-3">
        <p className="font-semibold">{user.email}</p>
        <p className="flex items-center gap-1.5 text-sm text-good">
          <ShieldCheck size={15} aria-hidden="true" /> Authenticated
        </p>
      </div>
      <Button variant="outline" className="w-full" onClick={() => open('profile')}>
        Profile
      </Button>
    </div>
  )
}
