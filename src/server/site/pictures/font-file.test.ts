import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { expect, it, onTestFinished } from 'vitest'
import { openFont } from './font-file.ts'

const RUBIK = fileURLToPath(import.meta.resolve('@expo-google-fonts/rubik/400Regular/Rubik_400Regular.ttf'))
const KOREAN = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf'))

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-font-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'font.ttf')
  writeFileSync(path, bytes)
  return path
}

function drawn(text: string, fontFile: string): string {
  const line = `<text y="60" font-size="50">${text}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="80">${line}</svg>`
  const picture = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [fontFile] } }).render()
  return picture.asPng().toString('base64')
}

it.each([
  ['of Rubik, one of which is composed of others', RUBIK, 'ä'],
  ['of a large font', KOREAN, '돌고래 클럽 12'],
])('a few letters %s are drawn as from the whole font, from a file of some KB', (_what, path, text) => {
  const small = openFont(path).cut(text)
  expect(small.length).toBeLessThan(20_000)
  expect(drawn(text, fileOf(small))).toBe(drawn(text, path))
})

it('a letter that the font lacks is not covered, and is cut from it as the box that stands for it', () => {
  const font = openFont(RUBIK)
  expect([0x65e5, 0x1f42c, 0xffff, 0x41].map((codePoint) => font.covers(codePoint))).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(font.cut('日').length).toBeGreaterThan(0)
})

it('a file that is not a font is refused', () => {
  expect(() => openFont(fileOf(Buffer.alloc(64))).covers(0x41)).toThrow('is not a font')
  expect(() => openFont(fileOf(Buffer.alloc(64))).cut('A')).toThrow('cannot cut')
})
