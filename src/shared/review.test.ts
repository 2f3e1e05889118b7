import { expect, test } from 'vitest'
import { type ReviewFacts, reviewWords } from './review.ts'
import { makeTranslator, sayIn } from './texts.ts'

const REVIEW: ReviewFacts = {
  type: 'player',
  period: '2026',
  from: '2026-01-01',
  to: '2026-12-31',
  running: true,
  days: 365,
  observed_days: 41,
  growth: null,
  best_day: null,
  brawler: null,
  hours: null,
  company: null,
  rank: null,
  ranked: { tier: 'Mythic II', tier_place: 14, rating: 5100, on: '2026-11-05' },
  missing: { brawler: 'Too few battles are known.' },
}

test('the tier of Ranked is named in the language of the reader', () => {
  const turkish = makeTranslator('tr', { 'game.mythic': 'Gizemli' })
  const ranked = sayIn(turkish, () => reviewWords(REVIEW)).find(({ card }) => card === 'ranked')
  expect(ranked?.value).toBe('Gizemli II')
})

test('a review that a browser kept since before there were facts says why a card is missing as it was told', () => {
  const brawler = reviewWords(REVIEW).find(({ card }) => card === 'brawler')
  expect(brawler).toMatchObject({ value: null, note: 'Too few battles are known.' })
})

test.each([
  [
    { played: 83_783, joined: 3000, left: -696 },
    'by play, +2,304 by members who joined or left: from 1,076,578 to 1,162,272, a reset took 393',
  ],
  [null, 'from 1,076,578 to 1,162,272, +8%, a reset took 393'],
])('the growth names all that lies between before and after: %j', (parts, told) => {
  const growth = { gained: 86_087, before: 1_076_578, after: 1_162_272, percent: 8, parts, line: null }
  const note = reviewWords({ ...REVIEW, growth }).find(({ card }) => card === 'growth')?.note
  expect(note).toBe(told)
  const without = reviewWords({ ...REVIEW, growth: { ...growth, after: 1_162_665 } })[0]?.note
  expect(without).not.toContain('reset')
})

test('the hour that is named is the highest of the hours that are drawn', () => {
  const by_hour = Array.from({ length: 24 }, (_, hour) => (hour === 0 ? 40 : 10))
  // In the week's busiest hour there were more visits, and fewer battles over all days of the week.
  const hours = { since: '2026-01-01', battles: 270, weekday: 4, hour: 1, at_busiest: 8, by_hour }
  const card = reviewWords({ ...REVIEW, hours }).find(({ card }) => card === 'hours')
  expect(card).toMatchObject({ value: '00:00 UTC', note: '40 of 270 battles' })
})
