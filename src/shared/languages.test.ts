import { expect, it } from 'vitest'
import { type Language, matchLanguage } from './languages.ts'

const OFFERED = ['en', 'de', 'es', 'pt-BR', 'zh-Hant', 'uk'] as Language[]

it.each([
  ['es-MX', 'es'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', null],
  ['EN-gb', 'en'],
  ['fi', null],
  ['*', null],
  ['a-very-strange-tag-of-nobody', null],
  ['', null],
])('who reads %j is offered %s', (tag, language) => {
  expect(matchLanguage(tag, OFFERED)).toBe(language)
})
