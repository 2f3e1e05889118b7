import { plainName } from '#shared/plain-name.ts'
import type { Coverage } from './font-coverage.ts'

/** Longer names are cut to the picture's width anyway. */
const LONGEST = 80

/** Control and format characters (bidi marks, joiners), private and unassigned ones. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Accents that stack higher than any language needs. */
const STACKED = /(\p{M}{2})\p{M}+/gu

const LETTER = /[\p{L}\p{N}]/u

/**
 * A name as the pictures show it: without the game's markup and whatever cannot be seen, styled letters (𝓐, Ａ) plain,
 * and without emoji and signs that the font lacks. Null when the font lacks one of its letters, or nothing is left: the
 * tag stands for it then.
 */
export function shownName(name: string, covers: Coverage): string | null {
  const clean = plainName(name.slice(0, 4 * LONGEST))
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED, '$1')
  let shown = ''
  for (const sign of [...clean].slice(0, LONGEST)) {
    if (covers(sign.codePointAt(0) ?? 0)) shown += sign
    else if (LETTER.test(sign)) return null
  }
  const tidy = shown.replace(/ +/g, ' ').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy) ? tidy : null
}
