import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LadderDay, NOTHING_KNOWN } from '#server/metrics/ranked-days.ts'
import { createRandom } from '#shared/random.ts'
import { RANKED_TIERS, UNRANKED } from '#shared/ranked-tiers.ts'
import { type LadderMonth, packLadder, unpackLadder } from './pack-ladder.ts'

const anyNumber = fc.option(fc.integer({ min: 0, max: 30_000 }))
const anyTier = fc.option(fc.constantFrom(...RANKED_TIERS.map(({ name }) => name), UNRANKED, 'GRAND CHAMPION Ä'))
const inSeason = { season: anyNumber, rating: anyNumber, seasonRating: anyNumber, tier: anyTier, seasonTier: anyTier }
const anyDay: fc.Arbitrary<LadderDay> = fc.record({
  ...inSeason,
  ...{ prestige: anyNumber, isSetAside: fc.boolean() },
  ended: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(fc.record(inSeason), { maxLength: 2 })),
  fame: fc.option(fc.nat(2 ** 31 - 1)),
})
const anyMonth = fc.record({
  before: anyDay.map((day) => ({ ...day, ended: [], isSetAside: false })),
  days: fc.array(fc.tuple(fc.integer({ min: 1, max: 31 }), anyDay), { maxLength: 31 }).map((days) => new Map(days)),
})

describe('a month of ladders', () => {
  it('is read as it was packed', () => {
    fc.assert(
      fc.property(anyMonth, (month) => {
        expect(unpackLadder(packLadder(month))).toEqual(month)
      }),
    )
  })

  it('is read as a version packed it that did not know of seasons that end within a day', () => {
    const packed = Buffer.from('a202a9460e5f970202c901f14773032301d8040d', 'hex')
    expect(packLadder(OF_BEFORE).toString('hex')).toBe(packed.toString('hex'))
    expect(unpackLadder(packed)).toEqual(OF_BEFORE)
  })

  it('has the same bytes whatever the order in which its days were taken in', () => {
    fc.assert(
      fc.property(anyMonth, ({ before, days }) => {
        const turned = { before, days: new Map([...days].reverse()) }
        expect(packLadder(turned).equals(packLadder({ before, days }))).toBe(true)
      }),
    )
  })

  it('takes at most 8 bytes a day of somebody who plays Ranked every day, its column included', () => {
    const bytes = Array.from({ length: 200 }, (_, seed) => packLadder(busyMonth(seed)).length + COLUMN_HEADER)
    const perDay = bytes.reduce((sum, each) => sum + each, 0) / bytes.length / 31
    expect(perDay).toBeLessThanOrEqual(8)
    expect(packLadder(idleMonth).length + COLUMN_HEADER).toBeLessThanOrEqual(2 * 31)
  })
})

const OF_BEFORE: LadderMonth = {
  before: { ...NOTHING_KNOWN, season: 47, rating: 4500, tier: 'MYTHIC I' },
  days: new Map([
    [3, { ...NOTHING_KNOWN, season: 48, rating: 4600, tier: 'MYTHIC I', seasonRating: 4600, prestige: 57 }],
    [5, { ...NOTHING_KNOWN, season: 48, rating: 4300, tier: 'DIAMOND III', seasonRating: 4600, prestige: 57 }],
  ]),
}

/** What PostgreSQL adds to a value: its length, and what it is aligned by. */
const COLUMN_HEADER = 8

/** On every day rating, prestige, fame, and mostly the highest of the season change. */
function busyMonth(seed: number): LadderMonth {
  const random = createRandom(seed)
  const days = new Map<number, LadderDay>()
  let day: LadderDay = { ...NOTHING_KNOWN, season: 48, rating: 4500, tier: 'MYTHIC I', prestige: 57, fame: 120_000 }
  for (let number = 1; number <= 31; number++) {
    const rating = Math.max(0, (day.rating ?? 0) + Math.round((random() - 0.45) * 400))
    const place = RANKED_TIERS.findLastIndex(({ from }) => from <= rating)
    const tier = RANKED_TIERS[place]?.name ?? null
    const isBest = rating > (day.seasonRating ?? -1)
    const best = isBest ? { seasonRating: rating, seasonTier: tier } : {}
    const figures = { prestige: (day.prestige ?? 0) + (random() < 0.3 ? 1 : 0), fame: (day.fame ?? 0) + 90 }
    day = { ...day, rating, tier, ...best, ...figures }
    days.set(number, day)
  }
  return { before: { ...day, season: 47 }, days }
}

const still: LadderDay = { ...NOTHING_KNOWN, season: 48, rating: 4500, tier: 'MYTHIC I', prestige: 57 }
const idleMonth: LadderMonth = {
  before: still,
  days: new Map(Array.from({ length: 31 }, (_, place) => [place + 1, still])),
}
