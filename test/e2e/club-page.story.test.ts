import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { findBarriers } from './find-barriers.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const TAG = EXAMPLE_CLUB_TAG.slice(1)
const club = () => visitor.at(`/club/${TAG}`)
const section = (page: Page, name: string): Locator => page.getByRole('region', { name })

it('a leader reads who the club is, how it is, who carries it, who was there, and all its members', async () => {
  const page = await club()
  await page.getByRole('heading', { level: 1, name: /StarHarbour/ }).waitFor()
  await shows(page, 'Club trophies', 'Active members', 'Ghost members', EXAMPLE_CLUB_TAG, /Friendly and active/)
  await shows(page, '30/30 members', /[\d,]+\+ trophies/, 'Open', /\d+ excellent • \d+ improving • \d+ often active/)
  for (const name of ['Club health', 'Top performer']) await section(page, name).waitFor()

  const scorecards = section(page, 'Member scorecards')
  await expect.poll(() => scorecards.locator('ol > li').count()).toBe(12)
  await scorecards.getByText(/\d+ more members in the table/).waitFor()
  const podium = scorecards.getByRole('list', { name: 'Top contributors' })
  await expect.poll(() => podium.getByRole('listitem').count()).toBe(3)
  const cards = scorecards.locator('ol > li')
  await cards.locator('svg[class*=lucide]').first().waitFor()
  const icons = await cards.evaluateAll((each) =>
    each.slice(0, 6).map((card) => card.querySelector('svg.lucide')?.classList[1] ?? null),
  )
  expect(icons.slice(3)).toEqual(['lucide-star', 'lucide-star', null])
  expect(new Set(icons.slice(0, 3)).size).toBe(3)
  await scorecards.getByRole('button', { name: 'Show 9 more' }).click()
  await expect.poll(() => cards.filter({ visible: true }).count()).toBe(12)

  const heatmap = section(page, 'Activity heatmap')
  await heatmap.getByRole('button', { name: /Activity heatmap ?Most active: / }).click()
  await expect.poll(() => heatmap.locator('tbody tr').filter({ visible: true }).count()).toBe(15)
  for (const level of ['0 inactive', '1–2 low', '3–5 moderate', '6–10 high', 'above 10 very-high']) {
    await heatmap.getByText(level).waitFor()
  }

  // Nothing is further down than five screens of a laptop.
  expect((await page.locator('body').boundingBox())?.height).toBeLessThanOrEqual(5 * 900)

  await section(page, 'Members').getByRole('button', { name: 'All 30' }).click()
  const rows = section(page, 'Members').locator('tbody tr').filter({ visible: true })
  await expect.poll(() => rows.count()).toBe(30)
  await expect.poll(() => rows.first().innerText()).toMatch(/President/)
  await rows.first().getByRole('link').click()
  await page.waitForURL('**/player/*')
})

