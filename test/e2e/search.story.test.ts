import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { newVisitor, openBrowser } from './open-browser.ts'
import { type Site, startSite } from './start-site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({}, inject('filledSite'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

it('a stranger tries the examples, searches, runs out of searches and is offered an account', async () => {
  const { page, complaints } = await newVisitor(browser)
  await page.goto(site.url)
  await page.getByText('5 of 5 searches').waitFor()

  await page
    .getByRole('link', { name: new RegExp(EXAMPLE_CLUB_TAG) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Star' }).waitFor()
  await page.getByText('4 of 5 searches').waitFor()
  await page.getByRole('heading', { name: 'Trophy progression' }).waitFor()
  const roster = page.getByRole('table', { name: /members/i })
  await expect.poll(() => roster.getByRole('row').count()).toBeGreaterThan(25)

  await search(page, EXAMPLE_PLAYER_TAG.toLowerCase())
  await page.getByRole('heading', { name: 'Brawlers' }).waitFor()
  await page.getByText('3 of 5 searches').waitFor()
  await page.getByRole('slider').first().waitFor()

  await search(page, 'nonsense')
  await page.getByText('Invalid search tag').first().waitFor()
  await page.getByText('3 of 5 searches').waitFor()

  await page.reload()
  await page.getByText('3 of 5 searches').waitFor()

  for (const tag of await memberTags(EXAMPLE_PLAYER_TAG, 3)) {
    await search(page, tag)
    await page.getByRole('heading', { name: 'Brawlers' }).waitFor()
  }
  await page.getByText('0 of 5 searches').waitFor()
  const [last = ''] = (await memberTags(EXAMPLE_PLAYER_TAG, 4)).slice(3)
  await search(page, last)
  await page.getByText('You have used all 5 free searches').waitFor()
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/username/i)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

async function search(page: Awaited<ReturnType<typeof newVisitor>>['page'], tag: string): Promise<void> {
  const box = page.getByPlaceholder('Enter player or club tag...').first()
  await box.fill(tag)
  await box.press('Enter')
}

/** Members of the example club, others than the one given. */
async function memberTags(except: string, count: number): Promise<string[]> {
  const answer = await fetch(`${site.url}/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)
  const club = (await answer.json()) as { members: { tag: string }[] }
  return club.members
    .map((member) => member.tag)
    .filter((tag) => tag !== except)
    .slice(0, count)
}

it('an address that leads nowhere says so, and goes home when asked', async () => {
  const { page } = await newVisitor(browser, 390)
  const answer = await page.goto(`${site.url}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page
    .getByRole('link', { name: 'Go Home Now' })
    .or(page.getByRole('button', { name: 'Go Home Now' }))
    .click()
  await page.waitForURL(`${site.url}/`)
})

it('a tag in lower case has one address', async () => {
  const answer = await fetch(`${site.url}/club/${EXAMPLE_CLUB_TAG.slice(1).toLowerCase()}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/club/${EXAMPLE_CLUB_TAG.slice(1)}`])
})
