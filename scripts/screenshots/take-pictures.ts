import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../prepare/find-program.mjs'
import type { Shown } from './pages.ts'

const THEMES = ['default', 'light', 'dark'] as const
const SIZES = [
  { name: 'desktop', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const

export type Wish = { url: string; folder: string; pages: Shown[]; token: string; wholePage: boolean }

/** Writes every page in every theme and at both widths as `page-theme-size.png`; returns how many. */
export async function takePictures(wish: Wish): Promise<number> {
  mkdirSync(wish.folder, { recursive: true })
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: root })
  let count = 0
  try {
    for (const size of SIZES) {
      for (const theme of THEMES) {
        count += await takeAll(browser, wish, { size, theme })
      }
    }
  } finally {
    await browser.close()
  }
  return count
}

type View = { size: (typeof SIZES)[number]; theme: (typeof THEMES)[number] }

async function takeAll(browser: Browser, wish: Wish, { size, theme }: View): Promise<number> {
  const { url, folder, pages, token, wholePage } = wish
  for (const shown of pages) {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
    await context.addInitScript({ content: visitScript(theme, shown.signedIn ? token : null) })
    const page = await context.newPage()
    if (shown.failing) await fail(page, shown.failing)
    await page.goto(url + shown.path)
    await settle(page)
    await shown.act?.(page)
    const file = `${shown.name}-${theme === 'default' ? 'beluga' : theme}-${size.name}.png`
    await page.screenshot({ path: join(folder, file), fullPage: wholePage && !shown.act })
    await context.close()
  }
  return pages.length
}

const ANSWERS = /<script type="application\/json" id="answers">[^<]*<\/script>/

/** Lets calls fail, and takes the answers that the server writes into pages, so that they are made. */
async function fail(page: Page, calls: string): Promise<void> {
  await page.route(calls, (route) => route.fulfill({ status: 418, json: { error: 'The store rests.', code: 'busy' } }))
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(ANSWERS, '') })
  })
}

/** Runs in the page before its own scripts. */
function visitScript(theme: string, token: string | null): string {
  const keep = (key: string, value: string) => `localStorage.setItem('${key}', ${JSON.stringify(value)});`
  return keep('delphin.theme', theme) + (token === null ? '' : keep('delphin.token', token))
}

/** Nothing under way any more, fonts there, and what waits below the fold brought up. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  for (let place = 0; place < height; place += 600) await page.evaluate(`window.scrollTo(0, ${place})`)
  await page.waitForLoadState('networkidle')
  await page.evaluate('window.scrollTo(0, 0); document.fonts.ready.then(() => true)')
  // The page hears of the last scroll with the next frame, and shows it with the one after.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}
