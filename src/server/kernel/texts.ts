import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_LANGUAGE, LANGUAGE_CODES, type Language } from '#shared/languages.ts'
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
function readMessages(language: Language, folder = COMPILED_TEXTS): Messages {
  const file = join(folder, `${language}.json`)
  const found = existsSync(file) ? file : join(folder, `${FIRST_LANGUAGE}.json`)
  return JSON.parse(readFileSync(found, 'utf8')) as Messages
}

/** The compiled messages of all languages. */
export function readAllMessages(folder = COMPILED_TEXTS): Map<Language, Messages> {
  return new Map(LANGUAGE_CODES.map((each) => [each, readMessages(each, folder)]))
}
