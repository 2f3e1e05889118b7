import { TAG_ALPHABET } from '#shared/tag.ts'
import { pick, type Random } from './random.ts'

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
