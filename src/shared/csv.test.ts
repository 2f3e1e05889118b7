import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test.each([
  ['Ada', 'Ada'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1', "'+1"],
  ['-x', "'-x"],
  ['@me', "'@me"],
  ['\tx', "'\tx"],
  [' =x', "' =x"],
  ['\u200b=x', "'\u200b=x"],
  ['＝x', "'＝x"],
  ['a;=x', '"a;\'=x"'],
  ['a;b', '"a;b"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1,"2"', '"\'=1,""2"""'],
  ['🐬 Кира عبد', '🐬 Кира عبد'],
  ['#2PYL', '#2PYL'],
  [-120, '-120'],
  [null, ''],
])('the cell %j is written as %j', (cell, text) => {
  expect(csvText([[cell]])).toBe(text)
})

test('rows end with CRLF and cells are separated by commas, or by tabs for the clipboard', () => {
  const rows = [
    ['Member', 'Trophies'],
    ['Ada', 48_214],
  ]
  expect(csvText(rows)).toBe('Member,Trophies\r\nAda,48214')
  expect(csvText(rows, '\t')).toBe('Member\tTrophies\r\nAda\t48214')
})

test('no text can begin a cell of the file as a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(csvText([[text]])).not.toMatch(/(?:^|;)"?[\p{Z}\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u)
    }),
  )
})
