// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cardPart, renderPage } from '#test/render-page.tsx'
import { SimilarClubs } from './SimilarClubs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const part = (value: number | null, percentile: number | null, typical: number | null) => ({
  value,
  percentile,
  typical,
})

const SIMILAR = {
  tag: '#2PP',
  enough: true,
  compared: 120,
  needed: 50,
  profiled: true,
  mean: 61.5,
  parts: {
    active_share: part(80, 72, 66.7),
    median_gain: part(-40, 12, 310),
    retention_90d: part(null, null, 55),
    ghost_share: part(0, 91.5, 10),
    evenness: part(48, 70.5, null),
  },
  nearest: [
    {
      ...{ club_tag: '#2PY', club_name: 'Late Tide', member_count: 28, trophies: 900_000, median_trophies: 31_000 },
      ...{ activity_score: 70, country: 'DE', entry: 'open', required_trophies: 0, active_members: 20 },
      known_members: 27,
    },
  ],
}

const show = (answer: object | number) =>
  renderPage(<SimilarClubs tag="#2PP" />, { '/api/analytics/club/2PP/similar': answer })

/** The card, once the answer has come. */
const bars = async () => {
  const section = within(await screen.findByRole('region', { name: 'Similar clubs' }))
  await section.findByRole('region', { name: 'The nearest clubs' })
  return section
}

test('a leader sees each figure beside what is typical, and how many clubs do worse', async () => {
  show(SIMILAR)
  const section = await bars()
  expect(section.getByText(/Compared: 120/)).toBeTruthy()
  expect(section.getByText('Here 80%, typical 67%')).toBeTruthy()
  expect(section.getByText('Here −40, typical +310')).toBeTruthy()
  const tide = section.getByRole('listitem')
  expect(within(tide).getByRole('link', { name: 'Late Tide' }).getAttribute('href')).toBe('/club/2PY')
  expect(within(tide).getByRole('link', { name: 'Compare with Late Tide' }).getAttribute('href')).toBe(
    '/compare?type=club&a=2PP&b=2PY',
  )
  expect(tide.textContent).toContain('Open, any trophies, 2 seats free, 20 of 27 active')
})

test('what is not known is said so, and is not 0; a figure that is 0 is one', async () => {
  show(SIMILAR)
  const section = await bars()
  expect(section.getByText('Not known yet, typical 55%')).toBeTruthy()
  expect(section.getByText('Here 0%, typical 10%')).toBeTruthy()
  expect(section.getByText('Here 48')).toBeTruthy()
})

test('each figure is explained', async () => {
  show(SIMILAR)
  const section = await bars()
  for (const name of [
    'Active members',
    'Typical gain',
    'Members who stay',
    'Few silent members',
    'Even effort',
    'All in all',
  ])
    expect(section.getByRole('button', { name: `What is ${name}?` })).toBeTruthy()
})

test.each([
  [{ compared: 12 }, 'Too few clubs are like this one', /needs 50 clubs of this size; 12 are tracked/],
  [{ compared: 1 }, 'Too few clubs are like this one', /1 is tracked/],
  [{ compared: 0, profiled: false }, 'Not compared yet', /once a day/],
])('with too few clubs (%j) nothing is compared, and the card says why, folded and open', async (less, title, why) => {
  show({ ...SIMILAR, ...less, enough: false, mean: null })
  expect((await screen.findAllByText(title)).map(cardPart)).toEqual(['row', 'body'])
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.queryByText(/typical is/)).toBeNull()
})

test('a failure offers another try', async () => {
  show(404)
  expect((await screen.findAllByText('Failed to compare the club')).map(cardPart)).toEqual(['row', 'body'])
})
