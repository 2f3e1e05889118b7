import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { visitSite } from './visitor.ts'

const visitor = visitSite()
const PAGES = [
  ['club', `/club/${EXAMPLE_CLUB_TAG.slice(1)}`, 'Trophy progression'],
  ['player', `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`, 'Trophy chart'],
] as const

const choices = (page: Page, card: string) => page.getByRole('region', { name: card }).getByRole('radio')

it.each(PAGES)('Timeframes 7, 14, 30, 90 days, default 30 (%s)', async (_kind, path, card) => {
  const radios = choices(await visitor.at(path), card)
  await expect
    .poll(() =>
      radios.evaluateAll((each) => each.map((radio) => `${radio.getAttribute('value')} ${radio.matches(':checked')}`)),
    )
    .toEqual(['7 false', '14 false', '30 true', '90 false'])
})

it.each(PAGES)('Timeframe choice reloads data, and stands in the address (%s)', async (_kind, path, card) => {
  const page = await visitor.at(path)
  const asked = page.waitForRequest('**/trophy-progression?days=7')
  await choices(page, card).first().check()
  await asked
  await page.waitForURL('**?days=7')
  await page.reload()
  await expect.poll(() => choices(page, card).first().isChecked()).toBe(true)
})

it('Arrows move the timeframe and read the chart day by day', async () => {
  const page = await visitor.at(PAGES[1][1])
  await choices(page, 'Trophy chart').nth(2).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**?days=90')
  const chart = page.getByRole('slider').first()
  await chart.focus()
  const before = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(before)
  await page.keyboard.press('Home')
  await expect.poll(() => chart.inputValue()).toBe('0')
})

it.each(PAGES)(
  'Section chips lead to a section, stay below the header and mark what is read (%s)',
  async (kind, path) => {
    const page = await visitor.stranger(path, { width: 390 })
    const chips = page.getByRole('navigation', { name: 'On this page' })
    const last = chips.getByRole('link', { name: kind === 'club' ? 'Members' : 'Brawlers' })
    await page.getByRole('region', { name: kind === 'club' ? 'Members' : 'Brawlers' }).waitFor()
    await last.click()
    await expect.poll(() => last.getAttribute('aria-current')).toBe('location')
    await expect.poll(async () => Math.round((await chips.boundingBox())?.y ?? 0)).toBe(60)
    expect(page.url()).not.toContain('#')
  },
)
