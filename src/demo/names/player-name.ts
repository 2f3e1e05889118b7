import { itemAt } from '../world/item-at.ts'
import { between, pick, pickWeighted, type Random } from '../world/random.ts'
import { EMOJI, SCRIPTS, type Script } from './words.ts'

/** Upper bound of a name in UTF-16 units (the longest real one). */
export const NAME_LENGTH = 26

type Ornament = { weight: number; apply: (name: string, random: Random) => string }

const SMALL_A = 'a'.charCodeAt(0)

/** How names are dressed up; the weights follow the shares counted in real names. */
const ORNAMENTS: readonly Ornament[] = [
  { weight: 42, apply: (name) => name },
  { weight: 12, apply: (name, random) => `${name}${between(random, 1, 2015)}` },
  { weight: 8, apply: (name) => name.toLowerCase() },
  { weight: 14, apply: (name, random) => `${name}${pick(random, EMOJI)}` },
  { weight: 4, apply: (name, random) => `${pick(random, EMOJI)}${name}${pick(random, EMOJI)}` },
  { weight: 4, apply: (name, random) => `${pick(random, ['ZK', 'MX', 'QT', 'VR'])}|${name}` },
  { weight: 3, apply: (name, random) => `<c${between(random, 0, 9)}>${name}</c>` },
  { weight: 1, apply: (name, random) => `QT|<c${between(random, 0, 9)}>${name}` },
  { weight: 1, apply: (name) => `${name}<3` },
  { weight: 1, apply: (name) => `<${name}>` },
  { weight: 1, apply: (name) => `${name}&co` },
  { weight: 1, apply: (name) => `"${name}"` },
  { weight: 2, apply: mathematicalBold },
  { weight: 0.4, apply: (name) => `${name}\u2060` },
  { weight: 0.3, apply: () => '\u2800'.repeat(15) },
]

/** A player's name in one of the given scripts: two dictionary words, dressed up; never blank, at most 26 UTF-16 units. */
export function playerName(random: Random, scripts: readonly string[]): string {
  const plain = combine(random, scriptNamed(pick(random, scripts)))
  const dressed = pickWeighted(random, ORNAMENTS).apply(plain, random)
  return dressed.length <= NAME_LENGTH ? dressed : plain.slice(0, NAME_LENGTH).trim()
}

export function scriptNamed(name: string): Script {
  const script = SCRIPTS[name]
  if (script === undefined) throw new RangeError(`no script named ${name}`)
  return script
}

function combine(random: Random, script: Script): string {
  if (random() < 0.35) return pick(random, random() < 0.5 ? script.first : script.second)
  return pick(random, script.first) + pick(random, script.joins) + pick(random, script.second)
}

/** Latin letters as the mathematical bold ones that some players paste; two UTF-16 units each. */
function mathematicalBold(name: string): string {
  const word = itemAt(name.toLowerCase().split(/[^a-z]/), 0)
  if (word === '') return name
  return [...word].map((letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - SMALL_A)).join('')
}
