import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { visitSite } from './visitor.ts'

const DESK = `/desk/${EXAMPLE_CLUB_TAG.slice(1)}`
const PHONE = 390

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
    for (let folded = await more.count(); folded > 0; folded -= 1) await more.first().click()
    const cards = page
      .getByRole('region', { name: 'Queue' })
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
    const queue = page.getByRole('region', { name: 'Queue' })
    const name = (await queue.getByRole('heading', { level: 3 }).first().innerText()).trim()
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
    await one.getByRole('region', { name: 'Queue' }).getByRole('button').first().click()
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
