import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { SUNDAY, sideOf } from '#test/player-sides.ts'
import {
  bestClubs,
  clubRanked,
  clubShares,
  fitOf,
  hoursFit,
  modesFit,
  playerShares,
  rankedFit,
  type SoughtClub,
  smoothHours,
  sortedClubs,
  trophyFit,
  trophyPower,
} from './club-finder.ts'

const roots = (hours: readonly number[]) => Float64Array.from(hours, Math.sqrt)
const at = (...hours: number[]) =>
  roots(smoothHours(Array.from({ length: 24 }, (_, hour) => Number(hours.includes(hour)))))

const anyHours = fc
  .array(fc.nat(50), { minLength: 24, maxLength: 24 })
  .filter((counts) => counts.some((count) => count > 0))
  .map((counts) => roots(smoothHours(counts)))
const anyModes = fc
  .dictionary(fc.constantFrom('gemGrab', 'brawlBall', 'heist', 'knockout'), fc.integer({ min: 1, max: 50 }), {
    minKeys: 1,
  })
  .map((counts) => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return new Map(Object.entries(counts).map(([mode, count]) => [mode, count / total]))
  })

describe('hours in common', () => {
  it.each([
    ['the same hour', at(20), at(20), 1],
    ['hours far apart', at(4), at(20), 0],
    // Shares 1/4 1/2 1/4 beside each other: two hours have sqrt(1/4 x 1/2) each.
    ['hours beside each other', at(20), at(21), 2 * Math.sqrt(1 / 8)],
    ['midnight lies between 23 and 0', at(23), at(0), 2 * Math.sqrt(1 / 8)],
    ['one hour of two', at(4), at(4, 16), Math.SQRT1_2],
  ])('%s', (_story, one, other, fit) => {
    expect(hoursFit(one, other)).toBeCloseTo(fit)
  })

  it('are the same from both sides, from 0 to 1, and 1 with oneself', () => {
    fc.assert(
      fc.property(anyHours, anyHours, (one, other) => {
        const fit = hoursFit(one, other)
        expect(fit).toBe(hoursFit(other, one))
        expect(fit >= 0 && fit <= 1).toBe(true)
        expect(hoursFit(one, one)).toBeCloseTo(1)
      }),
    )
  })
})

describe('modes in common', () => {
  const modes = (shares: Record<string, number>) => new Map(Object.entries(shares))
  it.each([
    ['the same', modes({ heist: 0.5, gemGrab: 0.5 }), modes({ heist: 0.5, gemGrab: 0.5 }), 1],
    ['none in common', modes({ heist: 1 }), modes({ gemGrab: 1 }), 0],
    // 1 - (0.5 log2(1 / 0.75) + 0.25 log2(0.5 / 0.75) + 0.25 log2(0.5 / 0.25))
    ['half in common', modes({ heist: 1 }), modes({ heist: 0.5, gemGrab: 0.5 }), 0.6887218755],
  ])('%s', (_story, one, other, fit) => {
    expect(modesFit(one, other)).toBeCloseTo(fit)
  })

  it('are the same from both sides, from 0 to 1, and 1 with oneself', () => {
    fc.assert(
      fc.property(anyModes, anyModes, (one, other) => {
        const fit = modesFit(one, other)
        expect(fit).toBeCloseTo(modesFit(other, one))
        expect(fit >= 0 && fit <= 1).toBe(true)
        expect(modesFit(one, one)).toBeCloseTo(1)
      }),
    )
  })
})

const anyTrophies = fc.integer({ min: 0, max: 1_000_000 })

