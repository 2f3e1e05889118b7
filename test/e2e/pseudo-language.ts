import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  r: 'ř',
  t: 'ť',
}

/** Letters that every text of the language has with an accent, and the accented ones. */
export const [BARE, ACCENTED] = [Object.keys(ACCENTS).join(''), Object.values(ACCENTS).join('')]

function accented(text: string): string {
  const parts = text.split(/(<\/?\w+>)/)
  const shown = parts.map((part) =>
    part.startsWith('<') ? part : part.replaceAll(/[a-z]/g, (each) => ACCENTS[each] ?? each),
  )
  const letters = text.replaceAll(/<\/?\w+>|[^a-zA-Z]/g, '').length
  return shown.join('') + (letters > 12 ? ' ' + '~'.repeat(Math.round(letters / 4)) : '')
}

type Compiled = string | [string] | [string, string, Record<string, unknown> | string] | Compiled[]

function pseudo(message: Compiled): Compiled {
  if (typeof message === 'string') return accented(message)
  return message.map((part) => {
    if (typeof part === 'string') return part === '#' ? part : accented(part)
    const [name, type, choices] = part as [string, string?, Record<string, Compiled>?]
    if (typeof choices !== 'object') return part
    return [
      name,
      type,
      Object.fromEntries(
        Object.entries(choices).map(([key, value]) => [key, typeof value === 'object' ? pseudo(value) : value]),
      ),
    ]
  }) as Compiled
}

/**
 * Writes the texts of a language that nobody speaks: English with an accent on each letter, and half as long again. A text
 * without accents comes from no catalog, and what a longer text breaks is found.
 */
export function writePseudoTexts(): { directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-texts-'))
  const english = JSON.parse(readFileSync('dist/texts/en.json', 'utf8')) as Record<string, Compiled>
  const all = Object.fromEntries(Object.entries(english).map(([id, message]) => [id, pseudo(message)]))
  writeFileSync(join(directory, 'en.json'), JSON.stringify(all))
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