it('on a phone a president sees which tiers the members stand in, and who they are', async () => {
  const page = await visitor.stranger(`/club/${TAG}`, { width: 390 })
  const ranked = section(page, 'Ranked and prestige')
  await ranked.getByRole('button', { name: /Ranked and prestige/ }).click()
  await ranked.getByText(/prestige together/).waitFor()
  await ranked.locator('summary').first().click()
  await ranked.getByRole('listitem').first().getByRole('link').waitFor()
  const counts = await ranked
    .locator('summary')
    .evaluateAll((bars) => bars.map((bar) => Number(/\d+(?= member)/.exec(bar.textContent)?.[0])))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

it('Refresh asks the game, says what came or when the next look is possible, and works by keyboard', async () => {
  const page = await club()
  const button = page.getByRole('button', { name: 'Refresh' })
  const said = page.locator('header [role=status]', { hasText: /\S/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await said.filter({ hasText: /trophies since|Trophies have not changed|We looked/ }).waitFor()
  await page.keyboard.press('Enter')
  await said.filter({ hasText: /^We looked .+; the next look is possible in \d/ }).waitFor()
  expect(await button.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true)
  for (const [status, sentence] of [
    [429, /Our figures cannot be read right now/],
    [null, /You are offline, or Delphin cannot be reached/],
  ] as const) {
    await answering(page, '/browse/club/*/refresh', status)
    await button.click()
    await shows(page, sentence, 'Club trophies')
  }
})

it('who cannot read some figures is told so once, reads on, and gets them by one other try', async () => {
  const page = await visitor.stranger('/scores')
  await answering(page, '/analytics/**', 503)
  await page.goto(new URL(`/club/${TAG}`, page.url()).href)
  const told = page.getByRole('alert')
  await told.getByText('Some parts of this page did not load.').waitFor()
  await told.getByText('Details').click()
  await shows(
    page,
    'Failed to fetch activity data',
    'Failed to fetch trophy progression',
    'Unable to load club analytics',
  )
  expect(await page.getByText('Our figures cannot be read right now').count()).toBe(1)
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Member', 'Trophies', 'Role', 'Tag'])
  // It stands below the links to the page's sections, and above all sections. What is missing has its place all the same.
  const links = page.getByRole('navigation', { name: 'On this page' })
  expect(await links.getByRole('link').count()).toBe(11)
  const tops = [links, told, section(page, 'Who stands out')]
  const [chips, notice, look] = await Promise.all(tops.map(async (each) => (await each.boundingBox())?.y ?? Number.NaN))
  expect(chips).toBeLessThan(notice as number)
  expect(notice).toBeLessThan(look as number)
  // Without the pod beside them, the four figures stand in one row.
  const figures = await page
    .locator('#overview > div')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect([figures.length, new Set(figures).size]).toEqual([4, 1])
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(1)
  expect(await findBarriers(page, [{ width: 1280, theme: 'light' }], 'the club page without figures')).toEqual([])
  await page.unrouteAll()
  await told.getByRole('button', { name: 'Try Again' }).click()
  for (const name of ['Hours', 'Club health', 'Member scorecards'])
    await page.getByRole('region', { name, exact: true }).waitFor()
  expect(await told.count()).toBe(0)
})

const SCREEN = { width: 390, height: 844 }

it('On a phone the club page has at most 5 screens, and the first two say what the week brought and who stands out', async () => {
  const page = await visitor.stranger(`/club/${TAG}`, SCREEN)
  await section(page, 'Changes in the club').waitFor()
  await page.waitForLoadState('networkidle')
  const bottomOf = async (place: Locator) => {
    const box = await place.boundingBox()
    return ((box?.y ?? Number.NaN) + (box?.height ?? 0)) / SCREEN.height
  }
  expect(await bottomOf(page.locator('body'))).toBeLessThanOrEqual(5)
  expect(await bottomOf(page.getByRole('figure', { name: /^What moved the club/ }))).toBeLessThanOrEqual(1)
  expect(await bottomOf(section(page, 'Who stands out'))).toBeLessThanOrEqual(2)
  expect(await bottomOf(section(page, 'Hours'))).toBeLessThanOrEqual(2)
  // The bar of links has the order of the page, which begins with the pod.
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const ids = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''))
  const tops = await Promise.all(ids.map(async (id) => [id, (await page.locator(id).boundingBox())?.y] as const))
  expect(ids).toEqual(tops.toSorted(([, one = 0], [, other = 0]) => one - other).map(([id]) => id))
  expect(ids[0]).toBe('#health')
  const look = section(page, 'Who stands out')
  for (const group of ['Silent', 'In form', 'Playing less']) await look.getByRole('region', { name: group }).waitFor()
  // What is folded is one tap away.
  for (const [name, content] of [
    ['Member scorecards', 'ol > li'],
    ['Activity heatmap', 'tbody tr'],
    ['Members', 'tbody tr'],
    ['Changes in the club', 'ol li'],
  ] as const) {
    const card = section(page, name)
    expect([name, await card.locator(content).filter({ visible: true }).count()]).toEqual([name, 0])
    await card.getByRole('button', { expanded: false }).click()
    await expect.poll(() => card.locator(content).filter({ visible: true }).count()).toBeGreaterThan(0)
  }
})

it('The pod shows every member as a dolphin; a tap and the arrow keys name one, and nothing moves where motion is reduced', async () => {
  const page = await visitor.stranger(`/club/${TAG}`, SCREEN)
  const health = section(page, 'Club health')
  const dolphins = health.getByRole('radio')
  await expect.poll(() => dolphins.count()).toBe(30)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const movesNow = () => health.evaluate((card) => card.getAnimations({ subtree: true }).length)
  await expect.poll(movesNow).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(movesNow).toBe(0)
  const named = health.locator('p a')
  await dolphins.nth(3).click()
  const chosen = await named.getAttribute('href')
  expect(await dolphins.nth(3).getAttribute('aria-label')).toContain(await named.innerText())
  await page.keyboard.press('ArrowRight')
  // The address is compared and not the name: two members of a club can have the same name.
  await expect.poll(() => named.getAttribute('href')).not.toBe(chosen)
})

it('A printed club page is dark on white, with the whole heatmap, all columns and what is folded on a phone', async () => {
  const page = await visitor.stranger(`/club/${TAG}`, { width: 718 })
  await expect.poll(() => section(page, 'Activity heatmap').locator('tbody tr').count()).toBe(15)
  await page.emulateMedia({ media: 'print' })
  const styleOf = (place: Locator, ...names: string[]) =>
    place.evaluate(
      (each, wanted) =>
        wanted.map((name) => each.ownerDocument.defaultView?.getComputedStyle(each).getPropertyValue(name)),
      names,
    )
  expect(await styleOf(page.locator('body'), 'color', 'background-image')).toEqual(['rgb(0, 0, 0)', 'none'])
  const cells = section(page, 'Activity heatmap').locator('tbody td[data-sign]')
  expect(await styleOf(cells.first(), 'print-color-adjust')).toEqual(['exact'])
  const places = await cells.evaluateAll((each) =>
    each.map((cell) => cell.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  expect(Math.max(...places.flat())).toBeLessThanOrEqual(718)
  expect(await section(page, 'Members').getByRole('columnheader').filter({ visible: true }).allInnerTexts()).toEqual([
    'Member',
    'Trophies',
    'Role',
    expect.stringMatching(/^In \d+ d$/),
    'Score',
    'Activity',
    'Silent',
    'Tag',
  ])
  expect(await page.getByRole('button', { name: 'Refresh' }).isVisible()).toBe(false)
  await page.setViewportSize(SCREEN)
  expect(await section(page, 'Members').locator('tbody tr').filter({ visible: true }).count()).toBe(30)
})

const choices = (page: Page, card: string) => page.getByRole('region', { name: card }).getByRole('radio')

it('A timeframe of 7, 14, 30 or 90 days reloads the data, and stands in the address', async () => {
  const page = await club()
  const radios = choices(page, 'Trophy progression')
  await expect
    .poll(() =>
      radios.evaluateAll((each) => each.map((radio) => `${radio.getAttribute('value')} ${radio.matches(':checked')}`)),
    )
    .toEqual(['7 false', '14 false', '30 true', '90 false'])
  const asked = page.waitForRequest('**/trophy-progression?days=7')
  await radios.first().check()
  await asked
  await page.waitForURL('**?days=7')
  await page.reload()
  await expect.poll(() => radios.first().isChecked()).toBe(true)
})

it('Arrow keys change the timeframe, and read the chart day by day', async () => {
  const page = await visitor.at(`/player/${EXAMPLE_PLAYER_TAG.slice(1)}`)
  await choices(page, 'Trophy chart').nth(2).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**?days=90')
  const chart = page.getByRole('slider').first()
  // The days of the forecast follow where there is one.
  await expect.poll(() => chart.getAttribute('max')).toMatch(/^(89|119)$/)
  await chart.focus()
  const before = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(before)
  await page.keyboard.press('Home')
  await expect.poll(() => chart.inputValue()).toBe('0')
})
