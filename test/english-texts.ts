import { readFileSync } from 'node:fs'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { type Messages, makeTranslator, setPageTexts } from '#shared/texts.ts'

// A setup file: pages of tests are in English, and have all texts.
const english = JSON.parse(readFileSync(`dist/texts/${FIRST_LANGUAGE}.json`, 'utf8')) as Messages
setPageTexts(
  makeTranslator(FIRST_LANGUAGE, english, (id) => {
    throw new Error(`No catalog in texts/en has "${id}".`)
  }),
)
