import { expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { tagInPath } from '#shared/tag.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

/** Shares of a day, of which these hours of UTC have the same. */
function sharesOf(hours: number[]) {
  return Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 / hours.length : 0))
}

const about = {
  ...{ tag: EXAMPLE_PLAYER_TAG, name: 'Lucky Otter', club_tag: '#2LYGPQ0CV', trophies: 73_236, activity_score: 96.7 },
  ...{
    tier: null,
    tier_place: null,
    prestige: null,
    hours: [18, 19, 20],
    hour_shares: sharesOf([18, 19, 20]),
    battles: 786,
    missing: ['ranked'],
    needed_battles: 50,
    needed_days: 14,
  },
}

/** A club of the finder's answer; `hours` null where nobody knows when it plays. */
function club(tag: string, name: string, fit: number, hours: number[] | null) {
  return {
    ...{ club_tag: tag, club_name: name, member_count: 28, trophies: 2_000_000, median_trophies: 70_000 },
    ...{ activity_score: 78.6, country: 'DE', entry: 'open', required_trophies: 5000, active_members: 22 },
    ...{ known_members: 28, fit, hours, hour_shares: hours && sharesOf(hours), notice: null },
    parts: { hours: hours && 0.95, activity: 0.9, trophies: 0.88, modes: hours && 0.7, ranked: null },
    ranked: null,
  }
}

it('a player finds three clubs that play at their hours, on a phone', async () => {
  const page = await visitor.stranger('/', { width: 390 })
  await answering(page, '/finder/clubs*', 200, {
    about,
    considered: 237,
    clubs: [
      {
        ...club('#2PP', 'Night Whales', 91.2, [18, 19, 20]),
        notice: { text: 'Mega Pig every week!', languages: ['de'], min_trophies: 50_000 },
      },
      club('#2PY', 'Late Tide', 88.4, [19, 20, 21]),
      club('#2PL', 'Moon Pod', 84, [20, 21, 22]),
      club('#2PQ', 'Morning Reef', 71.5, null),
    ],
  })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Find a Club' }).click()
  await page.waitForURL('**/find')
  await page.getByRole('textbox', { name: 'Player tag' }).fill('not a tag')
  await page.getByRole('button', { name: 'Find clubs' }).click()
  await shows(page, 'This is no tag')
  await page.getByRole('textbox', { name: 'Player tag' }).fill(EXAMPLE_PLAYER_TAG)
  await page.getByRole('button', { name: 'Find clubs' }).click()
  await page.waitForURL(`**/find?tag=${tagInPath(EXAMPLE_PLAYER_TAG)}`)
  await shows(page, '4 of 237 clubs', 'You both play', 'Night Whales', 'Open, 5,000+, 2 seats free, 22 of 28 active')
  const clubs = page.getByRole('region', { name: 'Clubs that fit' }).getByRole('listitem')
  // Three have a bar of their hours, which screen readers hear in words. Of the fourth they are not known.
  expect(await clubs.filter({ has: page.getByText('Hours', { exact: true }).filter({ visible: true }) }).count()).toBe(
    3,
  )
  expect(await clubs.filter({ hasText: /Plays \d/ }).count()).toBe(3)
  // What leaders wrote takes no room on a phone: the "?" has it. The picture of both days stands below the first card.
  const cards = clubs.getByRole('article')
  expect(await cards.count()).toBe(4)
  for (const each of await cards.all()) expect((await each.boundingBox())?.height).toBeLessThanOrEqual(100)
  for (const each of (await clubs.all()).slice(1)) expect((await each.boundingBox())?.height).toBeLessThanOrEqual(100)
  await shows(page, 'More clubs')
  await page.getByRole('button', { name: 'What is Fit of Night Whales?' }).click()
  await shows(page, 'Mega Pig every week!', 'Hours, weight 35')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByLabel('Seats').selectOption('any')
  await page.waitForURL('**/find?tag=*&seats=any')
})

it('a link to what was found opens as the server wrote it, and nothing of it is made anew', async () => {
  const page = await visitor.at('/')
  const errors: string[] = []
  page.on('pageerror', ({ message }) => message.includes('React') && errors.push(`${page.url()}: ${message}`))
  // A site that has just started has compared no clubs yet.
  const found = async () => {
    await visitor.at(`/find?tag=${tagInPath(EXAMPLE_PLAYER_TAG)}`)
    return page.getByText(/\d+ of \d+ clubs?/).count()
  }
  await expect.poll(found, { timeout: 90_000, interval: 1000 }).toBeGreaterThan(0)
  await visitor.at('/browse/clubs?entry=open')
  await shows(page, 'Seats')
  expect(errors).toEqual([])
})

it('somebody without an account says what they are like, and is given real clubs', async () => {
  const page = await visitor.stranger('/find', { width: 390 })
  await page.getByText('By my answers').click()
  await page.getByLabel('Days a week').fill('6')
  await page.getByText('18:00 to 21:00').click()
  await page.getByText('Knockout').click()
  await page.getByRole('button', { name: 'Find clubs' }).click()
  await page.waitForURL(/[/]find[?]trophies=30000&days=6&hours=/)
  const clubs = page.getByRole('region', { name: 'Clubs that fit' }).getByRole('listitem')
  await clubs.first().waitFor()
  const withSeats = await clubs.count()
  // Full clubs are listed only when they are asked for.
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByLabel('Seats').selectOption('any')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect.poll(() => clubs.count()).toBeGreaterThan(Math.max(3, withSeats))
  await clubs.first().getByRole('link').click()
  await page.waitForURL('**/club/*')
})
