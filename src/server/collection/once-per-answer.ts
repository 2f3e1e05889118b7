import type { Answer } from '../game-api/client.ts'

const stored = new WeakMap<object, Promise<unknown>>()

/**
 * Does something with an answer once. All who ask the same at the same time get one answer between them: one of them
 * stores it, and the others wait for that.
 */
export function oncePerAnswer<T>(answer: Answer<unknown>, store: () => Promise<T>): Promise<T> {
  const known = stored.get(answer) as Promise<T> | undefined
  if (known !== undefined) return known
  const storing = store()
  stored.set(answer, storing)
  return storing
}
