import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Language, matchLanguage } from '#shared/languages.ts'
import { findPage } from '#shared/page-addresses.ts'
import { normaliseTag } from '#shared/tag.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { documentTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { useDemoProgress, useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { readText } from '#web/app/storage.ts'
import { type DialogName, DialogsContext, useDialogs, useLocation, usePageOpened } from '#web/router/Link.tsx'
import { useFailedParts } from '#web/ui/failed-parts.ts'
import { lazyPart, lazySection } from '#web/ui/LazyPart.tsx'
import { Details, ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { Text } from '#web/ui/Text.tsx'
import { AlertLine } from './AlertLine.tsx'
import { FailuresNotice } from './FailuresNotice.tsx'
import { FootBar } from './FootBar.tsx'
import { Header } from './Header.tsx'
import { useThemeSwitches } from './shortcuts.ts'

/** Everything around a page: header, banners, footer, dialogs, and what screen readers are told. */
export function Frame({ children }: { children: ReactNode }) {
  useSearchedNames()
  return (
    <DialogsProvider>
      <a
        href="#main"
        className="fixed start-2 top-2 z-30 -translate-y-20 rounded-md bg-acc px-4 py-2 font-semibold text-onacc focus:translate-y-0"
      >
        {t('frame.skip')}
      </a>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <DemoBanner />
        <SessionNotice />
        <main id="main" tabIndex={-1} className="page flex-1 pt-7 outline-none max-sm:pt-4">
          <div data-failures />
          {children}
        </main>
        <FailuresNotice />
        <Footer />
      </div>
      <FootBar />
      <OwnLanguage />
      <Announcer />
    </DialogsProvider>
  )
}

/** Keeps the names of searches for the dashboard. The code for that is loaded with the first search. */
function useSearchedNames(): void {
  const answers = useQueryClient().getQueryCache()
  const searches = useLocation({ select: ({ pathname }) => pathname.startsWith('/search/') })
  useEffect(() => {
    if (searches) void import('#web/app/searched-names.ts').then((file) => file.keepSearchedNames(answers))
  }, [answers, searches])
}

// Without its code, the banner goes without the bar.
const DemoHistory = lazyPart(
  () => import('./DemoHistory.tsx').then((file) => file.DemoHistory),
  () => null,
)

/** In a demo: says that the figures are not the game's, and how much of their history is filled. */
function DemoBanner() {
  const { demo } = useSite()
  const served = useServed()
  // Read here, since the server's first answers contain it. The code that shows it is only needed in a demo's first minutes.
  const history = useDemoProgress()
  const [growing, setGrowing] = useState(history !== null)
  if (history !== null && !growing) setGrowing(true)
  if (!demo) return null
  return (
    <aside aria-label={t('frame.demoLabel')} className="relative bg-raise px-4 py-1.5 text-center text-sm text-ink">
      <p>
        <Text id="frame.demo" values={{ b: (words) => <b>{words}</b> }} />{' '}
        {growing && !served && (
          <Suspense>
            <DemoHistory history={history} />
          </Suspense>
        )}
      </p>
    </aside>
  )
}

/** Says what is wrong with the visitor's session, and what they can do. */
function SessionNotice() {
  const { token, guestSession, isAuthenticated, isLoading, error, hasEnded } = useSession()
  const { start } = useSessionStore()
  const open = useDialogs()
  const parts = useFailedParts()
  if (isLoading || isAuthenticated) return null
  const ask = () => void start()
  if (token) return <AlertLine id="frame.undecided" action="frame.askNow" onAction={ask} />
  // A kept page says already that there was no answer, and the message of failed parts why.
  const isTold = document.documentElement.dataset.keptAt !== undefined || parts?.[0]?.why === error
  if (!guestSession && error !== null && !isTold) return <AlertLine why={error} onAction={ask} />
  return hasEnded ? <AlertLine id="frame.loginEnded" action="frame.loginAgain" onAction={() => open('login')} /> : null
}

// The server renders it; its links work also before their code has come.
const Footer = lazySection(() => import('./Footer.tsx').then((file) => file.Footer), { className: 'contents' })

const NavMenu = lazyPart(() => import('./NavMenu.tsx').then((file) => file.NavMenu), DialogFailure)
const LoginDialog = lazyPart(() => import('./LoginDialog.tsx').then((file) => file.LoginDialog), DialogFailure)
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx').then((file) => file.ProfileDialog), DialogFailure)
const ShareDialog = lazyPart(() => import('./ShareDialog.tsx').then((file) => file.ShareDialog), DialogFailure)

/** In place of the menu or a dialog whose code did not arrive. The page stays as it is. */
function DialogFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const place = 'fixed inset-x-0 bottom-(--foot) z-30 border-t'
  return <AlertLine id="frame.dialogFailed" onAction={onRetry} onClose={onClose} place={place} />
}

