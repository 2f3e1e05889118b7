import { useEffect, useEffectEvent } from 'react'

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

/** Steps back from the mark, if the visitor is on it and nothing is open that it stands for. */
export function leaveMark(): void {
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
    window.history.replaceState({ ...state(), visit }, '', address)
  } else if (state().isLayer) {
    window.history.replaceState({ visit }, '', address)
    moved = null
    if (layers.length > 0) mark()
  } else {
    window.history.pushState({ visit }, '', address)
  }
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
  if (moved !== null) window.history.replaceState(state(), '', moved)
  moved = null
}
