import { isDecodable } from '#shared/pages.ts'

const KEPT = 'delphin.positions'
const KEPT_MOST = 50

/** Where a visitor was on a page that they left. */
type Position = {
  /** How far down, in pixels. */
  top: number
  /** The link that had the focus: its address, and which one of the links there. Null if none had it. */
  link: readonly [address: string, which: number] | null
}

/** The positions at the entries of this tab, by visit. They outlive a reload. */
const positions = new Map<string, Position>(keptPositions())

function keptPositions(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, Position][]
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

/** Takes scroll positions over from the browser until it is ended, or until the page is left or reloaded. */
export function takeOverScrolling(): () => void {
  const leave = () => {
    window.history.scrollRestoration = 'auto'
    keepPositions()
  }
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', leave)
  return () => window.removeEventListener('pagehide', leave)
}

/** Remembers how far the visitor has scrolled, and the link that has the focus. */
export function rememberPosition(visit: string): void {
  const focused = document.activeElement?.closest<HTMLElement>('main a[href]')
  const address = focused?.getAttribute('href')
  const link = focused && address ? ([address, linksTo(address).indexOf(focused)] as const) : null
  positions.set(visit, { top: Math.round(window.scrollY), link })
}

function linksTo(address: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)]
}

/** Scrolls to where a page begins: its anchor or the top. */
export function scrollToStart(hash: string): void {
  const anchor = isDecodable(hash) ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (anchor) anchor.scrollIntoView()
  else window.scrollTo(0, 0)
}

const RESTORE_MS = 10_000

/**
 * Scrolls to where the visitor was on a visit as soon as the page is high enough, and gives the focus back to the link that
 * had it as soon as the link is there; unless the visitor does something first.
 */
export function restorePosition(visit: string): void {
  const { top, link } = positions.get(visit) ?? { top: 0, link: null }
  let hasFocus = link === null
  const inputs = ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const
  const end = () => {
    clearTimeout(late)
    observer.disconnect()
    for (const input of inputs) window.removeEventListener(input, end)
  }
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (!hasFocus) hasFocus = focus(link)
    if (hasFocus && isAt(top)) end()
  })
  const late = setTimeout(end, RESTORE_MS)
  for (const input of inputs) window.addEventListener(input, end, { passive: true })
  window.scrollTo(0, top)
  // It calls back once at first, after the frame has given the focus to the page.
  observer.observe(document.body)
}

const isAt = (top: number) => Math.abs(window.scrollY - top) < 2

/** True once the link is there and has the focus. */
function focus(link: Position['link']): boolean {
  const [address, which] = link ?? ['', 0]
  const found = linksTo(address)[which]
  found?.focus({ preventScroll: true })
  return found !== undefined
}
