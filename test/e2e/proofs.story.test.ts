import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { beginProof, requestPrivacy } from '#shared/contract/proofs.ts'
import { type FakeDiscord, openFakeDiscord } from '../fake-discord.ts'
import { newVisitor } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { type SiteAndGame, startSiteAndGame } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

// Who they are, visitors prove by a change of their icon in the game. Pages look for it every 30 seconds.

const CLUB = EXAMPLE_CLUB_TAG.slice(1)
const DESK = `/desk/${CLUB}`
const PHONE = 390
const OTHER_ICON = 28_000_777

let site: SiteAndGame
let browser: Browser
let discord: FakeDiscord

beforeAll(async () => {
  discord = await openFakeDiscord()
  site = await startSiteAndGame(inject('emptyStore'), { DISCORD_URL: discord.url })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await discord?.close()
})

const rows = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true })

// It comes first: the club that a hidden player stays hidden in is collected after the request.
it('a player proves who they are, is hidden everywhere, and stays hidden after further collections', {
  timeout: 600_000,
}, async () => {
  const { page } = await newVisitor(browser, PHONE)
  await page.goto(`${site.url}/search/${EXAMPLE_PLAYER_TAG.slice(1)}`)
  await page.waitForURL('**/player/*')
  const name = await page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText()
  await page.goto(`${site.url}/leaderboards`)
  await rows(page, name).first().waitFor()

  await page.goto(`${site.url}/privacy`)
  await page.getByLabel('Player tag').fill(EXAMPLE_PLAYER_TAG)
  const asked = page.waitForResponse('**/api/privacy/requests')
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  const { steps } = (await (await asked).json()) as Output<typeof requestPrivacy>
  for (const { icon, instruction } of steps) {
    await site.wear(EXAMPLE_PLAYER_TAG, icon ?? OTHER_ICON)
    await page
      .getByRole('listitem')
      .filter({ hasText: `${instruction} Done` })
      .waitFor({ timeout: 200_000 })
  }
  await page.getByText('The player is hidden.').waitFor()

  for (const path of ['player', 'search']) {
    await page.goto(`${site.url}/${path}/${EXAMPLE_PLAYER_TAG.slice(1)}`)
    await page.getByText('This player asked not to be shown').waitFor()
  }
  await page.goto(`${site.url}/search/${CLUB}`)
  await page.waitForURL('**/club/*')
  const members = page.getByRole('button', { name: /^Members/ })
  await members.click()
  await members.and(page.locator('[aria-expanded="true"]')).waitFor()
  await rows(page, 'Hidden player').filter({ visible: true }).first().waitFor()
  expect(await rows(page, name).count()).toBe(0)
  await page.goto(`${site.url}/leaderboards`)
  await page.getByRole('row').nth(5).waitFor()
  expect(await rows(page, name).count()).toBe(0)
  await page.goto(`${site.url}/browse/players?search=${encodeURIComponent(name)}`)
  await page.getByText('No players found matching your criteria').waitFor()
})

describe('the desk of a club whose president proves who they are', () => {
  let page: Page
  beforeAll(async () => {
    page = (await newVisitor(browser, PHONE)).page
  })

  it('opens after two changes of the icon, is closed to strangers, and takes an absence by link', {
    timeout: 180_000,
  }, async () => {
    await page.goto(`${site.url}/search/${CLUB}`)
    await page.waitForURL('**/club/*')
    const club = (await (await fetch(`${site.url}/api/browse/club/${CLUB}`)).json()) as {
      members: { tag: string; role: string }[]
    }
    const president = club.members.find(({ role }) => role === 'president')?.tag ?? ''
    const token = await signUp(site.url, 'club.president')
    await page.addInitScript({ content: `localStorage.setItem('delphin.token', '${token}')` })

    await page.goto(`${site.url}/desk`)
    await page.getByLabel('Player tag').fill(president)
    const asked = page.waitForResponse('**/api/desk/proofs')
    await page.getByRole('button', { name: 'Link this player' }).click()
    const { steps, current_icon } = (await (await asked).json()) as Output<typeof beginProof>
    await site.wear(president, OTHER_ICON)
    await page
      .getByRole('listitem')
      .filter({ hasText: `${steps[0]?.instruction} Done` })
      .waitFor({ timeout: 90_000 })
    await site.wear(president, current_icon ?? 0)
    await page.getByText('This player is yours.').waitFor({ timeout: 90_000 })

    await page.getByRole('list', { name: 'Your desks' }).getByRole('link').click()
    await page.getByText('You are the president').waitFor()

    const stranger = await newVisitor(browser, PHONE)
    const other = await signUp(site.url, 'a.stranger')
    await stranger.page.addInitScript({ content: `localStorage.setItem('delphin.token', '${other}')` })
    await stranger.page.goto(site.url + DESK)
    await stranger.page.getByText('This desk is not open to you').waitFor()

    await page.goto(`${site.url}/desk`)
    await page.getByRole('button', { name: 'Say that I am away' }).click()
    const link = await page.getByRole('link', { name: 'Open my link' }).getAttribute('href')
    const member = await newVisitor(browser, PHONE)
    await member.page.goto(link ?? '')
    await member.page.getByLabel('Note').fill('Exams')
    await member.page.getByRole('button', { name: 'Save' }).click()
    await member.page.getByText('Your leaders know now.').waitFor()

    await page.goto(`${site.url}${DESK}?tab=log`)
    await page
      .getByRole('listitem')
      .filter({ hasText: /Away from .*as the member says: Exams/ })
      .waitFor()
  })

  it('posts to a channel of Discord once a test has arrived, and says why it no longer does', {
    timeout: 180_000,
  }, async () => {
    await page.goto(`${site.url}${DESK}?tab=channels`)
    await page.getByRole('button', { name: 'Connect a channel' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('#news')
    await form.getByLabel('Address of the webhook').fill('https://example.com/api/webhooks/1/secret')
    await form.getByRole('button', { name: 'Connect and send a test' }).click()
    await form.getByText(/Paste the address as Discord shows it/).waitFor()

    const address = discord.makeWebhook()
    await form.getByLabel('Address of the webhook').fill(address)
    await form.getByRole('button', { name: 'Connect and send a test' }).click()
    const card = page.getByRole('listitem', { name: '#news' })
    await card.getByText(/^Test arrived/).waitFor()
    expect(discord.messages(address)).toHaveLength(1)
    expect(await card.innerText()).not.toContain(address.split('/').at(-1))

    discord.deleteWebhook(address)
    const off = card.getByText(/^Switched off: /)
    // Two tests within ten seconds are one.
    const tryAgain = async () => {
      await card.getByRole('button', { name: /^Send a test/ }).click()
      return off.waitFor({ timeout: 6000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(tryAgain, { timeout: 90_000 }).toBe(true)
    expect(await off.innerText()).toMatch(/webhook/i)
    await card.getByRole('button', { name: /^Remove/ }).click()
    await card.getByRole('button', { name: /^Remove for good/ }).click()
    await page.getByText('No channel is connected').waitFor()
  })
})
