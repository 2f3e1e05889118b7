import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** The parts of the page that failed and are shown, each with why and with what tries it again. */
const parts = new Set<{ why: string; onRetry: () => void }>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function read(): string | null {
  const [first, ...others] = [...parts].map(({ why }) => why)
  if (first === undefined || others.length === 0) return null
  return others.every((why) => why === first) ? first : ''
}

/** Why several parts of the page failed, '' where each has a reason of its own; null where they did not. */
export function useFailedParts(): string | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

/** Tries each failed part again, as its own button does. */
export function retryFailedParts(): void {
  for (const { onRetry } of [...parts]) onRetry()
}

/**
 * Counts a failed part while it is shown. Returns what `useFailedParts` does; null for what fails while a dialog covers
 * the frame, and so for what fails in it.
 */
export function useFailedPart(why: string, onRetry: () => void): string | null {
  const retry = useEffectEvent(onRetry)
  const [covers, setCovers] = useState(false)
  useEffect(() => {
    if (document.querySelector('dialog[open]')) return setCovers(true)
    const part = { why, onRetry: () => retry() }
    parts.add(part)
    tell()
    return () => {
      parts.delete(part)
      tell()
    }
  }, [why])
  const whyAll = useFailedParts()
  return covers ? null : whyAll
}
