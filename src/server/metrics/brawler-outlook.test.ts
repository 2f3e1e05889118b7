import { expect, it } from 'vitest'
import { addDays, calendarDay, DAY_MS } from '#shared/days.ts'
import { brawlerDays, brawlerPassage } from './brawler-outlook.ts'
import { USUAL_WIDENING } from './forecast.ts'
import type { PlayerSide, Sides } from './player-side.ts'

const TODAY = calendarDay('2026-11-21')
const START = Date.parse(addDays(TODAY, -28))
const [POCO, PIPER] = [16_000_013, 16_000_015]

/** A ladder battle at noon of a day, counted from the first of the 28. */
function battle(day: number, id: number, trophyChange: number, given: Partial<PlayerSide> = {}): PlayerSide {
  const at = START + (day + 0.5) * DAY_MS
  return {
    at,
    family: 'ladder',
    brawlers: [{ id, trophies: 900 }],
    trophyChange,
    changes: null,
    ...given,
  } as PlayerSide
}
const sidesOf = (...sides: PlayerSide[]): Sides => ({ forEach: (visit) => sides.forEach(visit) })
const covered = (days: number) => [{ from: START, to: START + days * DAY_MS }]
const asked = { today: TODAY, target: 1000, seed: 7, widening: USUAL_WIDENING.player }

it('a brawler has the sum of its own ladder battles on each known day', () => {
  const duel = { brawlers: [POCO, PIPER].map((id) => ({ id, trophies: 900 })), changes: [4, -3] }
  const sides = sidesOf(
    battle(0, POCO, 8),
    battle(0, POCO, -3),
    battle(1, PIPER, 9),
    battle(2, POCO, 1, duel),
    battle(3, POCO, 50, { family: 'ranked' }),
    battle(20, POCO, 70),
  )
  const days = brawlerDays({ sides, spans: covered(14), today: TODAY })
  expect(days?.get(POCO)).toEqual({ gains: [5, 0, 4, ...Array(11).fill(0)], active: 2 })
  expect(days?.get(PIPER)).toEqual({ gains: [0, 9, -3, ...Array(11).fill(0)], active: 2 })
})

it('with fewer than 14 known days nothing is said', () => {
  expect(brawlerDays({ sides: sidesOf(battle(0, POCO, 8)), spans: covered(13), today: TODAY })).toBeNull()
})

it('who wins ten a day reaches the next thousand when the days add up to it', () => {
  const sides = sidesOf(...Array.from({ length: 28 }, (_, day) => battle(day, POCO, 10)))
  const poco = brawlerDays({ sides, spans: covered(28), today: TODAY })?.get(POCO)
  expect(brawlerPassage(poco, { ...asked, trophies: 950 })?.median).toBe(5)
  expect(brawlerPassage(poco, { ...asked, trophies: 10, target: 2000 })).toBeNull()
})

it('of a brawler that hardly plays, or of which no battle is known, nothing is said', () => {
  const sides = sidesOf(...[0, 1, 2].map((day) => battle(day, POCO, 10)))
  const days = brawlerDays({ sides, spans: covered(28), today: TODAY })
  expect(brawlerPassage(days?.get(POCO), { ...asked, trophies: 950 })).toBeNull()
  expect(brawlerPassage(days?.get(PIPER), { ...asked, trophies: 950 })).toBeNull()
})
