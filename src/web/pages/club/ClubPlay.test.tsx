// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLUB_BATTLES } from '#test/battle-answers.ts'
import { renderPage } from '#test/render-page.tsx'
import { bestPairs, ClubHours, ClubPlay, sentenceOf } from './ClubPlay.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const show = (answer: object | number) =>
  renderPage(
    <>
      <ClubHours tag="#2PYL" days={30} />
      <ClubPlay tag="#2PYL" days={30} />
    </>,
    { '/api/analytics/club/2PYL/battles': answer },
  )

test('a leader sees when most members are online, and in which hours to meet', async () => {
  show(CLUB_BATTLES)
  // The folded card of a phone says it too.
  expect(await screen.findAllByText('Most online: Sundays from 19:00 to 20:00, about 5 members')).toHaveLength(2)
  const hours = within(screen.getByRole('region', { name: 'Best hours to meet' })).getAllByRole('listitem')
  expect(hours.map(({ textContent }) => textContent)).toEqual([
    'Sundays from 19:00 to 20:005.3 members online, 84 battles',
    'Sundays from 20:00 to 21:005 members online, 80 battles',
    'Fridays from 18:00 to 19:003.5 members online, 40 battles',
  ])
})

test.each([
  [0, 'Most online: Sundays from 19:00 to 20:00, about 5 members'],
  [540, 'Most online: Mondays from 04:00 to 05:00, about 5 members'],
  [-240, 'Most online: Sundays from 15:00 to 16:00, about 5 members'],
])('in a zone %i minutes ahead of UTC the sentence is "%s"', (offset, sentence) => {
  expect(sentenceOf(CLUB_BATTLES, offset)).toBe(sentence)
})

test('of hours that are hardly known nothing is said', () => {
  expect(sentenceOf({ ...CLUB_BATTLES, best_hours: [] }, 0)).toBeNull()
})

test('the best pairs win more together than usual, the others are not praised', async () => {
  expect(bestPairs(CLUB_BATTLES.pairs).map(({ edge }) => edge)).toEqual([8.2])
  show(CLUB_BATTLES)
  const best = await screen.findByRole('region', { name: 'Best together' })
  expect(best.textContent).toMatch(/Milo.*Yuki.*32 of 44 won, \+8 points/)
})

test('few battles and none are said in words', async () => {
  show({ ...CLUB_BATTLES, enough: false, battles: 6, best_hours: [], pairs: [], trios: [] })
  expect(await screen.findByText('6 battles seen; rates need 10.')).toBeTruthy()
  cleanup()
  show({ ...CLUB_BATTLES, battles: 0, coverage: { share: null, since: null, missed: false } })
  expect(await screen.findAllByText('No battle logs yet')).toHaveLength(2)
})

test('a failure offers another try', async () => {
  show(404)
  // One message says why for both cards.
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Some parts of this page did not load/)
  for (const name of ['Hours', 'Modes and teams'])
    expect(screen.getByRole('region', { name }).textContent).toContain('Failed to fetch the club’s battles')
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
})
