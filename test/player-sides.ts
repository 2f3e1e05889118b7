import fc from 'fast-check'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'

/** A Sunday, 2026-03-29. Sides are at 12:00 UTC of it unless given. */
export const SUNDAY = Date.UTC(2026, 2, 29)

/** A ladder battle of three against three with brawler 16000000 against people, won unless given. */
export function sideOf(given: Partial<PlayerSide> = {}): PlayerSide {
  return {
    at: SUNDAY + 12 * HOUR_MS,
    family: 'ladder',
    format: 'teams',
    lobby: 'people',
    mode: 'knockout',
    eventId: 15000001,
    brawlers: [{ id: 16000000, trophies: 750 }],
    result: 'win',
    place: null,
    teams: null,
    star: null,
    trophyChange: 8,
    changes: null,
    seconds: 100,
    mates: [],
    ...given,
  }
}

/** A sign a battle, a minute apart from `at` on: `w` won, `l` lost, `d` drawn. */
export function sidesOf(signs: string, given: Partial<PlayerSide> = {}): PlayerSide[] {
  const results = { w: 'win', l: 'loss', d: 'draw' } as const
  const start = given.at ?? SUNDAY + 12 * HOUR_MS
  return [...signs].map((sign, index) =>
    sideOf({
      trophyChange: sign === 'w' ? 8 : sign === 'l' ? -5 : 0,
      ...given,
      at: start + index * 60_000,
      result: results[sign as keyof typeof results],
    }),
  )
}

/** Sides of a player that were won, then sides that were lost. */
export function wonAndLost(won: number, lost: number, given: Partial<PlayerSide> = {}): PlayerSide[] {
  return sidesOf('w'.repeat(won) + 'l'.repeat(lost), given)
}

const MODES = ['knockout', 'brawlBall', 'gemGrab'] as const

const anyTeamSide = fc.record({
  family: fc.constantFrom('ladder' as const, 'ranked' as const, 'other' as const),
  lobby: fc.constantFrom('people' as const, 'bots' as const, 'likely_bots' as const, 'unknown' as const),
  mode: fc.constantFrom(...MODES),
  map: fc.integer({ min: 1, max: 2 }),
  brawler: fc.integer({ min: 16000000, max: 16000003 }),
  trophies: fc.option(fc.integer({ min: 0, max: 2600 })),
  result: fc.constantFrom('win' as const, 'loss' as const, 'draw' as const, null),
  star: fc.constantFrom(true, false, null),
  trophyChange: fc.integer({ min: -10, max: 12 }),
  mates: fc.subarray(['#AAA', '#BBB', '#CCC'], { maxLength: 2 }),
})

/** Any battles of a player on different seconds of two weeks, oldest first: of teams, showdowns and duels. */
export const anySides: fc.Arbitrary<PlayerSide[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom('teams' as const, 'showdown' as const, 'duels' as const),
      anyTeamSide,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 0, max: (14 * DAY_MS) / 1000 }),
    ),
    { maxLength: 120 },
  )
  .map((drawn) => {
    const sides = drawn.map(([format, { map, brawler, trophies, ...side }, place, second]) => {
      const at = SUNDAY + second * 1000
      const own = { id: brawler, trophies }
      const eventId = 15000000 + 10 * MODES.indexOf(side.mode) + map
      const common = { ...side, at, eventId, brawlers: [own] }
      if (format === 'showdown') {
        const mode = 'soloShowdown'
        return sideOf({ ...common, format, mode, eventId: 15000900 + map, result: null, place, teams: 10, star: null })
      }
      if (format === 'teams') return sideOf({ ...common, format })
      const brawlers = [own, { id: 16000001, trophies }, { id: 16000001, trophies }]
      const changes = side.star === null ? null : [1, side.trophyChange - 3, 2]
      const duel = { format, mode: 'duels', eventId: 15000950 + map, brawlers, changes, star: null, mates: [] }
      return sideOf({ ...common, ...duel })
    })
    const distinct = new Map(sides.map((side) => [side.at, side]))
    return [...distinct.values()].sort((one, other) => one.at - other.at)
  })