describe('trophies that fit', () => {
  it.each([
    [20_000, 20_000, 1],
    // exp(-ln 2 / 0.35)
    [40_000, 20_000, 0.138],
    [20_000, 40_000, 0.138],
    [22_000, 20_000, 0.7616],
  ])('%d for a club with a median of %d', (player, club, fit) => {
    expect(trophyFit(trophyPower(player), trophyPower(club))).toBeCloseTo(fit, 4)
  })

  it('are the same from both sides, from 0 to 1, and as the formula has them', () => {
    fc.assert(
      fc.property(anyTrophies, anyTrophies, (player, club) => {
        const fit = trophyFit(trophyPower(player), trophyPower(club))
        expect(fit).toBe(trophyFit(trophyPower(club), trophyPower(player)))
        expect(fit >= 0 && fit <= 1).toBe(true)
        const ratio = Math.max(1, player) / Math.max(1, club)
        expect(fit).toBeCloseTo(Math.exp(-Math.abs(Math.log(ratio)) / 0.35))
      }),
    )
  })
})

const anySide = fc.record({ tier: fc.option(fc.nat(22)), prestige: fc.option(fc.nat(300)) })

describe('tier and prestige that fit', () => {
  it.each([
    ['the same', { tier: 13, prestige: 14 }, { tier: 13, prestige: 14 }, 1],
    ['one league and 14 levels apart', { tier: 13, prestige: 29 }, { tier: 10, prestige: 14 }, (0.5 + 15 / 30) / 2],
    ['two leagues apart', { tier: 13, prestige: null }, { tier: 7, prestige: 14 }, 0],
    ['unranked in a club of unranked members', { tier: 0, prestige: null }, { tier: 0, prestige: null }, 1],
    ['prestige alone is known of both', { tier: 13, prestige: 0 }, { tier: null, prestige: 1 }, 0.5],
    ['nothing is known of both', { tier: 13, prestige: null }, { tier: null, prestige: 14 }, null],
  ])('%s', (_story, player, club, fit) => {
    expect(rankedFit(player, club)).toBe(fit)
  })

  it('are the same from both sides, from 0 to 1, and 1 with oneself', () => {
    fc.assert(
      fc.property(anySide, anySide, (one, other) => {
        const fit = rankedFit(one, other)
        expect(fit).toBe(rankedFit(other, one))
        expect(fit === null || (fit >= 0 && fit <= 1)).toBe(true)
        if (one.tier !== null || one.prestige !== null) expect(rankedFit(one, one)).toBe(1)
      }),
    )
  })
})

describe('tier and prestige in the middle of a club', () => {
  const sides = (...tiers: number[]) => tiers.map((tier) => ({ tier, prestige: null }))

  it('are the lower of the two in the middle of those known', () => {
    const known = [...sides(0, 4, 9, 10, 12, 13, 22, 15), { tier: null, prestige: 3 }]
    expect(clubRanked(known, 24)).toEqual({ members: 24, tier: { middle: 10, known: 8 }, prestige: null })
  })

  it('are not known with fewer than 8 members known, or fewer than a third', () => {
    const nine = sides(1, 2, 3, 4, 5, 6, 7, 8, 9)
    expect(clubRanked(nine.slice(2), 7)).toBeNull()
    expect(clubRanked(nine, 28)).toBeNull()
    expect(clubRanked(nine, 27)?.tier).toEqual({ middle: 5, known: 9 })
    expect(clubRanked([], 0)).toBeNull()
  })
})

describe('the fit', () => {
  it.each([
    [{ hours: 0.8, activity: 0.6, trophies: 0.4, modes: 1, ranked: null }, 35 * 0.8 + 25 * 0.6 + 25 * 0.4 + 15],
    // (25 x 0.6 + 15 x 0.2) / 40
    [{ hours: null, activity: 0.6, trophies: null, modes: null, ranked: 0.2 }, 45],
    [{ hours: null, activity: 0.6, trophies: 0.4, modes: null, ranked: null }, 50],
    [{ hours: null, activity: null, trophies: null, modes: null, ranked: null }, null],
  ])('of %j is %j', (parts, fit) => {
    const found = fitOf(parts)
    expect(found === null ? null : found.toFixed(6)).toBe(fit === null ? null : fit.toFixed(6))
  })
})

