import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from './prepare/find-program.mjs'
import { pagesToShow, type Shown, statesToShow } from './screenshots/pages.ts'

const THEMES = ['default', 'light', 'dark'] as const
const SIZES = [
  { name: 'desktop', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const

export type PictureJob = { url: string; folder: string; pages: Shown[]; token: string; wholePage: boolean }

/** Writes every page in every theme and at both widths as `page-theme-size.png`; returns how many. */
async function takePictures(wish: PictureJob): Promise<number> {
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

async function takeAll(browser: Browser, wish: PictureJob, { size, theme }: View): Promise<number> {
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

/** Makes an account that only pictures need, and returns its token. */
async function signIn(url: string): Promise<string> {
  const name = `picture-${Date.now().toString(36)}`
  const account = { username: name, email: `${name}@example.org`, password: `${name}-secret` }
  await post(`${url}/api/auth/register`, account)
  const { token } = await post(`${url}/api/auth/login`, { identifier: name, password: account.password })
  if (typeof token !== 'string') throw new Error('The login gave no token.')
  return token
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

// Pictures of every page, in three themes and at two widths, from a running Delphin.
// npm run screenshots [-- --url http://127.0.0.1:3000 --folder data/screenshots --only club,player --first-screen]
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    folder: { type: 'string', default: 'data/screenshots' },
    only: { type: 'string' },
    'first-screen': { type: 'boolean', default: false },
  },
})
const { url, folder } = values

type Tags = { example_club_tag: string; example_player_tag: string }
const { example_club_tag, example_player_tag } = (await (await fetch(`${url}/api/site`)).json()) as Tags
const wanted = values.only?.split(',')
const all = [...pagesToShow(example_club_tag, example_player_tag), ...statesToShow(example_club_tag)]
const pages = all.filter(({ name }) => wanted?.includes(name) ?? true)
// A site lets one address make few accounts an hour.
const token = pages.some(({ signedIn }) => signedIn) ? await signIn(url) : ''
const wish = { url, folder, pages, token, wholePage: !values['first-screen'] }
const count = await takePictures(wish)
console.log(`${count} pictures in ${folder}`)
