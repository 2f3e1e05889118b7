import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { focusSection } from '#web/router/history.ts'

/** A part of the page that failed. */
type FailedPart = {
  why: string
  /** What did not load: `Failed to fetch member scores`. */
  title: string
  onRetry: () => void
}

/** In the order of the page. */
export type FailedParts = readonly FailedPart[]

/** The failed parts, by the element that stands where the part would be. */
const parts = new Map<Element, FailedPart>()
const listeners = new Set<() => void>()

let several: FailedParts | null = null

function tell(): void {
  const failed = [...parts].sort(([one], [other]) => (one.compareDocumentPosition(other) & 2) - 1)
  // The last one stays in the message, which does not change its look while parts come.
  several = failed.length > (several ? 0 : 1) ? failed.map(([, part]) => part) : null
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Several failed parts of the page, until all have come; null where at most one failed. */
export function useFailedParts(): FailedParts | null {
  return useSyncExternalStore(
    subscribe,
    () => several,
    () => null,
  )
}

/** Why an answer did not come, also while it is asked for again; undefined where it came, and before it did not. */
export function useFailure({ data, error }: { data: unknown; error: Error | null }): string | undefined {
  const [last, keep] = useState<string>()
  const why = data === undefined ? (error?.message ?? last) : undefined
  if (why !== last) keep(why)
  return why
}

/**
 * Counts a failed part while its place is there. Returns whether the page's message tells of it; a part of a dialog, which
 * covers the page, is not counted.
 */
export function useFailedPart(part: FailedPart): [RefObject<HTMLDivElement | null>, isTold: boolean] {
  const { why } = part
  const place = useRef<HTMLDivElement>(null)
  const latest = useEffectEvent(() => part)
  const all = useFailedParts()
  // Before the page is drawn: nobody sees a part in the look of a single one first.
  useLayoutEffect(() => {
    const shown = place.current
    if (!shown || shown.closest('dialog')) return
    parts.set(shown, { ...latest(), why, onRetry: () => latest().onRetry() })
    tell()
  }, [why])
  useLayoutEffect(() => {
    const shown = place.current
    return () => {
      if (!shown || !parts.delete(shown)) return
      keepFocus(shown)
      tell()
    }
  }, [])
  return [place, all !== null && parts.has(place.current as Element)]
}

/** Gives the focus of the button at a failed part, or of the message at the last one, to what comes in its card. */
function keepFocus(place: Element): void {
  const id = place.closest('[id]')?.id ?? ''
  const focused = document.activeElement
  if (!place.contains(focused) && (parts.size > 0 || !focused?.closest('[data-failures]'))) return
  queueMicrotask(() => place.isConnected || focusSection(document.getElementById(id)))
}
