import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { focusSection } from '#web/router/history.ts'

/** The parts of the page that failed, each by the place above it. */
const parts = new Map<Element, { why: string; onRetry: () => void }>()
const listeners = new Set<() => void>()

/** The place above the first failed part, and why they failed, '' where each has a reason of its own. */
type FailedParts = { place: Element; why: string }

let several: FailedParts | null = null

/** Tells the page where what is said of several failed parts changed. */
function tell(): void {
  const [place] = [...parts.keys()].sort((one, other) => (one.compareDocumentPosition(other) & 2) - 1)
  const [why = '', another] = new Set(Array.from(parts.values(), (part) => part.why))
  const told = place && parts.size > 1 ? { place, why: another === undefined ? why : '' } : null
  if (told?.place === several?.place && told?.why === several?.why) return
  several = told
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
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

/** Why an answer did not come, also while it is asked for again; undefined where it came, and before it did not. */
export function useFailure({ data, error }: { data: unknown; error: Error | null }): string | undefined {
  const [last, keep] = useState<string>()
  const why = data === undefined ? (error?.message ?? last) : undefined
  if (why !== last) keep(why)
  return why
}

/**
 * Counts a failed part while the place above it is there. Returns what `useFailedParts` does; null for a part of a dialog,
 * which covers the page.
 */
export function useFailedPart(
  why: string,
  onRetry: () => void,
): [RefObject<HTMLDivElement | null>, FailedParts | null] {
  const place = useRef<HTMLDivElement>(null)
  const [isInDialog, setInDialog] = useState(false)
  const retry = useEffectEvent(onRetry)
  const all = useFailedParts()
  // Before the page is drawn: nobody sees a part in the look of a single one first.
  useLayoutEffect(() => {
    const shown = place.current
    if (!shown) return
    if (shown.closest('dialog')) {
      setInDialog(true)
      return
    }
    parts.set(shown, { why, onRetry: () => retry() })
    tell()
    return () => {
      keepFocus(shown)
      parts.delete(shown)
      tell()
    }
  }, [why])
  return [place, isInDialog ? null : all]
}

/** Gives the focus of a failed part's button to what comes in its place, the section of the same id. */
function keepFocus(place: Element): void {
  if (!place.parentElement?.contains(document.activeElement)) return
  const id = place.closest('[id]')?.id ?? ''
  queueMicrotask(() => place.isConnected || focusSection(document.getElementById(id)))
}