describe('when and what a player plays', () => {
  /** So many battles, the first of them so many days ago, the others an hour ago. */
  const play = (battles: number, days: number) => {
    const now = SUNDAY + 40 * DAY_MS
    const moments = Array.from({ length: battles }, (_, place) => (place === 0 ? now - days * DAY_MS : now - HOUR_MS))
    const sides = moments.map((moment) => sideOf({ at: moment, mode: 'heist' }))
    return playerShares(sides, { from: now - 30 * DAY_MS, now })
  }

  it('is known from 50 battles and 14 days on', () => {
    expect([play(50, 14), play(49, 14), play(50, 13.9)].map((shares) => shares !== null)).toEqual([true, false, false])
    const shares = play(50, 14)
    expect(shares?.modes).toEqual(new Map([['heist', 1]]))
    expect(shares?.hours.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  })

  it('is that of a club from 8 such members on, each with the same weight', () => {
    const known = play(60, 20)
    if (known === null) throw new Error('not known')
    expect(clubShares(Array(7).fill(known))).toBe(null)
    const other = { hours: known.hours, modes: new Map([['gemGrab', 1]]) }
    expect(clubShares([...Array(6).fill(known), other, other])?.modes).toEqual(
      new Map([
        ['heist', expect.closeTo(0.75)],
        ['gemGrab', expect.closeTo(0.25)],
      ]),
    )
  })
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 })
const anySeeker = fc.record({
  trophies: maybe(fc.integer({ min: 0, max: 100_000 })),
  activity: maybe(share),
  hourRoots: maybe(anyHours),
  modes: maybe(anyModes),
  ranked: maybe(anySide),
})

function soughtClub(tag: string, club: Omit<SoughtClub, 'tag' | 'trophyPower'>): SoughtClub {
  return { ...club, tag, trophyPower: trophyPower(club.medianTrophies) }
}

const anyClubs = fc
  .array(
    fc.record({
      medianTrophies: fc.integer({ min: 0, max: 100_000 }),
      activity: maybe(share),
      hourRoots: maybe(anyHours),
      modes: maybe(anyModes),
      ranked: maybe(anySide),
    }),
    { maxLength: 80 },
  )
  .map((clubs) =>
    clubs
      .map((club, place) => soughtClub(`#${String(place).padStart(3, '0')}`, club))
      .sort((one, other) => one.medianTrophies - other.medianTrophies),
  )

/** Neither modes nor Ranked are known. */
const PLAIN = { modes: null, ranked: null }

describe('the best clubs', () => {
  it('are the same when all clubs are looked at', () => {
    fc.assert(
      fc.property(anySeeker, anyClubs, fc.integer({ min: 1, max: 10 }), (seeker, clubs, most) => {
        const isWanted = ({ tag }: SoughtClub) => !tag.endsWith('3')
        const all = bestClubs(seeker, sortedClubs(clubs), { isWanted, most: clubs.length + 1 })
        const best = bestClubs(seeker, sortedClubs(clubs), { isWanted, most })
        expect(best).toEqual(all.slice(0, most))
        const isNamed = Object.values(seeker).some((part) => part !== null)
        expect(all).toHaveLength(isNamed ? clubs.filter(isWanted).length : 0)
        const numbers = best.flatMap(({ fit, parts }) => [fit / 100, ...Object.values(parts)])
        expect(numbers.every((number) => number === null || (number >= 0 && number <= 1))).toBe(true)
      }),
    )
  })

  it('do not stand higher because less is known of them', () => {
    const seeker = { trophies: 20_000, activity: 0.5, hourRoots: at(20), ...PLAIN }
    const known = soughtClub('#A', { medianTrophies: 21_000, activity: 0.6, hourRoots: at(20, 21), ...PLAIN })
    const unknown = soughtClub('#B', { medianTrophies: 20_000, activity: null, hourRoots: null, ...PLAIN })
    const found = bestClubs(seeker, sortedClubs([unknown, known]), { isWanted: () => true, most: 5 })
    expect(found.map(({ club, fit }) => [club.tag, Math.round(fit)])).toEqual([
      ['#A', 90],
      ['#B', 100],
    ])
    expect(found[1]?.parts).toEqual({ hours: null, activity: null, trophies: 1, ...PLAIN })
  })
})
