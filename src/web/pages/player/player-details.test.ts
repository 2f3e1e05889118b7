import { expect, test } from 'vitest'
import { brawlerName, sumOfKnown } from './PlayerDetails.tsx'
import { nextMilestoneSentence, playerSentence } from './PlayerOverview.tsx'
import { chartMilestones, latestMilestones } from './TrophyMilestones.tsx'

test('the sentence about the next milestone says the days to it only if there is a pace', () => {
  const next = { trophy_count: 50_000, trophies_missing: 1786 }
  expect(nextMilestoneSentence({ ...next, days_at_this_pace: 8.2 })).toBe(
    'Next milestone: 50k, 1,786 trophies away, about 9 days at this pace.',
  )
  expect(nextMilestoneSentence({ ...next, days_at_this_pace: null })).toBe('Next milestone: 50k, 1,786 trophies away.')
})

test('a player without analytics has a sentence too', () => {
  expect(playerSentence({ trophies: 48_214, club: { name: 'Pod' } })).toContain('48,214 trophies, plays in Pod.')
  expect(playerSentence({ trophies: 0, club: null })).toContain('0 trophies.')
})

test('the trophy chart shows the milestones that the line passed', () => {
  expect(chartMilestones([28_000, null, 41_000])).toEqual([
    { value: 30_000, label: '30k' },
    { value: 40_000, label: '40k' },
  ])
  expect(chartMilestones([null])).toEqual([])
})

test('the highest six milestones are always shown, the others on demand', () => {
  const milestones = [1000, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000].map((trophy_count) => ({
    trophy_count,
    achieved_date: null,
  }))
  const { shown, before } = latestMilestones(milestones)
  expect(shown.map(({ trophy_count }) => trophy_count)).toEqual([35_000, 30_000, 25_000, 20_000, 15_000, 10_000])
  expect(before.map(({ trophy_count }) => trophy_count)).toEqual([5000, 1000])
})

test('the sum of victories is unknown if one of them is', () => {
  expect(sumOfKnown([12, 3, 0])).toBe(15)
  expect(sumOfKnown([12, null, 0])).toBeNull()
})

test('the name of a brawler is not written in capitals', () => {
  expect(brawlerName('EL PRIMO')).toBe('El Primo')
})
