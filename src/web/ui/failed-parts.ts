import { useEffect, useSyncExternalStore } from 'react'

/** The parts of the page that failed and are shown, each with why. */
const parts = new Set<{ why: string }>()
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

/** Counts a failed part while it is shown. Returns whether it is one of several. */
export function useFailedPart(why: string): boolean {
  useEffect(() => {
    const part = { why }
    parts.add(part)
    tell()
    return () => {
      parts.delete(part)
      tell()
    }
  }, [why])
  return useFailedParts() !== null
}
