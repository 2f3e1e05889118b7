import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { addressOf, type Destination, followRedirect, type Place } from '#web/app/addresses.ts'
import {
  beginHistory,
  FIRST_VISIT,
  followHistory,
  handleStep,
  inLanguage,
  readAddress,
  readEntry,
  rememberPosition,
  restorePosition,
  scrollToAnchor,
  scrollToStart,
  takeOverScrolling,
  writeEntry,
} from './history.ts'

type NavigateOptions = {
  /** The entry of the browser's history is replaced, not added to. */
  replace?: boolean | undefined
  /** False keeps the scroll position. */
  resetScroll?: boolean | undefined
  /** False shows the page without fading. */
  viewTransition?: boolean | undefined
}

/** Loads what a page at an address needs; does not reject. */
type Load = (address: string) => Promise<unknown>

/** Where the next page begins: at its start, where the visitor left it, or where it is. */
type Scroll = 'start' | 'restore' | 'keep'

/** The place that is shown, and what loads a page. */
export const PlaceContext = createContext<{ place: Place; load: Load; open: Open } | null>(null)

type ProviderProps = {
  /** The address that is shown without a browser, on the server. */
  at?: string | undefined
  load: Load
  children: ReactNode
}

/** Gives the address and navigation to everything below. A page is shown when its code has arrived. */
export function RouterProvider({ at, load, children }: ProviderProps) {
  const scroll = useRef<Scroll>('restore')
  const newest = useRef(0)
  const open = useMemo(() => openWhenLoaded(load, scroll, newest), [load])
  const place = usePlace(at)
  // A change within a page waits while the visitor types; another page is shown at once.
  const late = useDeferredValue(place)
  const shown = late.pathname === place.pathname ? late : place
  useScroll(place, shown, { scroll, newest })
  const value = useMemo(() => ({ place: shown, load, open }), [shown, load, open])
  return <PlaceContext value={value}>{children}</PlaceContext>
}

/** The entry of the browser's history; on the server, the given address. */
function usePlace(at: string | undefined): Place {
  const read = at === undefined ? readEntry : () => `${FIRST_VISIT} ${at}`
  const entry = useSyncExternalStore(followHistory, read, read)
  return useMemo(() => {
    const [visit = FIRST_VISIT, ...address] = entry.split(' ')
    const { pathname, search, hash } = new URL(`http://site${address.join(' ')}`)
    return { pathname, searchStr: search, hash, visit }
  }, [entry])
}

/** How long a page may load before a placeholder is shown in its place. */
const PENDING_MS = 500

/** Opens an address of the site. */
type Open = (address: string, options: NavigateOptions) => void

/**
 * Opens a page in one step when its code has arrived: until then the visitor sees the page before. `newest` counts the
 * calls: only the newest one opens its page.
 */
function openWhenLoaded(load: Load, scroll: RefObject<Scroll>, newest: RefObject<number>): Open {
  return async (wanted, { replace = false, resetScroll = true, viewTransition = true }) => {
    newest.current += 1
    const mine = newest.current
    const address = followRedirect(wanted)
    await Promise.race([load(address), new Promise((resolve) => setTimeout(resolve, PENDING_MS))])
    if (mine !== newest.current) return
    const here = readAddress()
    const stays = replace || address === here
    const [before = FIRST_VISIT] = readEntry().split(' ')
    const visit = stays ? before : Math.random().toString(36).slice(2)
    rememberPosition(before)
    scroll.current = resetScroll ? 'start' : 'keep'
    const open = () => writeEntry(address, visit, stays)
    const isOther = pathOf(address) !== pathOf(here)
    if (!isOther) open()
    else if (!viewTransition || !canFade()) flushSync(open)
    // The browser fades a little later. A visitor may have gone on by then.
    else document.startViewTransition(() => mine === newest.current && flushSync(open))
  }
}

const pathOf = (address: string) => new URL(address, window.location.href).pathname

function canFade(): boolean {
  return 'startViewTransition' in document && !document.hidden
}

type Steps = { scroll: RefObject<Scroll>; newest: RefObject<number> }

/**
 * Puts the page where it begins, or where the visitor left it. `place` is where the visitor is; `shown` may follow
 * later.
 */
