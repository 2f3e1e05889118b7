import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_LANGUAGE, type Language } from '#shared/languages.ts'
import { type Messages, makeTranslator, type Translator } from '#shared/texts.ts'

/** Says texts in any language of the site. */
export type Texts = (language: Language) => Translator

/** Where the build writes the compiled catalogs (scripts/prepare/build-texts.mjs). */
const COMPILED_TEXTS = join(import.meta.dirname, '../../../dist/texts')

/**
 * Reads a language's messages when it is first asked for. A language without a compiled catalog is said in English.
 * @throws {Error} if the catalogs were never compiled
 */
export function readTexts(folder = COMPILED_TEXTS): Texts {
  const read = new Map<Language, Translator>()
  return (language) => {
    const known = read.get(language)
    if (known !== undefined) return known
    const translator = makeTranslator(language, readMessages(language, folder))
    read.set(language, translator)
    return translator
  }
}

/** The compiled messages of a language by id. */
export function readMessages(language: Language, folder = COMPILED_TEXTS): Messages {
  return JSON.parse(readCatalog(language, folder)) as Messages
}

/** The compiled messages of a language as JSON. */
export function readCatalog(language: Language, folder: string): string {
  const file = join(folder, `${language}.json`)
  return readFileSync(existsSync(file) ? file : join(folder, `${FIRST_LANGUAGE}.json`), 'utf8')
}
