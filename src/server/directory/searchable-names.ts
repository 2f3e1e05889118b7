import { plainName } from '#shared/plain-name.ts'

/** More than any name has; an index entry must stay small whatever the game sends. */
const LONGEST = 120

/** Accents of Latin, Greek and Cyrillic. The vowel signs of Thai, Devanagari and others are letters, not accents. */
const ACCENTS = '\\u0300-\\u036f'
const HEBREW_POINTS = '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'
const ARABIC_MARKS = '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed'
const TATWEEL = '\\u0640'
/** They choose the look of an emoji, and not every keyboard sets them. */
const VARIATION_SELECTORS = '\\ufe00-\\ufe0f'

const MARKS = new RegExp(`[${ACCENTS}${HEBREW_POINTS}${ARABIC_MARKS}${TATWEEL}${VARIATION_SELECTORS}]`, 'g')

/** Letters with a stroke, joined letters and small capitals, which Unicode does not take apart: each before its own. */
const LETTERS = new Map(
  [
    'øo łl đd ħh ıi ςσ æae œoe ßss',
    'ᴀa ᴁae ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ɶoe ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
  ].flatMap((row) => row.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)])),
)

const TO_REPLACE = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/**
 * A name as it is searched and sorted: markup, accents, vowel points, invisible characters and the difference of capital
 * and small letters taken out, styled letters (𝓐, Ａ, ᴀ) made plain. Folding again changes nothing; a name of nothing
 * but marks keeps them.
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

/** All names folded, the present one first, then at most 20 of those before, each once. */
export function foldedNames(name: string, formerNames: readonly string[]): string[] {
  return [foldName(name), ...[...new Set(formerNames.map(foldName))].slice(0, 20)]
}

/** Everything a club or player may be found by, one a line: the name, the tag, the names before. */
export function searchText(tag: string, [name = '', ...former]: readonly string[]): string {
  return [name, tag.toLowerCase(), ...former].join('\n')
}

/** Names before the present one may be many; what is kept of a row must not. The present name comes first. */
const MOST = 64

const BEYOND_ASCII = /[^\p{ASCII}]/u

/**
 * What a search for one or two letters beyond ASCII looks for, of folded names, the present one first: each such letter
 * and each pair of neighbours with one, without those across a space. At most 64, each once; null when there is none.
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
