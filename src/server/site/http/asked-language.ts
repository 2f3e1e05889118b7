import { AppError } from '#server/kernel/errors.ts'
import { FIRST_LANGUAGE, LANGUAGE_CODES, type Language, matchLanguage } from '#shared/languages.ts'

/** The language that a query asks for by `lang`; English where it asks for none. Throws for one that the site lacks. */
export function askedLanguage(lang: unknown): Language {
  if (lang === undefined) return FIRST_LANGUAGE
  const language = typeof lang === 'string' ? matchLanguage(lang) : null
  if (language !== null) return language
  const sentence = `lang must be one of ${LANGUAGE_CODES.join(', ')}`
  throw new AppError('invalid', sentence, { code: 'invalid_language', fields: { lang: sentence } })
}
