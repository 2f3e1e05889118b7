import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { beginProof } from '#shared/contract/proofs.ts'
import { type FakeDiscord, openFakeDiscord } from '../fake-discord.ts'
import { newVisitor } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { type SiteAndGame, startSiteAndGame } from './start-product.ts'
import { connectBrowser, visitSite } from './visitor.ts'

const DESK = `/desk/${EXAMPLE_CLUB_TAG.slice(1)}`
const PHONE = 390
const OTHER_ICON = 28_000_777

describe('the desk of the example club, which anybody may try', () => {
  const visitor = visitSite(PHONE)

  it('is worked through with one thumb: at most two taps an entry', async () => {
    const page = await visitor.stranger(`${DESK}?tab=rules`)
    // With this rule few have earned a promotion.
    await page.getByLabel('Overall score').fill('95')
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/^With these rules /)
      .waitFor()
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('Rules saved').waitFor()
    // A fresh page has no queue of before.
    await page.goto(visitor.url + DESK)
    const waiting = await page.getByText(/^(\d+) of \d+ members waits? for a decision$/).innerText()
    const entries = Number.parseInt(waiting, 10)
    const more = page.getByRole('button', { name: / more$/ })
    if (await more.isVisible()) await more.click()
    const cards = page
      .getByRole('list', { name: 'Queue' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
    let taps = 0
    const tap = async (name: string | RegExp) => {
      taps += 1
      await page.getByRole('button', { name }).first().click()
    }
    for (let left = entries; left > 0; left -= 1) {
      await expect.poll(() => cards.count(), { timeout: 15_000 }).toBe(left)
      if (left % 3 === 0) {
        await tap('Something else')
        await tap('30 days')
      } else await tap(/^(I (removed|warned|promoted) them|Keep for now)$/)
    }
    await page.getByText('All done').waitFor()
    expect(taps).toBeLessThanOrEqual(2 * entries)
  })

  it('forgets nothing: a warning is undone, a note stands in the log, an absence leaves the queue', async () => {
    const page = await visitor.stranger(DESK)
    const queue = page.getByRole('list', { name: 'Queue' })
    const name = (await queue.getByRole('heading').first().innerText()).trim()
    const card = queue.getByRole('listitem', { name, exact: true })
    await card.getByRole('button').first().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()

    await card.getByRole('button', { name: 'Something else' }).click()
    const sheet = page.getByRole('dialog', { name })
    await sheet.getByText('Away', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${name}: away`).waitFor()
    await expect.poll(() => card.count()).toBe(0)

    await page.getByRole('tab', { name: 'Log' }).click()
    const log = page.getByRole('tabpanel').getByRole('listitem')
    await log.filter({ hasText: /Away from/ }).waitFor()
    await log
      .filter({ hasText: /^Undone/ })
      .or(log.filter({ hasText: 'Undone:' }))
      .first()
      .waitFor()
  })

  it('is of this session alone: the next visitor finds it as it was', async () => {
    const one = await visitor.stranger(DESK)
    const waiting = (page: Page) => page.getByText(/members waits? for a decision$/).innerText()
    const before = await waiting(one)
    await one.getByRole('list', { name: 'Queue' }).getByRole('button').first().click()
    await expect.poll(() => waiting(one)).not.toBe(before)
    expect(await waiting(await visitor.stranger(DESK))).toBe(before)
  })

  it('says of applicants what is known, found in a pasted chat', async () => {
    const page = await visitor.stranger(`${DESK}?tab=applicants`)
    const entities = await fetch(`${visitor.url}/api/browse/entities?type=player&limit=50`)
    const { players } = (await entities.json()) as { players: { player_tag: string; club_tag: string | null }[] }
    const applicant = players.find(({ club_tag }) => club_tag !== EXAMPLE_CLUB_TAG)?.player_tag ?? ''
    const text = `hi can i join?? my tag is ${applicant} thx, ${EXAMPLE_PLAYER_TAG} knows me`
    await page.getByLabel(/Tags, or a chat/).fill(text)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('1 player, the best fit first.').waitFor()
    await page.getByText(/^Already in your club:/).waitFor()
    const card = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: applicant })
    await card.getByText('Activity').waitFor()
  })
})

describe('the desk of a club whose president proves who they are', () => {
  let site: SiteAndGame
  let browser: Browser
  let page: Page
  let discord: FakeDiscord

  beforeAll(async () => {
    discord = await openFakeDiscord()
    site = await startSiteAndGame(inject('emptyStore'), { DISCORD_URL: discord.url })
    browser = await connectBrowser()
    page = (await newVisitor(browser, PHONE)).page
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await discord?.close()
  })

  it('opens after two changes of the icon, is closed to strangers, and takes an absence by link', {
    timeout: 180_000,
  }, async () => {
    await page.goto(`${site.url}/search/${EXAMPLE_CLUB_TAG.slice(1)}`)
    await page.waitForURL('**/club/*')
    const club = (await (await fetch(`${site.url}/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)).json()) as {
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
    // The page looks by itself, every 30 seconds.
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
