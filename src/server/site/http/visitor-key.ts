import { hash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { networkOf } from '#server/kernel/limits.ts'
import type { Visitor } from './serve.ts'

/** Who asks, and from where. */
export type Asking = { visitor: Visitor; address: string }

/** Begins the key of all that a visitor of the demo leaves; no tag begins so. */
export const TRIAL = 'trial-'

/**
 * The key under which what is done about a club or player is kept: the tag. In the demo anybody may do everything, so
 * there the key is of the visitor's session alone, and nobody else finds what is kept under it.
 */
export function keyFor({ installation }: Context, { visitor, address }: Asking, tag: string): string {
  if (!installation.demo) return tag
  return `${TRIAL}${hash('sha256', sessionOf(visitor, address), 'hex').slice(0, 32)}${tag}`
}

function sessionOf(visitor: Visitor, address: string): Buffer | string {
  if (visitor.kind === 'user') return visitor.tokenHash
  return visitor.kind === 'guest' ? visitor.sessionHash : networkOf(address)
}
