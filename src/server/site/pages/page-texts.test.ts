import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { readPageTexts } from './page-texts.ts'

test('a page brings the texts that its scripts name, also those of a list that the build wrote as one text', () => {
  const web = mkdtempSync(join(tmpdir(), 'texts-'))
  onTestFinished(() => rmSync(web, { recursive: true }))
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'assets', 'index.js'), 'let a=`ui.first`;let b=`ui.one,ui.two,ui.three`.split(`,`)')
  const texts = { 'ui.first': 'First', 'ui.one': 'One', 'ui.two': 'Two', 'ui.three': 'Three', 'ui.other': 'Other' }
  writeFileSync(join(web, `${FIRST_LANGUAGE}.json`), JSON.stringify(texts))
  const element = readPageTexts(web, web, { 'index.html': { file: 'assets/index.js' } }).element(FIRST_LANGUAGE, null)
  expect(element.match(/"ui\.\w+"/g)).toEqual(['"ui.first"', '"ui.one"', '"ui.two"', '"ui.three"'])
})
