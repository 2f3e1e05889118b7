import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY_MS } from '#shared/days.ts'
import { SHIFTS } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite(390)
const CLUB = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`
const PLAYER = `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`

const strip = (page: Page) => page.getByRole('complementary', { name: 'Since your last visit' })
const star = (page: Page) =>
  page
    .getByRole('banner')
    .or(page.locator('main'))
    .getByRole('button', { name: /^Favourite / })

/** Lets the browser remember that the visitor was at these pages `days` ago. */
async function wasThere(page: Page, days: number, ...tags: string[]): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS).toISOString()
  const visits = JSON.stringify(tags.map((tag) => ({ tag, at })))
  await page.evaluate(`localStorage.setItem('delphin.visits', ${JSON.stringify(visits)})`)
}

it('a leader comes back after three days and reads in the first screen what changed; nothing moves for it', async () => {
  const page = await visitor.stranger('/status')
  await wasThere(page, 3, EXAMPLE_CLUB_TAG)
  await page.addInitScript(SHIFTS)
  await page.goto(visitor.url + CLUB)
  await strip(page)
    .getByText(/trophies: [\d,]+ to [\d,]+/)
    .waitFor()
  await shows(page, '3 days ago')
  const box = await strip(page).boundingBox()
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(844)
  expect(await strip(page).getByRole('listitem').count()).toBeLessThanOrEqual(5)
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.02)
  await strip(page).getByRole('button', { name: 'Close' }).click()
  expect(await strip(page).count()).toBe(0)
})

it('a visitor who was there a moment ago, and one who is there for the first time, are told nothing', async () => {
  const page = await visitor.stranger(CLUB)
  const visits = () => page.evaluate("JSON.parse(localStorage.getItem('delphin.visits') ?? '[]').map(({ tag }) => tag)")
  await expect.poll(visits).toEqual([EXAMPLE_CLUB_TAG])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await star(page).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('/changes'))).toEqual([])
})

it('favourites of a guest stand side by side, are ordered by the keyboard, and follow into the account', async () => {
  const page = await visitor.stranger(CLUB)
  await star(page).click()
  await expect.poll(() => star(page).getAttribute('aria-pressed')).toBe('true')
  await page.goto(visitor.url + PLAYER)
  await star(page).click()
  await page.goto(`${visitor.url}/dashboard`)
  const board = page.getByRole('region', { name: 'Favourites' })
  const names = () => board.getByRole('listitem').getByRole('link').allInnerTexts()
  await expect.poll(async () => (await names()).length).toBe(2)
  const [first, second] = await names()
  await board.getByRole('button', { name: `Move ${second}` }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(names).toEqual([second, first])
  await shows(page, `7 days`)
  const token = await signUp(visitor.url, 'comes.back')
  await page.evaluate(`localStorage.setItem('delphin.token', '${token}')`)
  const joined = page.waitForResponse('**/api/favourites')
  await page.reload()
  expect((await joined).request().method()).toBe('POST')
  const phone = await visitor.stranger('/dashboard', { token })
  const there = phone.getByRole('region', { name: 'Favourites' }).getByRole('listitem').getByRole('link')
  await expect.poll(() => there.allInnerTexts()).toEqual([second, first])
})

it('a guest drags a favourite to the top with the pointer, and it is there the next time', async () => {
  const page = await visitor.stranger('/status')
  const kept = [
    { type: 'club', tag: EXAMPLE_CLUB_TAG, name: 'The Pod' },
    { type: 'player', tag: EXAMPLE_PLAYER_TAG, name: 'Otter' },
  ]
  await page.evaluate(`localStorage.setItem('delphin.favourites', ${JSON.stringify(JSON.stringify(kept))})`)
  await page.goto(`${visitor.url}/dashboard`)
  const board = page.getByRole('region', { name: 'Favourites' })
  const rows = board.getByRole('listitem')
  const names = () => rows.getByRole('link').allInnerTexts()
  await expect.poll(async () => (await names()).length).toBe(2)
  const [first = '', second = ''] = await names()
  const handle = await board
    .getByRole('button', { name: /^Move / })
    .last()
    .boundingBox()
  const above = await rows.first().boundingBox()
  if (!handle || !above) throw new Error('The board has no rows.')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + handle.width / 2, above.y + 10, { steps: 8 })
  await expect.poll(names).toEqual([second, first])
  await page.mouse.up()
  await page.reload()
  await expect.poll(names).toEqual([second, first])
})

it('a name leads to a list while it is typed, and when it is sent; a text that is no name keeps its message', async () => {
  const page = await visitor.stranger('/')
  const { name } = (await (await fetch(`${visitor.url}/api/browse${CLUB}`)).json()) as { name: string }
  await page.getByRole('button', { name: 'Search' }).first().click()
  const field = page.getByRole('combobox', { name: 'Player or club tag' }).first()
  await field.fill(name.slice(0, 4))
  const option = page.getByRole('option', { name })
  await option.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => field.getAttribute('aria-activedescendant')).not.toBeNull()
  await page.keyboard.press('Escape')
  await expect.poll(() => option.count()).toBe(0)
  expect(await field.inputValue()).toBe(name.slice(0, 4))
  await page.goto(`${visitor.url}/search/${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL(/\/(club|player)\//)
  await page.goto(`${visitor.url}/search/${encodeURIComponent('no such thing!')}`)
  await shows(page, 'Invalid search tag')
})
