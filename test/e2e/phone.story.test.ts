import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { isWholeRun } from '../how-much.ts'
import { signUp } from './sign-up.ts'
import { altering, shows, visitSite } from './visitor.ts'

const visitor = visitSite(390)
const PLAYER = `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`

// A search collects the player's profile, with all brawlers.
beforeAll(async () => {
  const token = await signUp(visitor.url, 'phone.holder')
  await fetch(`${visitor.url}/api/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tag: EXAMPLE_PLAYER_TAG }),
  })
})

async function player(width = 390): Promise<Page> {
  const page = await visitor.stranger(PLAYER, { width })
  await page.getByRole('slider', { name: /Trophies of the player/ }).waitFor()
  await page.getByRole('region', { name: 'Brawlers', exact: true }).waitFor()
  return page
}

/** How many screens of a phone the page is high, or an element's lower edge is away from its top. */
const screens = (page: Page, edge: string) => page.evaluate<number>(`(${edge}) / 844`)

it('the page of a player with more than 90 brawlers fits on five screens of a phone, and five brawlers are shown first', async () => {
  const page = await player()
  expect(await screens(page, 'document.documentElement.scrollHeight')).toBeLessThanOrEqual(5)
  await page.getByRole('button', { name: /^Brawlers 9\d$/ }).click()
  const rows = page.getByRole('table', { name: 'Brawlers of the player' }).locator('tbody tr')
  expect(await rows.count()).toBe(5)
  await page.getByRole('button', { name: /^All 9\d$/ }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(90)
})

it('whether an applicant is any good stands on the first two screens: the week, performance, days played, its parts', async () => {
  const page = await player()
  const lowest = await page.evaluate<number>(`Math.max(...['#overview', '#trophies', '#performance']
    .map((id) => document.querySelector(id).getBoundingClientRect().bottom + scrollY)) / 844`)
  expect(lowest).toBeLessThanOrEqual(2)
})

it('what is folded shows its main figure and opens with one tap', async () => {
  const page = await player()
  const milestones = page.getByRole('region', { name: /Milestones/ })
  await milestones.getByText(/\d+ reached/).waitFor()
  await milestones.getByRole('button', { name: /Milestones/ }).click()
  await milestones.getByText(/^Next milestone/).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Victories' }).click()
  await page
    .getByRole('region', { name: /Victories/ })
    .getByText('3v3')
    .waitFor()
})

/**
 * What is less than 40 px high where a finger meets it: names, links of lists, buttons that look like links, choices. Of
 * what looks alike, some are tried: a list has hundreds.
 */
const LOW = `(() => {
  for (const section of document.querySelectorAll('main *')) section.style.contentVisibility = 'visible'
  const pressed = 'main :is(a.tap, button.link, label:has([type=radio]), li a, tr a)'
  const nameOf = (each) => each ? each.localName + '.' + (each.getAttribute('class') ?? '') : ''
  const kindOf = (each) => [each, each.parentElement, each.parentElement?.parentElement].map(nameOf).join(' < ')
  const alike = Map.groupBy(document.querySelectorAll(pressed), kindOf)
  return [...alike.values()].flatMap((all) => all.slice(0, ${isWholeRun ? 1000 : 6})).flatMap((each) => {
    each.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = each.getClientRects()[0] ?? new DOMRect()
    const meets = (down) => each.contains(document.elementFromPoint(left + width / 2, top + height / 2 + down))
    if (!meets(0)) return []
    let [above, below] = [0, 0]
    while (above + below < 39 && meets(below + 1)) below += 1
    while (above + below < 39 && meets(-above - 1)) above += 1
    return above + below < 39 ? [each.textContent + ' ' + (above + below + 1)] : []
  })
})()`

it.each(['club', 'player'])('what is pressed on the page of a %s has room for a finger', async (kind) => {
  const page =
    kind === 'player' ? await player() : await visitor.stranger(`/club/${EXAMPLE_CLUB_TAG.slice(1)}`, { width: 390 })
  const folded = page.locator('main section[id] > h2 > button[aria-expanded=false]')
  while ((await folded.count()) > 0) await folded.first().click()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(LOW)).toEqual([])
})

it.each([
  '/browse/clubs',
  '/browse/players',
  '/leaderboards',
  `/find?tag=${EXAMPLE_PLAYER_TAG.slice(1)}&seats=any`,
  `${PLAYER}/battles`,
])('what is pressed in the lists of %s has room for a finger', async (path) => {
  const page = await visitor.at(path)
  const first = page.locator('main :is(li a, tr a, summary)').first()
  // A site that has just started has compared no clubs yet.
  const isListed = async () => (await first.isVisible()) || (await page.reload()) === null
  if (path.startsWith('/find')) await expect.poll(isListed, { timeout: 90_000, interval: 1000 }).toBe(true)
  await first.waitFor()
  for (const part of await page.locator('main article > details > summary').all()) await part.click()
  const folded = page.locator('main li summary')
  for (const battle of (await folded.all()).slice(0, 3)) await battle.click()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(LOW)).toEqual([])
})

it('what is pressed on the board of favourites has room for a finger', async () => {
  const page = await visitor.stranger('/dashboard', { width: 390 })
  const tags = [
    { type: 'club', tag: EXAMPLE_CLUB_TAG, name: 'Club' },
    { type: 'player', tag: EXAMPLE_PLAYER_TAG, name: 'Player' },
  ]
  await page.evaluate(`localStorage.setItem('delphin.favourites', ${JSON.stringify(JSON.stringify(tags))})`)
  await page.reload()
  await page.locator('main li a').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(LOW)).toEqual([])
})

/** Numbers that stand on two lines, and labels that cover another one of the same chart. */
const BROKEN = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    for (const { 0: number, index } of node.data.matchAll(/[+−±#]?\\d[\\d.,]*[kM%]?/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + number.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(number)
    }
  }
  return found
})()`
const COVERED = `(() => {
  const covers = (one, other) =>
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height - 3 && other.y < one.y + one.height - 3
  return [...document.querySelectorAll('figure svg')].flatMap((chart) => {
    const labels = [...chart.querySelectorAll('text')].map((text) => [text.textContent, text.getBBox()])
    return labels.flatMap(([name, one], place) =>
      labels.slice(place + 1).filter(([, other]) => covers(one, other)).map(([other]) => name + ' and ' + other))
  })
})()`

it.each(isWholeRun ? [320, 390, 1280] : [320, 1280])(
  'no number breaks in its middle, and no label of the chart covers another (%i px)',
  async (width) => {
    const page = await player(width)
    for (const days of [7, 14, 30, 90]) {
      const choice = page.getByRole('radio', { name: `${days} days` }).first()
      await choice.click()
      await expect.poll(() => choice.isChecked()).toBe(true)
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      expect([days, await page.evaluate(BROKEN), await page.evaluate(COVERED)]).toEqual([days, [], []])
    }
  },
)

it('a tap on the chart pins its reading above the plot, where it stays', async () => {
  const page = await player()
  const slider = page.getByRole('slider', { name: /Trophies of the player/ })
  const reading = page.locator('figure p').first()
  const newest = await reading.innerText()
  await slider.scrollIntoViewIfNeeded()
  await slider.click({ position: { x: 8, y: 60 } })
  await expect.poll(() => reading.innerText()).not.toBe(newest)
  const pinned = await reading.innerText()
  await page.mouse.move(5, 5)
  expect(await reading.innerText()).toBe(pinned)
  await slider.press('Escape')
  await expect.poll(() => reading.innerText()).toBe(newest)
})

it('bubbles rise once at a milestone that was just reached, and never where motion is reduced', async () => {
  const analytics = `/browse/player/${EXAMPLE_PLAYER_TAG.slice(1)}/analytics`
  const page = await visitor.at()
  await altering(page, analytics, (answer) => {
    const achieved_date = String(answer.last_updated).slice(0, 10)
    return { ...answer, achievement_milestones: [{ milestone: '60k', trophy_count: 60_000, achieved_date }] }
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.at(PLAYER)
  await shows(page, /^60k reached on/)
  expect(await page.locator('.burst').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(`localStorage.removeItem('delphin.milestones')`)
  await page.reload()
  await page.locator('.burst').waitFor()
  await page.reload()
  await shows(page, /^60k reached on/)
  expect(await page.locator('.burst').count()).toBe(0)
})

it('the heatmap of a club shows fourteen days without scrolling, and a tap on a square explains it', async () => {
  const page = await visitor.stranger(`/club/${EXAMPLE_CLUB_TAG.slice(1)}?days=14`, { width: 390 })
  const section = page.getByRole('region', { name: /Activity heatmap/ })
  await section.getByRole('button', { name: /Activity heatmap/ }).click()
  const table = section.getByRole('table')
  await table.waitFor()
  const squares = table.locator('tbody tr').first().locator('td[data-sign]')
  expect(await squares.count()).toBe(14)
  const room = await table.evaluate((element) => {
    const { parentElement: box } = element
    return (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0)
  })
  expect(room).toBeLessThanOrEqual(0)
  await squares.last().click()
  await section.getByText(/^Active on \d+ of these 14 days$/).waitFor()
})
