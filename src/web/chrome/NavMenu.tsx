import {
  ChartLine,
  ClipboardList,
  Compass,
  House,
  Keyboard,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  Moon,
  Scale,
  ShieldCheck,
  Sun,
  Sword,
  User,
  UserPlus,
  Users,
  Waves,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { MENU_PAGES, type MenuPage, pageName } from '#shared/pages.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { useMine } from '#web/app/my-choice.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Text } from '#web/ui/Text.tsx'
import { Water } from '#web/ui/Water.tsx'
import { LanguageLinks } from './Languages.tsx'
import { setShortcuts, shortcutsOn, subscribeToShortcuts } from './shortcuts.ts'
import { currentTheme, nextTheme, subscribeToTheme, switchTheme, THEME_NAMES } from './theme.ts'

const ICONS = {
  '/': House,
  '/browse/clubs': Users,
  '/browse/players': User,
  '/analytics': ChartLine,
  '/compare': Scale,
  '/meta': Sword,
  '/find': Compass,
  '/dashboard': LayoutDashboard,
  '/desk': ClipboardList,
} satisfies Record<MenuPage['path'], LucideIcon>

/** The drawer with the main pages, the visitor's account, the theme and the shortcuts. */
export function NavMenu({ onClose }: { onClose: () => void }) {
  const [player, club] = [useMine('player'), useMine('club')]
  const hasOwn = player !== null || club !== null
  // "My desk" stands among what is the visitor's.
  const pages = MENU_PAGES.filter(({ path }) => !hasOwn || path !== '/desk')
  return (
    <Dialog title={t('frame.menu')} shape="drawer" onClose={onClose}>
      <div className="relative -mx-5 mb-4 flex items-center gap-3.5 px-5 pb-6">
        <Water top="-5rem" />
        <Dolphin className="h-14 w-16 shrink-0" />
        <p className="text-mut">{t('frame.dive')}</p>
      </div>
      {hasOwn && <OwnLinks player={player} club={club} onClose={onClose} />}
      <nav aria-label={t('frame.main')}>
        <ul className="grid grid-cols-3 gap-2">
          {pages.map((page) => {
            const Icon = ICONS[page.path]
            return (
              <li key={page.path} className="min-w-0">
                <Link
                  to={page.path}
                  onClick={onClose}
                  className="grid h-full min-h-20 content-center justify-items-center gap-2 rounded-md border border-edge bg-raise/40 p-1.5 text-center text-sm leading-tight font-semibold no-underline wrap-anywhere hover:bg-raise aria-[current=page]:border-acc aria-[current=page]:text-acc"
                >
                  <Icon size={22} aria-hidden="true" className="text-acc" />
                  {pageName(page)}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="my-4">
        <Account />
      </div>
      <div className="-mx-3">
        <ThemeToggle />
        <ShortcutToggle />
      </div>
      <LanguageLinks wraps className="pt-3 text-sm" />
    </Dialog>
  )
}

const OWN_LINK = 'flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold no-underline hover:bg-raise'

type Named = ReturnType<typeof useMine>
type OwnProps = { player: Named; club: Named; onClose: () => void }

/** The visitor's player, club and desk, as far as they have named them. */
function OwnLinks({ player, club, onClose }: OwnProps) {
  const named = (words: string, { name, tag }: { name: string; tag: string }) => (
    <span className="min-w-0">
      {words}
      <PlayerName name={nameOrTag(name, tag)} className="block truncate text-sm font-normal text-mut" />
    </span>
  )
  return (
    <nav aria-label={t('frame.mine')} className="-mx-3 mb-3 border-b border-edge pb-2">
      {player && (
        <Link to="/player/$tag" params={{ tag: tagInPath(player.tag) }} onClick={onClose} className={OWN_LINK}>
          <Monogram
            seed={player.tag}
            name={nameOrTag(player.name, player.tag)}
            className="size-8 shrink-0 rounded-sm"
          />
          {named(t('me.myPlayer'), player)}
        </Link>
      )}
      {club && (
        <Link to="/club/$tag" params={{ tag: tagInPath(club.tag) }} onClick={onClose} className={OWN_LINK}>
          <Monogram seed={club.tag} name={nameOrTag(club.name, club.tag)} className="size-8 shrink-0 rounded-sm" />
          {named(t('me.myClub'), club)}
        </Link>
      )}
      <Link to="/desk" onClick={onClose} className={OWN_LINK}>
        <ClipboardList size={19} aria-hidden="true" />
        {t('dashboard.myDesk')}
      </Link>
    </nav>
  )
}

function Account() {
  const { isAuthenticated, user } = useSession()
  const open = useDialogs()
  if (!isAuthenticated || !user) {
    return (
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => open('login')}>
          <LogIn size={17} aria-hidden="true" /> {t('ui.login')}
        </Button>
        <Button onClick={() => open('register')}>
          <UserPlus size={17} aria-hidden="true" /> {t('ui.signUp')}
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <div className="px-3">
        <p className="font-semibold">{user.email}</p>
        <p className="flex items-center gap-1.5 text-sm text-good">
          <ShieldCheck size={15} aria-hidden="true" /> {t('frame.authenticated')}
        </p>
      </div>
      <Button variant="outline" className="w-full" onClick={() => open('profile')}>
        {t('account.profile')}
      </Button>
    </div>
  )
}

const ICON = { default: Waves, light: Sun, dark: Moon } as const

/** Switches to the next of the three themes. */
function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  const next = nextTheme(theme)
  const Icon = ICON[theme]
  return (
    <button
      type="button"
      onClick={switchTheme}
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 font-semibold hover:bg-raise"
    >
      <Icon size={19} aria-hidden="true" />
      <span>{t('frame.theme', { theme: t(THEME_NAMES[theme]) })}</span>
      <span className="sr-only">{t('frame.switchTo', { theme: t(THEME_NAMES[next]) })}</span>
    </button>
  )
}

/** Names the keys `/` and `t` and switches them on or off: single keys disturb visitors who use speech input. */
function ShortcutToggle() {
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
      <span className="flex-1 text-start">
        <Text id="frame.keys" values={{ search: <Key name="/" />, theme: <Key name="t" /> }} />
      </span>
      <span className="text-sm font-normal text-mut">{on ? t('frame.on') : t('frame.off')}</span>
    </button>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded-sm border border-line px-1.5 font-sans text-sm">{name}</kbd>
}
