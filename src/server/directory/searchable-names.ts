import { plainName } from '#shared/plain-name.ts'

/** Characters that are kept: more than any name has. An index entry must stay small whatever the game sends. */
const LONGEST = 120

/** Accents of Latin, Greek and Cyrillic. The vowel signs of Thai, Devanagari and others are letters, not accents. */
const ACCENTS = '\\u0300-\\u036f'
const HEBREW_POINTS = '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'
const ARABIC_MARKS = '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed'
const TATWEEL = '\\u0640'
/** They choose the look of an emoji. Not every keyboard sets them. */
const VARIATION_SELECTORS = '\\ufe00-\\ufe0f'

const MARKS = new RegExp(`[${ACCENTS}${HEBREW_POINTS}${ARABIC_MARKS}${TATWEEL}${VARIATION_SELECTORS}]`, 'g')

/**
 * Letters that Unicode does not decompose, with a stroke, joined or as small capitals; each stands before its
 * replacement.
 */
const LETTERS = new Map(
  [
    'øo łl đd ħh ıi ςσ æae œoe ßss',
    'ᴀa ᴁae ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ɶoe ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
  ].flatMap((row) => row.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)])),
)

const TO_REPLACE = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/**
 * A name as it is searched and sorted: in small letters, without markup, accents, vowel points and invisible characters,
 * and with plain letters instead of styled ones (𝓐, Ａ, ᴀ). A folded name stays as it is. A name of marks alone keeps
 * them.
 */
export function foldName(name: string): string {
  const folded = simplify(plainName(name), MARKS) || simplify(name, null)
  return folded === name ? name : foldName(folded)
}

function simplify(name: string, marks: RegExp | null): string {
  const withoutMarks = (text: string) => {
    const decomposed = text.normalize('NFKD')
    return marks === null ? decomposed : decomposed.replace(marks, '')
  }
  return withoutMarks(withoutMarks(name).toUpperCase().toLowerCase())
    .replace(TO_REPLACE, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()
    .trim()
}

/** All names folded: the present one first, then at most 20 former ones, each once. */
export function foldedNames(name: string, formerNames: readonly string[]): string[] {
  return [foldName(name), ...[...new Set(formerNames.map(foldName))].slice(0, 20)]
}

/** Everything that a club or player may be found by, each on a line: the name, the tag, the former names. */
export function searchText(tag: string, [name = '', ...former]: readonly string[]): string {
  return [name, tag.toLowerCase(), ...former].join('\n')
}

/** The most grams of a row, however many former names there are. */
const MOST = 64

const BEYOND_ASCII = /[^\p{ASCII}]/u

/**
 * What a search for one or two letters beyond ASCII looks for. Of folded names, the present one first: each letter beyond
 * ASCII and each pair of neighbours with such a letter, but none across a space. At most 64, each once; null without any.
 */
export function shortGrams(names: readonly string[]): string[] | null {
  const grams = new Set<string>()
  for (const name of names.filter(isBeyondAscii)) {
    for (const gram of gramsOf([...name])) {
      if (grams.size < MOST) grams.add(gram)
    }
  }
  return grams.size === 0 ? null : [...grams]
}

/** Whether any letter is beyond ASCII. */
export function isBeyondAscii(text: string): boolean {
  return BEYOND_ASCII.test(text)
}

function gramsOf(letters: string[]): string[] {
  const pairs = letters.slice(1).map((letter, index) => letters[index] + letter)
  return [...letters, ...pairs].filter((gram) => isBeyondAscii(gram) && !gram.includes(' '))
}
