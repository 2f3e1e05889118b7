import { onTestFinished } from 'vitest'
import type { Context } from '#server/context.ts'
import { readMessages } from '#server/kernel/texts.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { type Messages, makeTranslator } from '#shared/texts.ts'

/** Says these messages in German in this test, and English ones for all others. */
export function offerGerman(context: Context, messages: Messages): void {
  const { texts } = context
  const german = makeTranslator('de', { ...readMessages(FIRST_LANGUAGE), ...messages })
  context.texts = (language) => (language === 'de' ? german : texts(language))
  onTestFinished(() => {
    context.texts = texts
  })
}
