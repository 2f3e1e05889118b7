import { TAG_ALPHABET } from '#shared/tag.ts'

/** The item at an index that is known to exist; a RangeError tells of a broken world, not of a bad request. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item at ${index} of ${items.length}`)
  return item
}

/** Uniform over [0, 1). */
export type Random = () => number

/** Mixes two integers into an unsigned 32-bit one; the source of every seed below the world's own. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(b ^ 0xc2b2ae35, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The mulberry32 generator: fast, 32 bits of state, the same everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from low to high, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function pick<T>(random: Random, items: ArrayLike<T>): T {
  return itemAt(items, Math.floor(random() * items.length))
}

/** An item with a chance in proportion to its weight. */
export function pickWeighted<T extends { weight: number }>(random: Random, items: readonly T[]): T {
  let left = random() * items.reduce((sum, item) => sum + item.weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return itemAt(items, items.length - 1)
}

/** A standard normal deviate, near enough (sum of four uniforms, so never beyond 3.5). */
export function gauss(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}

/** A tag of eight or nine letters that is not taken yet. `chanceOf2`: 0.36 of players and 0.74 of clubs begin with 2. */
export function makeTag(random: Random, chanceOf2: number, taken: ReadonlyMap<string, unknown>): string {
  let tag = ''
  do tag = randomTag(random, chanceOf2)
  while (taken.has(tag))
  return tag
}

/** A tag of eight or nine letters, perhaps one in use. */
export function randomTag(random: Random, chanceOf2: number): string {
  let tag = random() < chanceOf2 ? '#2' : `#${pick(random, '89PYLQGRJCUV')}`
  const length = random() < 0.3 ? 9 : 10
  while (tag.length < length) tag += pick(random, TAG_ALPHABET)
  return tag
}
