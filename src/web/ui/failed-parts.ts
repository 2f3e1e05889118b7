import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { focusSection } from '#web/router/history.ts'

/** A part of the page that failed. */
type FailedPart = {
  why: string
  /** What is said where it alone failed: `Failed to fetch member scores`. */
  title: string
  /** The title and the anchor of its card, which is not there while several parts failed: the page's message has them. */
  heading?: ReactNode
  id?: string | undefined
  onRetry: () => void
}

/** In the order of the page, each with the place above it. */
export type FailedParts = readonly (FailedPart & { place: Element })[]

const parts = new Set<FailedParts[number]>()
const listeners = new Set<() => void>()

let several: FailedParts | null = null

function tell(): void {
  const failed = [...parts].sort((one, other) => (one.place.compareDocumentPosition(other.place) & 2) - 1)
  // The last one stays in the message, which does not change its look while parts come.
  several = failed.length > (several ? 0 : 1) ? failed : null
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
 * Counts a failed part while the place above it is there. Returns what `useFailedParts` does; null for a part of a dialog,
 * which covers the page.
 */
export function useFailedPart(part: FailedPart): [RefObject<HTMLDivElement | null>, FailedParts | null] {
  const { why } = part
  const place = useRef<HTMLDivElement>(null)
  const [isInDialog, setInDialog] = useState(false)
  const latest = useEffectEvent(() => part)
  const all = useFailedParts()
  // Before the page is drawn: nobody sees a part in the look of a single one first.
  useLayoutEffect(() => {
    const shown = place.current
    if (!shown) return
    if (shown.closest('dialog')) {
      setInDialog(true)
      return
    }
    const failed = { ...latest(), why, place: shown, onRetry: () => latest().onRetry() }
    parts.add(failed)
    tell()
    return () => {
      keepFocus(failed)
      parts.delete(failed)
      tell()
    }
  }, [why])
  return [place, isInDialog ? null : all]
}

/** Gives the focus of the button at a failed part to what comes in its place, the section of the same id. */
function keepFocus({ place, id = place.closest('[id]')?.id ?? '' }: FailedParts[number]): void {
  if (!place.parentElement?.contains(document.activeElement)) return
  queueMicrotask(() => place.isConnected || focusSection(document.getElementById(id)))
}
