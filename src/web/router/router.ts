import { flushSync } from 'react-dom'
import { findPage, NOT_FOUND_PAGE, type PAGES, type Page, withCanonicalTag } from '#shared/pages.ts'
import { readSearchParams, writeSearchParams } from '#web/app/search-params.ts'
import { browserEntries, type Entries, rememberPosition, type Scroll, scrollTo } from './entries.ts'

/** Where a visitor is. `visit` names the entry of the browser's history: going back to an entry brings back its name. */
export type Place = {
  pathname: string
  /** The query string with its `?`, and by name. */
  searchStr: string
  search: Record<string, string>
  /** With its `#`. */
  hash: string
  visit: string
}

/** What is shown: the place, its page in the table of pages, and the content that was loaded for the page. */
export type Shown<Content> = { place: Place; page: Page; written: string; content: Content }

type Path = (typeof PAGES)[number]['path']
type Search = Record<string, unknown> | ((before: Record<string, string>) => Record<string, unknown>)

/** A page of the table, or `.` for the page that is shown. A path with `$tag` needs the tag, without its `#`. */
export type Target =
  | {
      [To in Path]: { to: To } & (To extends `${string}$tag` ? { params: { tag: string } } : { params?: undefined })
    }[Path]
  | { to: '.'; params?: undefined }

export type Destination = Target & { search?: Search; hash?: string }

export type NavigateOptions = {
  /** The entry of the browser's history is replaced, not added to. */
  replace?: boolean | undefined
  /** False keeps the scroll position. */
  resetScroll?: boolean | undefined
  /** False shows the page without fading. */
  viewTransition?: boolean | undefined
}

export type Router<Content> = {
  read(): Shown<Content>
  /** Loads the content of the first page. */
  load(): Promise<void>
  navigate(destination: Destination & NavigateOptions): Promise<void>
  /** Loads the content of a page that may be opened soon. */
  preload(address: string): void
  /** The address of a destination, as seen from the place that is shown. */
  addressOf(destination: Destination): string
  /** Follows what is shown. `isOther` tells whether the path changed, and not only its query. */
  subscribe(show: (shown: Shown<Content>, isOther: boolean) => void): () => void
  /** Follows the browser's history. Returns what ends that. */
  start(): () => void
  /** Called after what is shown has been rendered: puts the scroll position where it belongs. */
  settle(): void
  /** Calls back after a page that differs in its path has been rendered. */
  onPage(opened: (from: Place, to: Place) => void): () => void
}

type Options<Content> = {
  /** Loads the content of a page. */
  content: (page: Page) => Promise<Content>
  /** Shown while the content of a page takes longer than half a second, and if it cannot be loaded. */
  pending: Content
  failed: (error: unknown, page: Page) => Content
  entries?: Entries
}

const PENDING_MS = 500

