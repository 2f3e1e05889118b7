import { type ComponentType, lazy, use } from 'react'

/** A part whose code comes after the first paint. On the server, what stands in its place meanwhile is all there is. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return import.meta.env.SSR ? Later : lazy(async () => ({ default: await load() }))
}

/** Each waits for a promise of its own: one for all would hold on to every page that was ever made. */
function Later(): null {
  use(new Promise<never>(() => {}))
  return null
}
