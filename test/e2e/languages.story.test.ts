import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { LANGUAGE_CODES } from '#shared/languages.ts'
import { COUNTRIES } from '#shared/regions.ts'
import { tagInPath } from '#shared/tag.ts'
import { filledAddresses } from '../page-addresses.ts'
import { newVisitor } from './open-browser.ts'
import { type Site, startSite } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

// A language that nobody speaks: English with an accent on each letter, and half as long again. A text without accents
// comes from no catalog, and what a longer text breaks is found.
const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  r: 'ř',
  t: 'ť',
}

function accented(text: string): string {
  const parts = text.split(/(<\/?\w+>)/)
  const shown = parts.map((part) =>
    part.startsWith('<') ? part : part.replaceAll(/[a-z]/g, (each) => ACCENTS[each] ?? each),
  )
  const letters = text.replaceAll(/<\/?\w+>|[^a-zA-Z]/g, '').length
  return shown.join('') + (letters > 12 ? ' ' + '~'.repeat(Math.round(letters / 4)) : '')
}

type Compiled = string | [string] | [string, string, Record<string, unknown> | string] | Compiled[]

function pseudo(message: Compiled): Compiled {
  if (typeof message === 'string') return accented(message)
  return message.map((part) => {
    if (typeof part === 'string') return part === '#' ? part : accented(part)
    const [name, type, choices] = part as [string, string?, Record<string, Compiled>?]
    if (typeof choices !== 'object') return part
    return [
      name,
      type,
      Object.fromEntries(
        Object.entries(choices).map(([key, value]) => [key, typeof value === 'object' ? pseudo(value) : value]),
      ),
    ]
  }) as Compiled
}

let site: Site
let browser: Browser
const texts = mkdtempSync(join(tmpdir(), 'delphin-texts-'))

beforeAll(async () => {
  const english = JSON.parse(readFileSync('dist/texts/en.json', 'utf8')) as Record<string, Compiled>
  const all = Object.fromEntries(Object.entries(english).map(([id, message]) => [id, pseudo(message)]))
  writeFileSync(join(texts, 'en.json'), JSON.stringify(all))
  site = await startSite({ TEXTS_DIR: texts }, inject('filledSite'))
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(texts, { recursive: true, force: true })
})

const CLUB = tagInPath(EXAMPLE_CLUB_TAG)
const EXAMPLES = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, id: '16000000' }
const TABS = ['members', 'former', 'applicants', 'weeks', 'rules', 'log', 'staff', 'channels']
const ADDRESSES = [
  ...filledAddresses(EXAMPLES).map(({ address }) => address),
  '/leaderboards?type=brawlers',
  `/compare?type=club&a=${CLUB}`,
  '/meta?tab=maps',
  // What a guest of the demo may try.
  ...TABS.map((tab) => `/desk/${CLUB}?tab=${tab}`),
  '/nowhere',
]

const countryName = new Intl.DisplayNames('en', { type: 'region' })
const languageName = new Intl.DisplayNames('en', { type: 'language' })
const NAMES = [
  ...COUNTRIES.map((code) => countryName.of(code)),
  ...LANGUAGE_CODES.map((code) => languageName.of(new Intl.Locale(code).language)),
]

/** In the browser: texts without an accent that are no data, and what is cut off or wider than the page. */
const LOOK = `(() => {
  const bare = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const data = bare(document.getElementById('answers')?.textContent ?? '')
  // The browser writes times in the language of the page, as it does the names of countries and languages.
  const names = ${JSON.stringify(NAMES)}
  const BY_INTL = /^\\d+ (second|minute|hour|day)s? ago$|^[A-Z][a-z]+day, /
  const isOwn = (text) => /[a-z]{3}/.test(text) && !/[${Object.values(ACCENTS).join('')}]/.test(text) && /[${Object.keys(ACCENTS).join('')}]/.test(text)
  const plain = new Set()
  const walker = document.createTreeWalker(document.querySelector('#root'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const box = node.parentElement
    if (!isOwn(text) || box.closest('bdi, script, style, code, kbd, option, [lang]:not(html)')) continue
    if (data.includes(bare(text)) || /^(Delphin|https?:|www\\.|#|@)/.test(text) || BY_INTL.test(text) || names.includes(text)) continue
    plain.add(text)
  }
  const cut = new Set()
  for (const box of document.querySelectorAll('#root button, #root a, #root th, #root label, #root h1, #root h2, #root h3')) {
    if (box.closest('.sr-only, [hidden]') || box.clientWidth < 2) continue
    const style = getComputedStyle(box)
    if (style.overflow === 'hidden' && box.scrollWidth > box.clientWidth + 1 && !box.querySelector('bdi')) cut.add(box.textContent.trim())
  }
  return { plain: [...plain], cut: [...cut], wide: document.documentElement.scrollWidth - window.innerWidth }
})()`

type Looked = { plain: string[]; cut: string[]; wide: number }

it.each(ADDRESSES)('%s at 390 px says all of its texts from catalogs, and has room for longer ones', async (path) => {
  const { page } = await newVisitor(browser, 390)
  await page.goto(site.url + path)
  await page.waitForLoadState('networkidle')
  const { plain, cut, wide } = await page.evaluate<Looked>(LOOK)
  await page.context().close()
  expect({ plain, cut, isWide: wide > 1 }).toEqual({ plain: [], cut: [], isWide: false })
})

it('the look at a page finds a text of no catalog, a cut word and what is too wide', async () => {
  const { page } = await newVisitor(browser, 390)
  await page.goto(`${site.url}/scores`)
  await page.waitForLoadState('networkidle')
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin',
    '<p>Planted trophies</p><button class="planted">Cut off</button><div class="planted-wide">x</div>')`)
  // The content policy allows no style element.
  await page.evaluate(`const sheet = new CSSStyleSheet()
    sheet.replaceSync('.planted { width: 20px; overflow: hidden; white-space: nowrap } .planted-wide { width: 600px }')
    document.adoptedStyleSheets.push(sheet)`)
  const { plain, cut, wide } = await page.evaluate<Looked>(LOOK)
  await page.context().close()
  expect({ plain: plain.includes('Planted trophies'), cut: cut.includes('Cut off'), isWide: wide > 1 }).toEqual({
    plain: true,
    cut: true,
    isWide: true,
  })
})
