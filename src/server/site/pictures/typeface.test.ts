import { expect, it } from 'vitest'
import { readMessages } from '#server/kernel/texts.ts'
import { LANGUAGE_CODES, type Language } from '#shared/languages.ts'
import { makeTranslator, sayIn } from '#shared/texts.ts'
import { inFonts, isCovered, openPicture, type Weight } from './typeface.ts'

it.each(LANGUAGE_CODES)('the fonts have every letter of the texts in %s', (language) => {
  const letters = new Set(JSON.stringify(readMessages(language)).match(/[\p{L}\p{N}\p{P}]/gu))
  expect(letters.size).toBeGreaterThan(60)
  expect([...letters].filter((letter) => !isCovered(letter))).toEqual([])
})

const speak = <T>(language: Language, make: () => T extends PromiseLike<unknown> ? never : T) =>
  sayIn(makeTranslator(language, {}), make)

it.each([
  ['ja', 'Team 直12', 'Team <tspan font-family="Noto Sans JP">直</tspan>12'],
  ['zh-Hant', '直', '<tspan font-family="Noto Sans TC">直</tspan>'],
  ['ko', '直', '<tspan font-family="Noto Sans KR">直</tspan>'],
  ['de', '直', '<tspan font-family="Noto Sans JP">直</tspan>'],
  ['de', 'Кира & محمد', 'Кира &amp; محمد'],
  ['de', '日ᚱ한ᚱ<', '<tspan font-family="Noto Sans JP">日ᚱ</tspan><tspan font-family="Noto Sans KR">한ᚱ</tspan>&lt;'],
] as const)('in a picture in %s, %s is written as %s', (language, text, markup) => {
  expect(speak(language, () => inFonts(text))).toBe(markup)
})

it.each([
  ['ja', '日', '本'],
  ['ko', '한', '국'],
  ['zh-Hant', '臺', '灣'],
  ['ar', 'س', 'ل'],
  ['ru', 'Ж', 'Ф'],
  ['ar', '\u202bو そ\u202c', '\u202bو ら\u202c'],
  ['ar', '日 اللاعب الأول', '本 اللاعب الأول'],
  ['en', '日 traffic e\u0301', '本 traffic e\u0301'],
] as const)(
  'in a picture in %s, %s and %s are letters and not the same box, in each weight',
  (language, one, other) => {
    const drawn = (text: string, weight: Weight) => {
      const line = `<text y="50" font-size="50" font-family="Rubik" font-weight="${weight}">${inFonts(text)}</text>`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">${line}</svg>`
      return openPicture(svg).render().asPng().toString('base64')
    }
    for (const weight of [400, 600, 800] as const) {
      expect(speak(language, () => drawn(one, weight))).not.toBe(speak(language, () => drawn(other, weight)))
    }
  },
)

it.each([
  ['A', true],
  ['ß', true],
  ['Ж', true],
  ['ע', true],
  ['س', true],
  ['…', true],
  ['—', true],
  ['−', true],
  ['▲', true],
  ['Ω', true],
  ['日', true],
  ['ㄱ', true],
  ['한', true],
  ['灣', true],
  ['ᚱ', false],
  ['🐬', false],
  ['\uffff', false],
])('whether the fonts cover %s: %s', (character, covered) => {
  expect(isCovered(character)).toBe(covered)
})
