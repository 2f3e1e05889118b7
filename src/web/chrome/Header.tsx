import { Menu, Search, Trophy, X } from 'lucide-react'
import { type AnimationEvent, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { HEADER_PAGES, type HeaderPage } from '#shared/pages.ts'
import { t } from '#shared/texts.ts'
import { BRAND } from '#web/app/addresses.ts'
import { useMine } from '#web/app/my-choice.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs, useLocation } from '#web/router/Link.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { useShortcut } from './shortcuts.ts'
import { TagSearch } from './TagSearch.tsx'

/**
 * The header of every page: the way home, the search, the searches left, the leaderboards and the menu. A wide screen has
 * room for the main pages on both sides of the search; on a phone, the bar at the foot has the menu.
 */
export function Header() {
  const open = useDialogs()
  return (
    <header className="sticky top-0 z-20 h-15 border-b border-edge bg-bg">
      <div className="relative mx-auto flex h-full max-w-[1400px] items-center gap-[10px] px-[12px] sm:gap-3.5 sm:px-5">
        <Logo />
        <Pages side="left" label={t('frame.main')} />
        <div className="flex min-w-[186px] flex-1 items-center justify-end gap-[6px] sm:gap-3.5">
          <HeaderSearch />
          <Pages side="right" label={t('frame.tools')} />
          <Crest />
          <GuestCounter />
          <Link
            to="/leaderboards"
            aria-label={t('pages.leaderboards')}
            className="inline-flex size-[44px] shrink-0 items-center justify-center rounded-md bg-raise text-ink xl:hidden"
          >
            <Trophy size={19} aria-hidden="true" />
          </Link>
          <IconButton
            label={t('frame.menu')}
            aria-haspopup="dialog"
            onClick={() => open('menu')}
            className="max-sm:hidden"
          >
            <Menu size={21} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </header>
  )
}

/** How the path of a page and those of the pages under it begin: `/club` for /browse/clubs and /club/2PYL. */
const beginning = (path: string) => path.replace('/browse', '').slice(0, 5)

/** Links to pages, on one side of the search. That of the page shown is lit, or that of the page above it. */
function Pages({ side, label }: { side: HeaderPage['header']['side']; label: string }) {
  const here = useLocation({ select: ({ pathname }) => beginning(pathname) })
  return (
    <nav aria-label={label} className="hidden shrink-0 xl:block">
      <ul className="flex">
        {HEADER_PAGES.filter((page) => page.header.side === side).map((page) => (
          <li key={page.path}>
            <Link
              to={page.path}
              className={`inline-flex min-h-11 items-center px-2 text-sm font-semibold whitespace-nowrap no-underline ${beginning(page.path) === here ? 'text-acc' : 'text-mut hover:text-ink'}`}
            >
              {t(page.header.name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A link to the home page. A click also makes the dolphin swirl for 1.2 seconds (motion.css). */
function Logo() {
  const [swirls, setSwirls] = useState(false)
  // The bubbles end their own animations at other times.
  const stop = (event: AnimationEvent) => {
    if (event.target === event.currentTarget) setSwirls(false)
  }
  return (
    <Link
      to="/"
      onClick={() => setSwirls(true)}
      aria-label={t('frame.toHome', { brand: BRAND })}
      className="flex min-h-[44px] min-w-[36px] items-center gap-[8px] rounded-md text-lg font-extrabold text-ink no-underline"
    >
      <span className="logo relative shrink-0" data-swirl={swirls || undefined} onAnimationEnd={stop}>
        <Dolphin className="h-[32px] w-[36px]" />
        {swirls && <Bubbles />}
      </span>
      {/* Where the name has no room it wraps out of sight, also with large text. */}
      <span className="flex h-[1.5em] min-w-0 flex-wrap overflow-hidden leading-[1.5em]">
        <span className="h-full w-px" />
        <span>{BRAND}</span>
      </span>
    </Link>
  )
}

const MyClubCrest = lazyPart(
  () => import('./MyClub.tsx').then((file) => file.MyClubCrest),
  () => null,
)

/**
 * The crest of the club that the visitor calls theirs. Only for those who have named one its code is loaded. On a phone the
 * bar at the foot leads there.
 */
function Crest() {
  const club = useMine('club')
  return (
    <div className="max-sm:hidden">
      <div className="hidden size-[44px] in-data-club:block">
        {club && (
          <Suspense>
            <MyClubCrest />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Bubbles() {
  return (
    <svg viewBox="0 0 36 32" className="logo-bubbles absolute inset-0 overflow-visible" aria-hidden="true">
      <circle cx="9" cy="26" r="2.4" />
      <circle cx="20" cy="29" r="1.7" />
      <circle cx="28" cy="25" r="2" />
    </svg>
  )
}

/**
 * The search: a field in the header; on a phone a button opens the field over the header. The keys `/` and
 * Ctrl+K move the focus to it.
 */
function HeaderSearch() {
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
  useShortcut('Ctrl+k', show)
  return (
    <>
      <div
        className={`items-center gap-2 md:static md:flex md:w-full md:max-w-72 xl:mx-auto xl:max-w-80 ${open ? 'absolute inset-x-0 top-0 z-10 flex h-15 bg-bg px-3.5 md:h-auto md:bg-transparent md:px-0' : 'hidden'}`}
      >
        <TagSearch input={input} onLeave={hide} onSearch={() => setOpen(false)} />
        <IconButton label={t('frame.closeSearch')} onClick={hide} className="md:hidden">
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <button
        ref={button}
        type="button"
        onClick={show}
        aria-expanded={open}
        className="flex h-[44px] min-w-[44px] flex-1 items-center gap-[6px] overflow-hidden rounded-md border border-line bg-bg px-[11px] text-mut md:hidden"
      >
        <Search size={20} aria-hidden="true" className="shrink-0" />
        <span className="truncate">{t('frame.search')}</span>
      </button>
    </>
  )
}

/** How many free searches count as few. */
const FEW = 2

/** How many searches a guest has left: a ring with the number, on wide screens with words. Signed-in users have no limit. */
function GuestCounter() {
  const { guestSession } = useSession()
  if (!guestSession) return null
  const { searches_remaining: left, search_limit: limit } = guestSession
  return (
    <p
      title={t('frame.searchesLeft')}
      className={`flex shrink-0 items-center gap-2 text-sm whitespace-nowrap ${left > FEW ? 'text-mut' : 'text-warn'}`}
    >
      <svg viewBox="0 0 36 36" className="size-[36px]" fill="none" aria-hidden="true">
        <circle cx="18" cy="18" r="15.5" stroke="var(--raise)" strokeWidth="3.5" />
        {left > 0 && (
          <circle
            cx="18"
            cy="18"
            r="15.5"
            pathLength={limit}
            strokeDasharray={`${left} ${limit}`}
            stroke={left > FEW ? 'var(--acc)' : 'var(--warn)'}
            strokeWidth="3.5"
            transform="rotate(-90 18 18)"
          />
        )}
        <text x="18" y="23.5" textAnchor="middle" fontSize="16" fontWeight="600" fill="currentColor">
          {left}
        </text>
      </svg>
      <span className="max-lg:sr-only">{t('frame.searches', { left: String(left), limit })}</span>
    </p>
  )
}
