import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG, PLAYER_TAG_BEGINNING_WITH_2 } from '#demo/world/landmarks.ts'
import { LANGUAGE_CODES } from '#shared/languages.ts'
import { COUNTRIES } from '#shared/regions.ts'
import { tagInPath } from '#shared/tag.ts'
import { isWholeRun } from '../how-much.ts'
import { filledAddresses } from '../page-addresses.ts'
import { findBarriers, HEIGHT, viewsAt, WIDTHS } from './find-barriers.ts'
import { newVisitor } from './open-browser.ts'
import { ACCENTED, BARE, writePseudoTexts } from './pseudo-language.ts'
import { type Site, startSite } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

// Each page is opened once, on a phone, and looked at in every way: with longer texts, with larger ones, and by axe.

const [CLUB, PLAYER] = [tagInPath(EXAMPLE_CLUB_TAG), tagInPath(EXAMPLE_PLAYER_TAG)]
const UNKNOWN_CLUB = '2PPPPPPPP'
const EXAMPLES = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, id: '16000000' }
const TABS = ['members', 'former', 'applicants', 'weeks', 'rules', 'log', 'staff', 'channels']

/** Every page, and what else looks different. A search gets no valid tag, for a guest has few searches. */
const ADDRESSES = [
  ...filledAddresses(EXAMPLES).map(({ address }) => address),
  '/find',
  '/browse/clubs?entry=open&bar=30000&country=DE',
  '/leaderboards?type=brawlers',
  `/compare?type=club&a=${CLUB}&b=${UNKNOWN_CLUB}`,
  `/compare?type=player&a=${PLAYER}&b=${tagInPath(PLAYER_TAG_BEGINNING_WITH_2)}`,
  '/meta?tab=maps',
  // What a guest of the demo may try.
  ...TABS.map((tab) => `/desk/${CLUB}?tab=${tab}`),
  `/club/${UNKNOWN_CLUB}`,
  '/club',
  '/password#nonsense',
  '/nowhere',
]

/** Pages that hardly differ from those above. */
const SIMILAR = [
  '/player',
  '/compare',
  `/compare?type=club&a=${CLUB}`,
  '/browse/players?trophyMin=0&trophyMax=5000',
  '/find?trophies=30000&days=5&hours=18,19,20',
  '/desk/nonsense',
  '/week/nonsense',
  '/absence#nonsense',
  '/unsubscribe#nonsense',
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
  const isOwn = (text) => /[a-z]{3}/.test(text) && !/[${ACCENTED}]/.test(text) && /[${BARE}]/.test(text)
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

/** Texts of 200 %, also in what is out of sight, which is not laid out otherwise. */
const LARGE = `{
  document.documentElement.style.fontSize = '200%'
  for (const each of document.querySelectorAll('main *')) each.style.contentVisibility = 'visible'
}`

/** Cells and figures, which must not be cut, that end beyond the right edge of the screen. */
const BEYOND = `[...document.querySelectorAll('main td, main dd, main h1, main h2, main select, main input')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent)`

let site: Site
let browser: Browser
let page: Page
const texts = writePseudoTexts()

beforeAll(async () => {
  site = await startSite({ TEXTS_DIR: texts.directory }, inject('filledSite'))
  browser = await connectBrowser()
  page = (await newVisitor(browser, WIDTHS[0])).page
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  texts.remove()
})

async function open(path: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
  await page.goto(site.url + path)
  await page.waitForLoadState('networkidle')
}

const pages = (isWholeRun ? [...ADDRESSES, ...SIMILAR] : ADDRESSES).map((path, place) => ({ path, place }))

it.each(pages)(
  '$path has room for long texts and large ones, says none of its own, and has no barrier',
  async (each) => {
    const { path, place } = each
    await open(path)
    const { plain, cut, wide } = await page.evaluate<Looked>(LOOK)
    expect({ plain, cut, isWide: wide > 1 }).toEqual({ plain: [], cut: [], isWide: false })
    expect(await findBarriers(page, viewsAt(place), path)).toEqual([])
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
    await page.evaluate(LARGE)
    const sizes = () => page.evaluate<[number, string[]]>(`[document.documentElement.scrollWidth, ${BEYOND}]`)
    await expect.poll(sizes).toEqual([WIDTHS[0], []])
  },
)

it('the look at a page finds a text of no catalog, a cut word and what is too wide', async () => {
  await open('/scores')
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin',
    '<p>Planted trophies</p><button class="planted">Cut off</button><div class="planted-wide">x</div>')`)
  // The content policy allows no style element.
  await page.evaluate(`const sheet = new CSSStyleSheet()
    sheet.replaceSync('.planted { width: 20px; overflow: hidden; white-space: nowrap } .planted-wide { width: 600px }')
    document.adoptedStyleSheets.push(sheet)`)
  const { plain, cut, wide } = await page.evaluate<Looked>(LOOK)
  expect({ plain: plain.includes('Planted trophies'), cut: cut.includes('Cut off'), isWide: wide > 1 }).toEqual({
    plain: true,
    cut: true,
    isWide: true,
  })
})
