import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/** The parts of the page that failed and are shown, each with why and with what tries it again. */
const parts = new Map<Element | null, { why: string; onRetry: () => void }>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function read(): string | null {
  const [first, ...others] = Array.from(parts.values(), ({ why }) => why)
  if (first === undefined || others.length === 0) return null
  return others.every((why) => why === first) ? first : ''
}

/** Why several parts of the page failed, '' where each has a reason of its own; null where they did not. */
export function useFailedParts(): string | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

/** Tries each failed part again, as its own button does. */
export function retryFailedParts(): void {
  for (const { onRetry } of [...parts.values()]) onRetry()
}

/**
 * Counts a failed part while its element is shown. Returns what `useFailedParts` does; null for a part of a dialog, which
 * covers the frame.
 */
export function useFailedPart(why: string, onRetry: () => void): [RefObject<HTMLDivElement | null>, string | null] {
  const part = useRef<HTMLDivElement>(null)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const shown = part.current
    if (shown?.closest('dialog')) return
    parts.set(shown, { why, onRetry: () => retry() })
    tell()
    return () => {
      parts.delete(shown)
      tell()
    }
  }, [why])
  return [
    part,
    useSyncExternalStore(
      subscribe,
      () => (parts.has(part.current) ? read() : null),
      () => null,
    ),
  ]
}