const LanguageOffer = lazyPart(
  () => import('./Languages.tsx').then((file) => file.LanguageOffer),
  () => null,
)

/** Offers the visitor once their own language where the page has another: the one that they chose, else the browser's. */
export function OwnLanguage() {
  const [own, setOwn] = useState<Language | null>(null)
  useEffect(() => {
    if (readText('delphin.offered') !== null) return
    const languages = [readText('delphin.language') ?? [], navigator.languages].flat()
    // Intl takes a slow phone 15 ms for the languages, and most visitors read their own: `en` on a phone in `en-GB`.
    if (languages[0]?.split('-')[0] === pageLanguage()) return
    setOwn(languages.map((each) => matchLanguage(each)).find((each) => each !== null) ?? null)
  }, [])
  if (own === null || own === pageLanguage()) return null
  return (
    <Suspense>
      <LanguageOffer language={own} onClose={() => setOwn(null)} />
    </Suspense>
  )
}

/** Shows at most one dialog. When the last one closes, the focus returns to the element that opened the first one. */
function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<DialogName | null>(null)
  const opener = useRef<Element | null>(null)
  const show = useCallback((dialog: DialogName | null) => {
    if (!document.querySelector('dialog[open]')) opener.current = document.activeElement
    flushSync(() => setOpen(dialog))
    if (dialog === null && opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const close = useCallback(() => show(null), [show])
  return (
    <DialogsContext value={show}>
      {children}
      <Suspense>
        {open === 'menu' && <NavMenu onClose={close} />}
        {(open === 'login' || open === 'register') && <LoginDialog mode={open} onMode={show} onClose={close} />}
        {open === 'profile' && <ProfileDialog onClose={close} />}
        {open === 'share' && <ShareDialog onClose={close} />}
      </Suspense>
    </DialogsContext>
  )
}

/** Tells screen readers the new theme, and after a navigation the page's title. The focus moves to the new page. */
function Announcer() {
  const [announcement, announce] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useThemeSwitches(announce)
  usePageOpened((from, to) => {
    if (!isAnswered(from.pathname, to.pathname)) focusPage()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => announce(document.title), TITLE_SETTLES_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** A page whose code is loaded late sets its title a moment after it is shown. */
const TITLE_SETTLES_MS = 150

/** True if a search was replaced by what it found. The visitor went there before: the focus stays where it is. */
function isAnswered(from: string, to: string): boolean {
  const tag = normaliseTag(findPage(from)?.written ?? '')
  return from.startsWith('/search/') && tag !== null && tag === normaliseTag(findPage(to)?.written ?? '')
}

function focusPage(): void {
  if (document.querySelector('dialog[open]')) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Stands in place of a page while its code is loading. */
export function PagePending() {
  return (
    <div role="status" aria-label={t('frame.loadingPage')} className="space-y-4">
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}

/** Stands in place of a page that failed to render. */
export function RenderError({ error }: { error: unknown }) {
  useDocumentTitle(documentTitle(t('pages.error')))
  return (
    <ErrorState
      wholePage
      title={t('frame.wentWrong')}
      message={t('frame.reloadHelps')}
      onRetry={() => window.location.reload()}
      retryLabel={t('frame.reloadPage')}
    >
      <Details centred>{error instanceof Error ? error.message : String(error)}</Details>
    </ErrorState>
  )
}
