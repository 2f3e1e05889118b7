// Takes screenshots of every page of a running Delphin, in three themes and two sizes:
// npm run screenshots [-- --url http://127.0.0.1:3000 --folder data/screenshots --only club,player --first-screen]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, withoutFirstAnswers } from '#test/e2e/open-browser.ts'
import { signUp } from '#test/e2e/sign-up.ts'
import { filledPages, pagesToShow, type Shown, statesToShow } from './screenshots/pages.ts'

const THEMES = ['default', 'light', 'dark'] as const
const SIZES = [
  { name: 'desktop', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    folder: { type: 'string', default: 'data/screenshots' },
    only: { type: 'string' },
    'first-screen': { type: 'boolean', default: false },
  },
})
const { url, folder } = values

const read = async <Answer>(path: string) => (await (await fetch(`${url}${path}`)).json()) as Answer
type Tags = { example_club_tag: string; example_player_tag: string }
const { example_club_tag, example_player_tag } = await read<Tags>('/api/site')
const { players } = await read<{ players: { player_tag: string }[] }>(
  '/api/browse/entities?type=player&sort=trophies&limit=2',
)
const { maps } = await read<{ maps: { event_id: number }[] }>('/api/analytics/maps')
const filled = {
  rival: players.find(({ player_tag }) => player_tag !== example_player_tag)?.player_tag ?? example_player_tag,
  map: maps[0]?.event_id ?? null,
}
const wanted = values.only?.split(',')
const all = [
  ...pagesToShow(example_club_tag, example_player_tag),
  ...filledPages(example_club_tag, example_player_tag, filled),
  ...statesToShow(example_club_tag),
]
const pages = all.filter(({ name }) => wanted?.includes(name) ?? true)
// A site allows few new accounts an hour from one address.
const token = pages.some(({ signedIn }) => signedIn) ? await signUp(url, `picture-${Date.now().toString(36)}`) : ''
const job = { url, folder, pages, token, wholePage: !values['first-screen'] }
const count = await takePictures(job)
console.log(`${count} pictures in ${folder}`)

type PictureJob = { url: string; folder: string; pages: Shown[]; token: string; wholePage: boolean }

/** Writes every page in every theme and both sizes as `page-theme-size.png`. Returns the number of files. */
async function takePictures(job: PictureJob): Promise<number> {
  mkdirSync(job.folder, { recursive: true })
  const browser = await openBrowser()
  let count = 0
  try {
    for (const size of SIZES) {
      for (const theme of THEMES) {
        count += await takeAll(browser, job, { size, theme })
      }
    }
  } finally {
    await browser.close()
  }
  return count
}

type View = { size: (typeof SIZES)[number]; theme: (typeof THEMES)[number] }

async function takeAll(browser: Browser, job: PictureJob, { size, theme }: View): Promise<number> {
  const { url, folder, pages, token, wholePage } = job
  for (const shown of pages) {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
    await context.addInitScript({ content: visitScript(theme, shown.signedIn ? token : null) })
    const page = await context.newPage()
    if (shown.failing) await failing(page, shown.failing)
    await page.goto(url + shown.path)
    // A first load may paint before its font has come. The second one has it from the cache.
    await page.reload()
    await settle(page)
    await shown.act?.(page)
    const file = `${shown.name}-${theme === 'default' ? 'beluga' : theme}-${size.name}.png`
    await page.screenshot({ path: join(folder, file), fullPage: wholePage && !shown.act })
    await context.close()
  }
  return pages.length
}

/**
 * Makes calls fail as they do while the store cannot be read. The page makes them because the answers that the server
 * writes into it are removed. It does not try by itself what is to be tried in a minute.
 */
async function failing(page: Page, calls: string): Promise<void> {
  const error = 'Our figures cannot be read right now. Please try again in a minute.'
  const refusal = { status: 503, headers: { 'retry-after': '60' }, json: { error, code: 'store_unavailable' } }
  await page.route(calls, (route) => route.fulfill(refusal))
  await withoutFirstAnswers(page)
}

/** A script that runs in the page before its own. */
function visitScript(theme: string, token: string | null): string {
  const keep = (key: string, value: string) => `localStorage.setItem('${key}', ${JSON.stringify(value)});`
  return keep('delphin.theme', theme) + (token === null ? '' : keep('delphin.token', token))
}

/**
 * Waits for requests and fonts, and scrolls through the page so that everything is loaded. What is laid out only once it
 * is in sight would be blank in a picture of the whole page.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(`
    const all = new CSSStyleSheet()
    all.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, all]`)
  const height = async () => Number(await page.evaluate('document.documentElement.scrollHeight'))
  for (let place = 0; place < (await height()); place += 600) await page.evaluate(`window.scrollTo(0, ${place})`)
  await page.waitForLoadState('networkidle')
  // Some states wait for ever.
  await page.waitForSelector('main .shimmer', { state: 'detached', timeout: 5000 }).catch(() => {})
  await page.evaluate('window.scrollTo(0, 0); document.fonts.ready.then(() => true)')
  // The page handles the last scroll in the next frame, and shows the result in the one after.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}
