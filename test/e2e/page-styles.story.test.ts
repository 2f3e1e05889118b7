import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { NOT_FOUND_PAGE, PAGES } from '#shared/pages.ts'
import { isWholeRun } from '../how-much.ts'
import { pageAddress } from '../page-addresses.ts'
import { newVisitor } from './open-browser.ts'
import { connectBrowser } from './visitor.ts'

// A page contains the rules that its markup can use, and the whole style sheet follows below it.

const EXAMPLES = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, id: '16000000' }
const EVERY_PAGE = PAGES.filter(({ module }) => module !== null).map((page) => pageAddress(page, EXAMPLES))
const WITHOUT_DATA = [
  NOT_FOUND_PAGE.path,
  '/club/2PPPPPPPP',
  '/browse/clubs?search=nobody',
  '/leaderboards?brawler=999',
]

/** Every second page is seen on a phone, the others at a desk: which rules a page contains is told by its markup. */
const VIEWS = [
  { width: 390, theme: 'default' },
  { width: 1280, theme: 'light' },
] as const
const SEEN = [...EVERY_PAGE, ...WITHOUT_DATA].map((path, place) => ({
  path,
  view: place % 2 === 0 ? VIEWS[0] : VIEWS[1],
}))

/**
 * The rules of the whole style sheet that select something in a page as the server wrote it, and that are not among the
 * rules in that page, or not in the order of the sheet. Rules for paper are not meant to be there.
 */
const MISSING = `(async (paths) => {
  // A busy server asks to come again.
  const read = async (address) => {
    const answer = await fetch(address)
    return answer.status < 500 ? answer.text() : read(address)
  }
  const sheetOf = (text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return rulesOf(sheet.cssRules, '')
  }
  const rulesOf = (rules, group) => [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [{ text: group + rule.cssText, selector: rule.selectorText }]
    const inner = rule instanceof CSSLayerBlockRule ? rule.name : rule.conditionText
    return inner === undefined || inner === 'print' || inner === 'properties' ? [] : rulesOf(rule.cssRules, group + inner + ' ')
  })
  const elementsOf = (selector) =>
    selector.replace(/(^|[ ,>+~(])::[\\w-]+(\\([^)]*\\))?/g, '$1*').replace(/::[\\w-]+(\\([^)]*\\))?/g, '')
  const whole = sheetOf(await read(document.querySelector('link[rel=stylesheet]').href))
  const found = []
  for (const path of paths) {
    const written = new DOMParser().parseFromString(await read(path), 'text/html')
    const own = sheetOf([...written.querySelectorAll('style')].map((each) => each.textContent).join('')).map(({ text }) => text)
    const selects = ({ selector }) => written.querySelector(elementsOf(selector)) !== null
    const needed = whole.filter(selects).map(({ text }) => text)
    let at = -1
    for (const text of needed) {
      const next = own.indexOf(text, at + 1)
      if (next < 0) found.push(path + ': ' + text)
      else at = next
    }
    if (needed.length < 100) found.push(path + ' uses only ' + needed.length + ' rules')
  }
  return found
})`

/**
 * What elements look like that differ in their tag, classes, parents or place: every property of each. The values of
 * custom properties show in the others.
 */
const LOOKS = `(() => {
  const looks = new Map()
  const nameOf = (element) => element ? element.localName + '.' + (element.getAttribute('class') ?? '') : ''
  for (const element of document.querySelectorAll('html, body, #root *')) {
    const { parentElement: parent, previousElementSibling: before, nextElementSibling: after } = element
    const place = (before ? '' : ' first') + (after ? '' : ' last') + (element.dataset.css ?? '')
    const name = [nameOf(element), nameOf(parent), nameOf(parent?.parentElement), place].join(' < ')
    if (looks.has(name)) continue
    const styles = ['', '::before', '::after'].map((part) => [part, getComputedStyle(element, part || null)])
    const shown = styles.filter(([part, style]) => part === '' || style.content !== 'none')
    looks.set(name, shown.flatMap(([part, style]) =>
      Array.from(style).filter((property) => !property.startsWith('--')).map((property) => part + property + ': ' + style.getPropertyValue(property))))
  }
  return looks
})()`

const NOTE = `window.looks = ${LOOKS}; undefined`

/** The properties that have changed since they were noted, each with its element. */
const CHANGES = `((before, after) => [...after].flatMap(([name, style]) => {
  const known = new Set(before.get(name))
  return style.filter((each) => !known.has(each)).map((each) => each + ' of ' + name)
}))(window.looks, ${LOOKS})`

const SHEET_IS_THERE = `document.querySelector('body link[rel=stylesheet]').sheet !== null`

const site = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())

it('every page contains each rule that its markup uses, in the order of the style sheet', async () => {
  const { page } = await newVisitor(browser)
  await page.goto(`${site}/scores`)
  const missingOn = (paths: string[]) => page.evaluate<string[]>(`${MISSING}(${JSON.stringify(paths)})`)
  expect(await missingOn(SEEN.map(({ path }) => path))).toEqual([])
  // One that is taken away is found.
  await page.route('**/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('.font-extrabold{', '.other{') })
  })
  expect(await missingOn(['/status'])).toEqual([expect.stringContaining('.font-extrabold')])
  await page.context().close()
})

// A run looks at one page, a whole run at all: the rules of the others are asked for above, in a fraction of the time.
describe('a page as it is first painted', () => {
  it.each(SEEN.filter(({ path }) => isWholeRun || path === '/'))(
    '$path looks as with the whole style sheet',
    async ({ path, view: { width, theme } }) => {
      const { page } = await newVisitor(browser, width)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.route(/\.(?:js|woff2)$/, (route) => route.abort())
      let sendSheet = () => {}
      const held = new Promise<void>((resolve) => {
        sendSheet = resolve
      })
      await page.route('**/assets/*.css', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(site + path, { waitUntil: 'commit' })
      const sheet = page.locator('body link[rel=stylesheet]')
      await sheet.waitFor({ state: 'attached' })
      // What is out of sight has its height from when it was last seen.
      await page.evaluate(
        `document.querySelectorAll('[class*=late-], tr').forEach((each) => (each.style.contentVisibility = 'visible'))`,
      )
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await page.evaluate(NOTE)
      expect(await page.evaluate(SHEET_IS_THERE)).toBe(false)
      sendSheet()
      await expect.poll(() => page.evaluate(SHEET_IS_THERE)).toBe(true)
      expect((await page.evaluate<string[]>(CHANGES)).slice(0, 9)).toEqual([])
      await page.context().close()
    },
  )
})

it('a first visit over a slow network does without the font; the next page has it', async () => {
  const { page } = await newVisitor(browser)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = { offline: false, latency: 150, downloadThroughput: 1_000_000, uploadThroughput: 1_000_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  const isUsed = async () => {
    await page.goto(site)
    await page.getByTitle(/^Free searches left/).waitFor()
    return [fonts.length > 0, await page.evaluate(`'font' in document.documentElement.dataset`)]
  }
  expect([await isUsed(), await isUsed()]).toEqual([
    [false, false],
    [true, true],
  ])
  await page.context().close()
})
