import { expect, test } from 'vitest'
import { findJustReached, gainOfToday, nextMilestoneSentence, shareOf } from './DailyFigures.tsx'
import { profileDay, sumOfKnown } from './PlayerDetails.tsx'
import { playerSentence } from './PlayerOverview.tsx'
import { latestMilestones } from './TrophyMilestones.tsx'

const median = { date: '2026-12-04', days: 13 }
const arrival = { earliest: median, median, latest: null }

test.each([
  ['its day', { target: 50_000, arrival }, 'Next milestone: 50k, 1,786 to go, around Dec 4.'],
  [
    'a day of another year',
    { target: 50_000, arrival: { ...arrival, median: { date: '2027-01-04', days: 44 } } },
    'Next milestone: 50k, 1,786 to go, around Jan 4, 2027.',
  ],
  ['the day of another number', { target: 60_000, arrival }, 'Next milestone: 50k, 1,786 to go.'],
  ['no day', { target: 50_000, arrival: null }, 'Next milestone: 50k, 1,786 to go.'],
  ['nothing yet', undefined, 'Next milestone: 50k, 1,786 to go.'],
])('where the forecast tells %s, the next milestone says the same and no second estimate', (_, forecast, text) => {
  const next = { trophy_count: 50_000, trophies_missing: 1786 }
  expect(nextMilestoneSentence(next, forecast)).toBe(text)
})

test.each([
  [50_000, 2500, 75],
  [50_000, 10_000, 0],
  // After a fall below the milestone before.
  [50_000, 14_000, 0],
  [1000, 400, 60],
])('on the way to %i with %i to go, %i percent are done', (trophy_count, trophies_missing, share) => {
  expect(shareOf({ trophy_count, trophies_missing })).toBeCloseTo(share)
})

const day = (observed: boolean, trophy_change: number | null, reset = 0) => {
  return { date: '2026-11-21', trophies: 1000, trophies_changed: true, trophy_change, reset, observed }
}

test.each([
  ['what was won', day(true, 23), 23],
  ['nothing of what a reset took', day(true, -980, -1000), 20],
  ['not known while nobody has looked', day(false, 0), null],
  ['not known on the first day', day(true, null), null],
])('the gain of today is %s', (_, today, gain) => {
  const progression = { progression_data: [day(true, 7), today] }
  expect(gainOfToday(progression, '2026-11-21')).toBe(gain)
  // The line ends with the day on which somebody looked last.
  expect(gainOfToday(progression, '2026-11-22')).toBeNull()
})

test('a milestone is just reached for seven days, and only if it was seen to be reached', () => {
  const seen = (achieved_date: string | null, last_updated: string) => {
    return findJustReached({
      achievement_milestones: [{ milestone: '70k', trophy_count: 70_000, achieved_date }],
      last_updated,
    })
  }
  expect(seen('2026-11-14', '2026-11-20T09:00:00Z')?.trophy_count).toBe(70_000)
  expect(seen('2026-11-14', '2026-11-22T09:00:00Z')).toBeNull()
  expect(seen(null, '2026-11-20T09:00:00Z')).toBeNull()
  expect(findJustReached({ achievement_milestones: [], last_updated: '2026-11-20T09:00:00Z' })).toBeNull()
})

test('a player without analytics has a sentence too', () => {
  expect(playerSentence({ trophies: 48_214, club: { name: 'Pod' } })).toContain('48,214 trophies and plays in Pod.')
  expect(playerSentence({ trophies: 0, club: null })).toContain('0 trophies.')
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

test.each([
  ['2026-11-27T05:40:00.000Z', 'As of Nov 27, 2026.'],
  ['2026-11-28T00:10:00.000Z', ''],
  [null, 'Known from the club’s list only. Victories come with the profile.'],
])('victories of a profile that was read at %s say "%s" on a page of Nov 28', (profile_updated, words) => {
  expect(profileDay({ profile_updated, last_updated: '2026-11-28T03:50:47.123Z' })).toBe(words)
})
