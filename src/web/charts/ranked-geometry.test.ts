import { expect, test } from 'vitest'
import { PLAYER_RANKED } from '#test/ranked-answers.ts'
import { rankedGeometry, stretchesOf } from './ranked-geometry.ts'

const DAYS = PLAYER_RANKED.ranked_days
const dates = (days: Parameters<typeof stretchesOf>[0]) => stretchesOf(days).map((each) => each.map(({ date }) => date))

test('no line leads from one season into the next, nor over days without a rating', () => {
  expect(dates(DAYS)).toEqual([
    ['2026-11-10', '2026-11-18'],
    ['2026-11-19', '2026-11-21'],
  ])
  const unranked = { date: '2026-11-20', tier: 'Unranked', rating: null, season_start: false }
  expect(dates([...DAYS.slice(0, 3), unranked, ...DAYS.slice(3)])).toEqual([
    ['2026-11-10', '2026-11-18'],
    ['2026-11-19'],
    ['2026-11-21'],
  ])
})

test('bands are as high as their tiers, and a season start stands where its day is', () => {
  const { bands, starts, x, y } = rankedGeometry(DAYS, 390, 190)
  const names = bands.map(({ name }) => name)
  expect(names).toEqual(['Mythic I', 'Mythic II', 'Mythic III', 'Legendary I', 'Legendary II'])
  expect(bands[0]).toMatchObject({ top: y(5000), bottom: y(4500) })
  expect(starts).toEqual([{ date: '2026-11-19', x: x('2026-11-19') }])
})
