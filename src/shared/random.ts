import { TAG_ALPHABET } from './tag.ts'

/** Gives numbers from 0 to below 1, all equally likely. */
export type Random = () => number

/** Mixes two integers into an unsigned 32-bit one. Seeds are made with it. */
export function mixBits(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(b ^ 0xc2b2ae35, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A seed that a text alone decides. */
export function seedOf(text: string): number {
  let seed = text.length
  for (let index = 0; index < text.length; index++) seed = mixBits(seed, text.charCodeAt(index))
  return seed
}

/** The mulberry32 generator: fast, 32 bits of state, and the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The item at an index that must exist. A RangeError means a broken world, not a bad request. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item at ${index} of ${items.length}`)
  return item
}

/** A whole number from low to high, both included. */
export function randomBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function pick<T>(random: Random, items: ArrayLike<T>): T {
  return itemAt(items, Math.floor(random() * items.length))
}

/** An item with a chance in proportion to its weight. */
export function pickWeighted<T extends { weight: number }>(random: Random, items: readonly T[]): T {
  let total = 0
  for (const { weight } of items) total += weight
  let left = random() * total
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return itemAt(items, items.length - 1)
}

/** A number from a nearly normal distribution, mean 0 and deviation 1: a sum of four, so never beyond 3.5. */
export function gauss(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}

/** A tag of eight or nine characters that is not in `taken`. `chanceOf2`: the chance that it begins with 2. */
export function makeTag(random: Random, chanceOf2: number, taken: ReadonlyMap<string, unknown>): string {
  let tag = ''
  do tag = randomTag(random, chanceOf2)
  while (taken.has(tag))
  return tag
}

/** A tag of eight or nine characters, which may be in use. */
export function randomTag(random: Random, chanceOf2: number): string {
  let tag = random() < chanceOf2 ? '#2' : `#${pick(random, '89PYLQGRJCUV')}`
  const length = random() < 0.3 ? 9 : 10
  while (tag.length < length) tag += pick(random, TAG_ALPHABET)
  return tag
}
