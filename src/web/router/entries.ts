/** The entries of the history of a browser, or of a test. */
export type Entries = {
  /** The path with its query and hash. */
  address(): string
  visit(): string
  write(address: string, visit: string, replace: boolean): void
  /** Calls back when the visitor goes back or forward. */
  listen(moved: () => void): () => void
}

/** Where a page begins: at the top or its anchor, where the visitor left it, or where it is. */
export type Scroll = 'reset' | 'restore' | 'keep'

/** The history of the browser. Its entries keep the state that others put there. */
export function browserEntries(): Entries {
  const stateOf = (visit: string) => ({ ...(window.history.state as object | null), visit })
  return {
    address: () => `${location.pathname}${location.search}${location.hash}`,
    visit: () => String((window.history.state as { visit?: string } | null)?.visit ?? 'first'),
    write: (address, visit, replace) =>
      replace
        ? window.history.replaceState(stateOf(visit), '', address)
        : window.history.pushState({ visit }, '', address),
    listen(moved) {
      // While the page lives it restores positions itself. After a reload the browser does.
      const leave = () => {
        window.history.scrollRestoration = 'auto'
        keepPositions()
      }
      window.history.scrollRestoration = 'manual'
      window.addEventListener('popstate', moved)
      window.addEventListener('pagehide', leave)
      return () => {
        window.removeEventListener('popstate', moved)
        window.removeEventListener('pagehide', leave)
      }
    },
  }
}

/** A history that starts at an address, for the server and for tests. */
export function memoryEntries(start: string): Entries {
  let now = { address: start, visit: 'first' }
  return {
    address: () => now.address,
    visit: () => now.visit,
    write: (address, visit) => {
      now = { address, visit }
    },
    listen: () => () => {},
  }
}

const KEPT = 'delphin.positions'
const KEPT_MOST = 50

/** The scroll positions of the entries of this tab, by visit. They outlive a reload. */
const positions = new Map<string, number>(keptPositions())

function keptPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

function keepPositions(): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...positions].slice(-KEPT_MOST)))
  } catch {
    // Without storage, going back after a reload begins at the top.
  }
}

/** Remembers how far the visitor has scrolled. */
export function rememberScroll({ visit }: { visit: string }): void {
  positions.set(visit, window.scrollY)
}

/** Scrolls to where a page begins. */
export function scrollTo({ hash, visit }: { hash: string; visit: string }, scroll: Scroll): void {
  if (scroll === 'keep') return
  const anchor = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  if (scroll === 'restore') restoreScroll(positions.get(visit) ?? 0)
  else if (anchor) anchor.scrollIntoView()
  else window.scrollTo(0, 0)
}

const RESTORE_MS = 5000

/** Scrolls to a position as soon as the page is high enough, unless the visitor scrolls first. */
function restoreScroll(top: number): void {
  window.scrollTo(0, top)
  if (Math.abs(window.scrollY - top) < 2) return
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2) end()
  })
  const inputs = ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const
  const end = () => {
    clearTimeout(late)
    observer.disconnect()
    for (const input of inputs) window.removeEventListener(input, end)
  }
  const late = setTimeout(end, RESTORE_MS)
  for (const input of inputs) window.addEventListener(input, end, { passive: true })
  observer.observe(document.body)
}
