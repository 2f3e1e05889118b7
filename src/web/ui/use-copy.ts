import { useState } from 'react'

/** Whether the last copy succeeded; `idle` before it. */
type CopyState = 'idle' | 'copied' | 'failed'

/** Copies a text to the clipboard, and tells whether it is there. `reset` forgets the outcome, as when the visitor leaves the button. */
export function useCopy(text: () => string): { state: CopyState; copy: () => Promise<boolean>; reset: () => void } {
  const [state, setState] = useState<CopyState>('idle')
  const copy = async () => {
    // Browsers offer the clipboard on HTTPS only, and ask the visitor.
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    )
    setState(copied ? 'copied' : 'failed')
    return copied === true
  }
  return { state, copy, reset: () => setState('idle') }
}
