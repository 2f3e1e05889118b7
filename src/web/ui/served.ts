import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** True on the server, and while the browser takes over what the server rendered. */
export function useServed(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
