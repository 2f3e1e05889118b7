import { expect, test } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { sketchOf } from './sketch.ts'

const FIRST = calendarDay('2026-11-16')
const PLAYER = { ranked: { tier: 'Gold I', tier_place: 7, rating: 2100 }, last_updated: '2026-11-20T09:00:00Z' }

/** Days of a player by their changes; null where nobody looked. */
function lineOf(changes: (number | null)[], reset = 0) {
  let trophies = 1000
  const days = changes.map((change, place) => {
    trophies += change ?? 0
    return {
      date: addDays(FIRST, place),
      trophies,
      trophies_changed: change === null ? null : change !== 0,
      trophy_change: change,
      reset: place === 0 ? reset : 0,
      observed: change !== null,
    }
  })
  return { before: { date: addDays(FIRST, -1), trophies: 1000, observed: true }, progression_data: days }
}

const rated = { draws: 0, rate: null, low: null, high: null, sample: 'none', prior: null, prior_weight: 25 } as const
const NO_HOURS = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
const BATTLES = {
  by_brawler: [
    { brawler_name: 'PIPER', brawler_id: 1, battles: 20, wins: 12, losses: 8, ...rated, places: null, trophies_won: 9 },
    {
      ...{ brawler_name: 'LEON', brawler_id: 2, battles: 4, wins: 1, losses: 3, ...rated, trophies_won: 9 },
      places: { battles: 30, mean_place: 3, top_half: 60 },
    },
  ],
  hours: NO_HOURS.map((day, weekday) => day.map((_, hour) => (hour === 19 ? weekday : 0))),
  played_with: [{ tag: '#2PY', name: 'Ada', battles: 9, wins: 6, losses: 3, ...rated, usual: 50, edge: null }],
}

test('the latest days of a player are drawn as their review would be', () => {
  expect(sketchOf(PLAYER, lineOf([100, 300, null, -50]), BATTLES)).toMatchObject({
    ...{ type: 'player', from: FIRST, to: '2026-11-19', days: 4, observed_days: 3, running: false },
    growth: { gained: 350, before: 1000, after: 1350, line: [0, 100, 400, 400, 350] },
    best_day: { date: '2026-11-17', gained: 300, week: [100, 300, null, -50, null, null, null] },
    // Showdowns count: they have places and no wins.
    brawler: { brawler_name: 'LEON', battles: 34 },
    hours: { battles: 21 },
    company: { together: [{ players: [{ tag: '#2PY', name: 'Ada' }], battles: 9, wins: 6 }] },
    ranked: { tier: 'Gold I', on: '2026-11-20' },
    rank: null,
  })
})

test('what a season reset took is no loss', () => {
  expect(sketchOf(PLAYER, lineOf([-380, 20, 30], -400), BATTLES)?.growth).toMatchObject({ gained: 70, after: 670 })
})

test('a card of which nothing is known is none', () => {
  const none = { by_brawler: [], hours: NO_HOURS, played_with: [] }
  const sketch = sketchOf({ ...PLAYER, ranked: null }, lineOf([0, -20, -5]), none)
  expect(sketch).toMatchObject({ best_day: null, brawler: null, hours: null, company: null, ranked: null })
})

test.each([
  ['too few days are known', lineOf([null, 20, 30])],
  ['nobody has looked yet', { before: null, progression_data: [] }],
])('there is no sketch while %s', (_, line) => {
  expect(sketchOf(PLAYER, line, BATTLES)).toBe(null)
})
