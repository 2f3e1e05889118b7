import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { altering, visitSite } from './visitor.ts'

// What a leader does on a phone, counted: taps until the answer is on the page, and screens down to its end. Typing a tag
// is no tap, the button after it is one.
const SCREEN = 844
const MOST_TAPS = 2
const MOST_SCREENS = 2

const visitor = visitSite(390)
const measured: string[] = []
let taps: number

beforeEach(() => {
  taps = 0
})
afterAll(() => void process.stdout.write(`${measured.join('\n')}\n`))

async function tap(target: Locator): Promise<void> {
  taps += 1
  await target.click()
}

/** Requires each part of the answer to be within two screens of the top, after two taps at most. */
async function answeredBy(task: string, ...parts: Locator[]): Promise<void> {
  for (const part of parts) await part.waitFor()
  const bottoms = await Promise.all(parts.map(async (part) => (await part.boundingBox()) ?? { y: Infinity, height: 0 }))
  const scrolled = Number(await parts[0]?.page().evaluate('scrollY'))
  const screens = Math.ceil((scrolled + Math.max(...bottoms.map(({ y, height }) => y + height))) / SCREEN)
  measured.push(`${task} ${taps} taps, ${screens} of ${MOST_SCREENS} screens`)
  expect({ task, fewTaps: taps <= MOST_TAPS, nearTheTop: screens <= MOST_SCREENS }).toEqual({
    task,
    fewTaps: true,
    nearTheTop: true,
  })
}

const clubPath = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`
const look = (page: Page, group: string) =>
  page.getByRole('region', { name: 'Who stands out' }).getByRole('region', { name: group })

it('Who is silent? Did we grow in the last days, and why?', async () => {
  const page = await visitor.stranger(clubPath)
  const parts = ['By play', 'Joined', 'Left'].map((part) => page.getByText(part, { exact: true }).first())
  await answeredBy('Did we grow in the last days, and why?', page.getByText(/^Last 7 days:/).first(), ...parts)
  await answeredBy(
    'Who is silent?',
    look(page, 'Silent')
      .getByText(/^\d+\+? days$|^Nobody is known to be silent/)
      .first(),
  )
})

it('Who is in form?', async () => {
  const page = await visitor.at()
  await altering(page, `/browse${clubPath}/queue`, (answer) => ({
    ...answer,
    in_form: [
      {
        player_tag: EXAMPLE_PLAYER_TAG,
        player_name: 'Somebody Good',
        role: 'member',
        trophies: 50_000,
        days_silent: 0,
        silent_at_least: false,
        gain_7d: 900,
        gain_30d: 1900,
        reason: 'Played on 7 of the last 7 known days',
        played: { days_played: 7, days_known: 7, days_usual: null },
      },
    ],
    silent: [],
  }))
  await visitor.at(clubPath)
  await answeredBy('Who is in form?', look(page, 'In form').getByText('Played 7 of 7 days', { exact: true }))
})

it('Is this applicant any good?', async () => {
  const page = await visitor.stranger(clubPath)
  await tap(page.getByRole('banner').getByRole('button', { name: /search/i }))
  await page.getByRole('banner').getByPlaceholder('Enter player or club tag...').fill(EXAMPLE_PLAYER_TAG)
  await tap(page.getByRole('banner').getByRole('search').getByRole('button', { name: 'Search' }))
  const overview = page.locator('dl').filter({ hasText: 'Performance' }).first()
  await answeredBy(
    'Is this applicant any good?',
    overview.getByText('Performance').first(),
    overview.getByText(/^(Excellent|Good|Average|Below Avg|Poor)/).first(),
  )
})

it('Are we better than our rival?', async () => {
  const rivals = (await (await fetch(`${visitor.url}/api/browse/entities?type=club&limit=6`)).json()) as {
    clubs: { club_tag: string }[]
  }
  const rival = rivals.clubs.find(({ club_tag }) => club_tag !== EXAMPLE_CLUB_TAG)?.club_tag ?? ''
  const page = await visitor.stranger(clubPath)
  await tap(page.getByRole('link', { name: 'Compare' }).first())
  await page.getByLabel('Second').fill(rival)
  await tap(page.getByRole('button', { name: 'Choose' }).last())
  const figures = page.getByRole('region', { name: 'Key figures' })
  await answeredBy('Are we better than our rival?', figures.getByText('Trophies', { exact: true }))
})

it('Where is my desk, from anywhere?', async () => {
  const page = await visitor.stranger('/scores')
  await tap(page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'More' }))
  await tap(page.getByRole('dialog').getByRole('link', { name: /desk/i }))
  await page.waitForURL('**/desk')
  await answeredBy('Where is my desk?', page.getByRole('list', { name: 'Your desks' }).getByRole('link').first())
})

it('Which brawler is best on a map of now?', async () => {
  const page = await visitor.stranger(clubPath)
  await tap(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Brawlers' }))
  await tap(page.getByRole('main').getByText('Maps', { exact: true }).first())
  await answeredBy('Which brawler is best on a map of now?', page.locator('main a[href*="/meta/map/"]').first())
})

it('Who is our rival, and who is ahead?', async () => {
  const page = await visitor.stranger(clubPath)
  await tap(page.getByRole('link', { name: 'Compare' }).first())
  await tap(page.getByRole('list', { name: 'Rivals' }).getByRole('button').first())
  await answeredBy('Who is our rival, and who is ahead?', page.getByText(/leads in \d+ of \d+$|^Each leads in \d+$/))
})
