import { expect, it } from 'vitest'
import { fontCoverage } from './font-coverage.ts'
import { openRubik } from './typeface.ts'

it.each([
  ['A', true],
  ['ß', true],
  ['Ж', true],
  ['ע', true],
  ['س', true],
  ['…', true],
  ['—', true],
  ['−', true],
  ['▲', false],
  ['Ω', false],
  ['日', false],
  ['🐬', false],
  ['\uffff', false],
])('knows whether Rubik has %s: %s', (sign, has) => {
  expect(openRubik().covers(sign.codePointAt(0) ?? 0)).toBe(has)
})

it('says so when a file is no font that it can read', () => {
  expect(() => fontCoverage(Buffer.alloc(64))).toThrow('no cmap subtable')
})
