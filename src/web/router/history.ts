import { useEffect, useEffectEvent } from 'react'
import { languagePrefix, splitLanguage } from '#shared/languages.ts'
import { isDecodable } from '#shared/page-addresses.ts'
import { pageLanguage } from '#shared/texts.ts'

// What the router keeps with the entries of the browser's history: visits, marks for what lies over a page, and positions.

export const FIRST_VISIT = 'first'

/** The address that the browser shows, without the language. Inside the site no address has one. */
export function readAddress(): string {
  const { pathname, search, hash } = window.location
  return splitLanguage(pathname + search + hash).address
}

/** The address as the browser shows it: in the language of the page. */
export function inLanguage(address: string): string {
  return languagePrefix(pageLanguage()) + address
}

/** The entry of the history that the visitor is at: the name of the visit, and the address after a space. */
export function readEntry(): string {
  return `${state().visit ?? FIRST_VISIT} ${readAddress()}`
}

const followers = new Set<() => void>()

/** Calls back after each step in the history, and when an entry is written. */
export function followHistory(call: () => void): () => void {
  followers.add(call)
  window.addEventListener('popstate', call)
  return () => {
    followers.delete(call)
    window.removeEventListener('popstate', call)
  }
}

/**
 * Lets the browser's Back close what lies over a page: a dialog, a sheet, the menu. While one is open, the history has an
 * entry more, a copy of the page's with a mark.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen])
}

type State = { visit?: string; isLayer?: boolean }
const state = (): State => (window.history.state as State | null) ?? {}

/** What closes each layer, the newest last. */
const layers: (() => void)[] = []
/** The visit of the page below. */
let below: string | undefined
/** The address that the page below has taken since; null for its own. */
let moved: string | null = null
/** A step back to the page below is under way; what was to be written meanwhile. */
let leaving = false
let waiting: (() => void) | null = null

function addLayer(close: () => void): () => void {
  layers.push(close)
  if (!leaving) mark()
  return () => {
    layers.splice(layers.indexOf(close), 1)
    // A moment later: what closed it may open another one.
    setTimeout(() => layers.length === 0 && leaveMark())
  }
}

function mark(): void {
  if (state().isLayer) return
  below = state().visit
  window.history.pushState({ ...state(), isLayer: true }, '')
}

/** Begins with nothing over the page, as after a reload: a step of the page before has no answer here any more. */
export function beginHistory(): void {
  leaving = false
  waiting = null
  leaveMark()
}

/** Steps back from the mark, if the visitor is on it and nothing is open that it stands for. */
function leaveMark(): void {
  if (!state().isLayer || leaving) return
  leaving = true
  window.history.back()
}

/**
 * Writes the entry of a page. What lies over the page stays over the next one: a new page takes the place of the mark,
 * and gets one of its own.
 */
export function writeEntry(address: string, visit: string, replace: boolean): void {
  if (leaving) {
    waiting = () => writeEntry(address, visit, replace)
  } else if (replace) {
    if (state().isLayer) moved = address
    window.history.replaceState({ ...state(), visit }, '', inLanguage(address))
  } else if (state().isLayer) {
    window.history.replaceState({ visit }, '', inLanguage(address))
    moved = null
    if (layers.length > 0) mark()
  } else {
    window.history.pushState({ visit }, '', inLanguage(address))
  }
  for (const call of followers) call()
}

/** Handles a step in the history. False for one to another page, which is then to be shown. */
export function handleStep(): boolean {
  if (leaving) return arrive()
  const top = layers.at(-1)
  if (top === undefined) {
    // Forward, to a mark that stands for nothing any more.
    leaveMark()
    return leaving
  }
  if (state().isLayer || state().visit !== below) {
    for (const close of layers.toReversed()) close()
    return false
  }
  takeAddress()
  top()
  // It leaves the list with the next render. What lies below it then needs a mark.
  setTimeout(() => layers.length > 0 && mark())
  return true
}

function arrive(): true {
  leaving = false
  takeAddress()
  waiting?.()
  waiting = null
  if (layers.length > 0) mark()
  return true
}

/** The page below keeps what was chosen over it, such as filters. */
function takeAddress(): void {
  if (moved !== null) window.history.replaceState(state(), '', inLanguage(moved))
  moved = null
}

const KEPT = 'delphin.positions'
const KEPT_MOST = 50

/** Where a visitor was on a page that they left. */
type Position = {
  /** How far down, in pixels. */
  top: number
  /** The link that had the focus: its address, and which one of the links there. Null if none had it. */
  link: readonly [address: string, which: number] | null
}

/** Read at the first need and not with the code: a browser takes long to open its storage. */
let known: Map<string, Position> | null = null

/** The positions at the entries of this tab, by visit. They outlive a reload. */
function positions(): Map<string, Position> {
  known ??= new Map(keptPositions())
  return known
}

function keptPositions(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, Position][]
  } catch {
    return []
  }
}

function keepPositions(): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...positions()].slice(-KEPT_MOST)))
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
  positions().set(visit, { top: Math.round(window.scrollY), link })
}

function linksTo(address: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)]
}

/** Scrolls to where a page begins: its anchor or the top. */
export function scrollToStart(hash: string): void {
  window.scrollTo(0, 0)
  scrollToAnchor(hash)
}

/**
 * Scrolls to the section that an anchor names as soon as it is there, and gives it the focus, which opens a folded one. The
 * section stays where it is while others above it get their code, unfold or grow.
 */
export function scrollToAnchor(hash: string): void {
  if (hash.length < 2 || !isDecodable(hash)) return
  const find = () => document.getElementById(decodeURIComponent(hash.slice(1)))
  let focused: HTMLElement | null = null
  find()?.scrollIntoView()
  keepScrolling(() => {
    const section = find()
    if (section !== focused) {
      focused = section
      focusSection(section)
    }
    section?.scrollIntoView()
    return false
  })
}

/** Gives the focus to a section of the page, which opens a folded one. */
export function focusSection(section: HTMLElement | null): void {
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/**
 * Scrolls to where the visitor was on a visit as soon as the page is high enough, and gives the focus back to the link that
 * had it as soon as the link is there.
 */
export function restorePosition(visit: string): void {
  const { top, link } = positions().get(visit) ?? { top: 0, link: null }
  let hasFocus = link === null
  window.scrollTo(0, top)
  keepScrolling(() => {
    window.scrollTo(0, top)
    if (!hasFocus) hasFocus = focusLink(link)
    return hasFocus && isAt(top)
  })
}

const SETTLED_MS = 10_000
const INPUTS = ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'] as const

/**
 * Scrolls now and whenever the page's height changes, until that is done, the visitor does something, or ten seconds
 * passed.
 */
function keepScrolling(scroll: () => boolean): void {
  const end = () => {
    clearTimeout(late)
    observer.disconnect()
    for (const input of INPUTS) window.removeEventListener(input, end)
  }
  const observer = new ResizeObserver(() => scroll() && end())
  const late = setTimeout(end, SETTLED_MS)
  for (const input of INPUTS) window.addEventListener(input, end, { passive: true })
  // It calls back once at first, after the frame has given the focus to the page.
  observer.observe(document.body)
}

const isAt = (top: number) => Math.abs(window.scrollY - top) < 2

/** True once the link is there and has the focus. */
function focusLink(link: Position['link']): boolean {
  const [address, which] = link ?? ['', 0]
  const found = linksTo(address)[which]
  found?.focus({ preventScroll: true })
  return found !== undefined
}
