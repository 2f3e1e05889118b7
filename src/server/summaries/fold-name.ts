import { plainName } from '#shared/plain-name.ts'

/** More than any name has; an index entry must stay small whatever the game sends. */
const LONGEST = 120

/** Accents of Latin, Greek and Cyrillic. The vowel signs of other scripts are letters, not accents. */
const ACCENTS = /[\u0300-\u036f]/g

/** Letters that are only a base letter with a stroke, which Unicode does not take apart. */
const STROKES: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ' }

/**
 * A name as it is searched and sorted: markup, accents, invisible characters and the difference of capital and small
 * letters taken out, styled letters (𝓐, Ａ) made plain.
 */
export function foldName(name: string): string {
  return plainName(name)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[øłđħıς]/g, (letter) => STROKES[letter] ?? letter)
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()
    .trim()
}

/** Everything a club or player may be found by, one a line: the name, the tag, the names before. */
export function searchText(tag: string, name: string, formerNames: readonly string[]): string {
  const former = [...new Set(formerNames.map(foldName))].slice(0, 20)
  return [foldName(name), tag.toLowerCase(), ...former].join('\n')
}
