import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** True on the server, and while the browser takes over what the server rendered. */
export function useServed(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

/**
 * True in a part of the page that took over what the server rendered. It stays so: with `useServed`, React renders each such
 * part a second time, and all of them in one long step, right after it has taken them over.
 */
export function useWasServed(): boolean {
  const [part] = useState<{ served?: boolean }>({})
  const remember = (served: boolean) => {
    part.served ??= served
    return part.served
  }
  return useSyncExternalStore(
    never,
    () => remember(false),
    () => remember(true),
  )
}
