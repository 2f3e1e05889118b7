import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part whose code comes after the first paint. On the server, what stands in its place meanwhile is all there is. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(import.meta.env.SSR ? () => new Promise<never>(() => {}) : async () => ({ default: await load() }))
}