function useScroll(place: Place, shown: Place, { scroll, newest }: Steps): void {
  const here = useRef(place)
  useLayoutEffect(() => {
    here.current = place
  }, [place])
  const before = useRef(shown)
  useLayoutEffect(() => {
    const { pathname, searchStr } = before.current
    const isSame = pathname === shown.pathname && searchStr === shown.searchStr
    before.current = shown
    const how = scroll.current
    scroll.current = 'restore'
    if (how === 'start') scrollToStart(shown.hash)
    // The browser itself scrolls to an anchor of the same page.
    else if (how === 'restore' && !isSame) restorePosition(shown.visit)
  }, [shown, scroll])
  useEffect(() => {
    const step = () => {
      if (handleStep()) return
      const { visit, pathname, searchStr } = here.current
      const { location, history } = window
      const isAnchor = history.state?.visit === undefined && readAddress() === pathname + searchStr + location.hash
      // An anchor of the page makes an entry of its own, which belongs to the same visit.
      if (isAnchor) {
        history.replaceState({ ...history.state, visit }, '')
        scrollToAnchor(location.hash)
        return
      }
      newest.current += 1
      rememberPosition(visit)
    }
    // Before anything follows the new address.
    window.addEventListener('popstate', step, { capture: true })
    const giveBack = takeOverScrolling()
    // After a reload nothing lies over the page, and the browser itself scrolls to where the visitor was.
    beginHistory()
    const [entered] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (entered?.type === 'navigate') scrollToAnchor(window.location.hash)
    return () => {
      window.removeEventListener('popstate', step, { capture: true })
      giveBack()
    }
  }, [newest])
}

function useShown() {
  const value = use(PlaceContext)
  if (value === null) throw new Error('RouterProvider is missing above this component.')
  return value
}

/** What `select` takes of the place that is shown. */
export function useLocation<Part>({ select }: { select: (place: Place) => Part }): Part {
  return select(useShown().place)
}

/** Returns a function that opens a page, or the same page with another query string. */
export function useNavigate(): (destination: Destination & NavigateOptions) => void {
  const { place, open } = useShown()
  const latest = useRef(place)
  useLayoutEffect(() => {
    latest.current = place
  }, [place])
  return useCallback(
    ({ replace, resetScroll, viewTransition, ...destination }) =>
      open(addressOf(destination, latest.current), { replace, resetScroll, viewTransition }),
    [open],
  )
}

/** For `navigate` on the same page with another query string: the scroll position stays, and the page does not fade. */
export const IN_PLACE = { resetScroll: false, viewTransition: false } as const

/** Calls back after another page than before is shown: one whose path differs. */
export function usePageOpened(opened: (from: Place, to: Place) => void): void {
  const { place } = useShown()
  const before = useRef(place)
  const tell = useEffectEvent(opened)
  useEffect(() => {
    const from = before.current
    before.current = place
    if (from.pathname !== place.pathname) tell(from, place)
  }, [place])
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Destination & Pick<NavigateOptions, 'resetScroll' | 'replace'>

/**
 * A link to a page of the site. It marks itself while it leads to the page that is shown, and loads the page's code
 * early.
 */
export function Link({ to, params, search, hash, resetScroll, replace, onClick, ...rest }: LinkProps) {
  const { place, load, open } = useShown()
  const href = addressOf({ to, params, ...(search && { search }), ...(hash && { hash }) } as Destination, place)
  const preload = () => void load(href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event
    // The browser opens another tab or saves the page.
    if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || rest.target) return
    event.preventDefault()
    open(href, { replace, resetScroll })
  }
  return (
    <a
      aria-current={href === place.pathname ? 'page' : undefined}
      {...rest}
      href={inLanguage(href)}
      onClick={follow}
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
    />
  )
}

/** The dialogs that every page can open. `login` and `register` are two modes of one dialog. */
export type DialogName = 'menu' | 'login' | 'register' | 'profile' | 'share'

export const DialogsContext = createContext<(dialog: DialogName | null) => void>(() => {})

/** Returns a function that opens a dialog of the frame by its name; null closes the open one. */
export function useDialogs(): (dialog: DialogName | null) => void {
  return use(DialogsContext)
}
