import { onTestFinished } from 'vitest'
import type { Context } from '#server/context.ts'
import { readAllMessages } from '#server/kernel/texts.ts'
import { FIRST_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from '#shared/languages.ts'
import { type Messages, makeTranslator } from '#shared/texts.ts'

/** Numbers and dates of it come from `Intl`. */
export const GERMAN = 'de' as Language

/**
 * Offers German in this test, also where the site has no German: with these compiled messages, and with English ones for
 * all others.
 */
export function offerGerman(context: Context, messages: Messages): void {
  const [texts, offered] = [context.texts, LANGUAGE_CODES.includes(GERMAN)]
  const german = makeTranslator(GERMAN, { ...readAllMessages().get(FIRST_LANGUAGE), ...messages })
  context.texts = (language) => (language === GERMAN ? german : texts(language))
  if (!offered) {
    Object.assign(LANGUAGES, { [GERMAN]: { name: 'Deutsch', direction: 'ltr' } })
    LANGUAGE_CODES.push(GERMAN)
  }
  onTestFinished(() => {
    context.texts = texts
    if (offered) return
    Reflect.deleteProperty(LANGUAGES, GERMAN)
    LANGUAGE_CODES.pop()
  })
}
