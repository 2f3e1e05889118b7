import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

type Part = { id: string | undefined; why: string; onRetry: () => void }

/** The parts of the page that failed and are shown, each by the place above it. */
const parts = new Map<Element | null, Part>()
const listeners = new Set<() => void>()

type FailedParts = {
  /** The place above the first one. What is wrong with all of them is told there. */
  place: Element
  /** Why they failed, '' where each has a reason of its own. */
  why: string
  /** The ids of their sections. */
  ids: readonly (string | undefined)[]
}

let several: FailedParts | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  const all = [...parts.values()]
  const why = all[0]?.why ?? ''
  const place = document.querySelector('[data-failed]')
  several =
    place && all.length > 1
      ? {
          place,
          why: all.every((part) => part.why === why) ? why : '',
          ids: all.map(({ id }) => id),
        }
      : null
  for (const listener of listeners) listener()
}

/** Several failed parts of the page; null where at most one failed. */
export function useFailedParts(): FailedParts | null {
  return useSyncExternalStore(
    subscribe,
    () => several,
    () => null,
  )
}

/** Tries each failed part again, as its own button does. */
export function retryFailedParts(): void {
  for (const { onRetry } of [...parts.values()]) onRetry()
}

/**
 * Counts a failed part while the place above it is shown. Returns what `useFailedParts` does; null for a part of a dialog,
 * which covers the page.
 */
export function useFailedPart(
  id: string | undefined,
  why: string,
  onRetry: () => void,
): [RefObject<HTMLDivElement | null>, FailedParts | null] {
  const place = useRef<HTMLDivElement>(null)
  const retry = useEffectEvent(onRetry)
  // Before the page is drawn: nobody sees a part in the look of a single one first.
  useLayoutEffect(() => {
    const shown = place.current
    if (!shown || shown.closest('dialog')) return
    shown.dataset.failed = ''
    parts.set(shown, { id, why, onRetry: () => retry() })
    tell()
    return () => {
      delete shown.dataset.failed
      parts.delete(shown)
      tell()
    }
  }, [id, why])
  const all = useFailedParts()
  return [place, parts.has(place.current) ? all : null]
}