/** Shows pages by address. The address changes when the page is ready, in one step with what is shown. */
export function createRouter<Content>({
  content,
  pending,
  failed,
  entries = browserEntries(),
}: Options<Content>): Router<Content> {
  const shows = new Set<(shown: Shown<Content>, isOther: boolean) => void>()
  const opened = new Set<(from: Place, to: Place) => void>()
  let shown: Shown<Content> = { ...at(entries.address(), entries.visit()), content: pending }
  let newest = 0
  let settles: (() => void) | null = null

  const contentOf = (page: Page) => content(page).catch((error) => failed(error, page))

  /** Loads what stands at an address, then shows it. A later call overtakes one that still loads. */
  async function open(wanted: string, commit: (address: string, content: Content) => void): Promise<void> {
    newest += 1
    const mine = newest
    const address = redirected(wanted)
    const { page } = at(address, '')
    const late = setTimeout(() => mine === newest && commit(address, pending), PENDING_MS)
    const isSame = page.path === shown.page.path && shown.content !== pending
    const loaded = await (isSame ? shown.content : contentOf(page))
    clearTimeout(late)
    if (mine === newest) commit(address, loaded)
  }

  function show(next: Shown<Content>, scroll: Scroll, fades: boolean): void {
    const isOther = next.place.pathname !== shown.place.pathname
    const from = shown.place
    shown = next
    // The browser fades a little later. A visitor may have gone on by then.
    const change = () => {
      if (shown !== next) return
      settles = () => {
        settles = null
        scrollTo(next.place, scroll)
        if (isOther) for (const call of opened) call(from, next.place)
      }
      for (const call of shows) call(next, isOther)
    }
    render(change, isOther, fades)
  }

  const router: Router<Content> = {
    read: () => shown,
    async load() {
      const address = redirected(entries.address())
      if (address !== entries.address()) entries.write(address, entries.visit(), true)
      const here = at(address, entries.visit())
      shown = { ...here, content: await contentOf(here.page) }
    },
    navigate({ replace = false, resetScroll = true, viewTransition = true, ...destination }) {
      const wanted = router.addressOf(destination)
      const visit = replace || wanted === entries.address() ? entries.visit() : newVisit()
      return open(wanted, (address, loaded) => {
        rememberPosition(shown.place)
        // A page that was pending has its entry already.
        entries.write(address, visit, visit === entries.visit())
        show({ ...at(address, visit), content: loaded }, resetScroll ? 'reset' : 'keep', viewTransition)
      })
    },
    preload: (address) => void content(at(redirected(address), '').page).catch(() => {}),
    addressOf: (destination) => addressOf(destination, shown.place),
    subscribe: (call) => listenIn(shows, call),
    onPage: (call) => listenIn(opened, call),
    start: () => entries.listen(() => follow(entries, shown, open, show)),
    settle: () => settles?.(),
  }
  return router
}

function render(change: () => void, isOther: boolean, fades: boolean): void {
  if (isOther && fades && canFade()) document.startViewTransition(() => flushSync(change))
  else if (isOther) flushSync(change)
  else change()
}

type Show<Content> = (next: Shown<Content>, scroll: Scroll, fades: boolean) => void
type Open<Content> = (wanted: string, commit: (address: string, content: Content) => void) => Promise<void>

/** Shows the entry to which the visitor went back or forward. */
function follow<Content>(entries: Entries, shown: Shown<Content>, open: Open<Content>, show: Show<Content>): void {
  const { pathname, searchStr, hash, visit } = shown.place
  const there = at(entries.address(), entries.visit())
  // Entries of one page differ in an anchor, which the browser scrolls to, or in what lies over the page.
  if (there.place.pathname === pathname && there.place.searchStr === searchStr) {
    if (there.place.hash !== hash) show({ ...shown, place: { ...there.place, visit } }, 'keep', false)
    return
  }
  rememberPosition(shown.place)
  void open(entries.address(), (address, loaded) => {
    if (address !== entries.address()) entries.write(address, there.place.visit, true)
    show({ ...at(address, there.place.visit), content: loaded }, 'restore', true)
  })
}

function listenIn<Call>(calls: Set<Call>, call: Call): () => void {
  calls.add(call)
  return () => void calls.delete(call)
}

function canFade(): boolean {
  return typeof document !== 'undefined' && 'startViewTransition' in document && !document.hidden
}

/** The place and the page of an address. */
function at(address: string, visit: string): Omit<Shown<never>, 'content'> {
  const { pathname, search, hash } = new URL(address, 'http://site')
  const { page, written } = findPage(pathname) ?? { page: NOT_FOUND_PAGE, written: '' }
  return { place: { pathname, searchStr: search, search: readSearchParams(search), hash, visit }, page, written }
}

/** Where an address leads: another page, or the same one with its tag in canonical form. */
function redirected(address: string): string {
  return findPage(address)?.page.redirectTo ?? withCanonicalTag(address) ?? address
}

function addressOf({ to, params, search = {}, hash }: Destination, from: Place): string {
  const path = to === '.' ? from.pathname : to.replace('$tag', () => encodeURIComponent(params?.tag ?? ''))
  const values = typeof search === 'function' ? search(from.search) : search
  return `${path}${writeSearchParams(values)}${hash ? `#${hash}` : ''}`
}

const newVisit = () => Math.random().toString(36).slice(2)
