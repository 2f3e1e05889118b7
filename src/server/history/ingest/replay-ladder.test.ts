import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDay, dayOf, HOUR_MS } from '#shared/days.ts'
import { emptyLadder, type Ladder, type LadderLook, takeLook } from './ladder.ts'
import { remade } from './replay-ladder.ts'

/** The raw answers of before it were dropped. */
const EDGE = calendarDay('2026-08-20')

type Told = { at: Date; look: LadderLook }

const UNTOLD = { tier: null, rating: null }
const TIERS = ['DIAMOND III', 'MYTHIC I', null]

/** A profile some hours before or after the edge: with seasons that go back, falls, and fields that are not told. */
const anyProfile: fc.Arbitrary<Told> = fc
  .record({
    hours: fc.integer({ min: -200, max: 100 }),
    season: fc.option(fc.integer({ min: 46, max: 49 })),
    rating: fc.option(fc.integer({ min: 0, max: 90 }).map((hundreds) => 100 * hundreds)),
    best: fc.option(fc.integer({ min: 0, max: 90 }).map((hundreds) => 100 * hundreds)),
    tier: fc.constantFrom(...TIERS),
    prestige: fc.option(fc.nat(60)),
  })
  .map(({ hours, season, rating, best, tier, prestige }) => {
    const standings = { now: { tier, rating }, seasonBest: { tier: null, rating: best }, best: UNTOLD }
    const look = { season, ...standings, prestige, fame: null }
    return { at: new Date(Date.parse(EDGE) + hours * HOUR_MS), look }
  })

const anyProfiles = fc.uniqueArray(anyProfile, { maxLength: 14, selector: ({ at }) => at.getTime() })

function inOrder(profiles: readonly Told[]): Told[] {
  return profiles.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function folded(profiles: readonly Told[]): Ladder {
  const ladder = emptyLadder()
  for (const { at, look } of inOrder(profiles)) takeLook(ladder, dayOf(at), look)
  return ladder
}

/** What was seen live, of which the raw answers of before the edge were dropped, and what is imported after. */
const anyImport = fc.tuple(anyProfiles, anyProfiles).chain(([live, all]) => {
  const known = new Set(live.map(({ at }) => at.getTime()))
  const imported = all.filter(({ at }) => dayOf(at) < EDGE && !known.has(at.getTime()))
  const length = { minLength: imported.length, maxLength: imported.length }
  return fc.record({
    live: fc.constant(live),
    imported: fc.constant(imported),
    turned: fc.shuffledSubarray(imported, length),
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), length),
  })
})

describe('ladders that are made again', () => {
  it('are the same whatever the order and the pieces in which older profiles are imported, and twice', () => {
    const check = ({ live, imported, turned, sizes }: typeof anyImport extends fc.Arbitrary<infer T> ? T : never) => {
      const left = live.filter(({ at }) => dayOf(at) >= EDGE)
      const atOnce = remade(folded(live), inOrder([...left, ...imported]), EDGE).ladder
      let piecemeal = folded(live)
      let taken = 0
      for (const size of sizes) {
        taken += size
        const soFar = inOrder([...left, ...turned.slice(0, taken)])
        piecemeal = remade(piecemeal, soFar, EDGE).ladder
      }
      if (sizes.length > 0) expect(piecemeal).toEqual(atOnce)
      expect(remade(atOnce, inOrder([...left, ...imported]), EDGE).ladder).toEqual(atOnce)
    }
    fc.assert(fc.property(anyImport, check), { numRuns: 500 })
  })

  it('are those of all profiles where none was dropped', () => {
    const check = (profiles: Told[], stored: Told[]) => {
      const some = stored.filter(({ at }) => profiles.some((each) => each.at.getTime() === at.getTime()))
      expect(remade(folded(some), inOrder(profiles), null).ladder).toEqual(folded(profiles))
    }
    fc.assert(
      fc.property(
        anyProfiles.chain((all) => fc.tuple(fc.constant(all), fc.subarray(all))),
        ([all, some]) => check(all, some),
      ),
    )
  })

  it('keep the last look of a day whose raw answers were dropped, and the highest that older profiles tell', () => {
    const told = (at: string, rating: number, prestige: number): Told => {
      const standings = { now: { tier: 'MYTHIC I', rating }, seasonBest: UNTOLD, best: UNTOLD }
      return { at: new Date(at), look: { season: 48, ...standings, prestige, fame: null } }
    }
    const stored = folded([told('2026-08-18T20:00Z', 4700, 3), told('2026-08-21T20:00Z', 4600, 3)])
    const profiles = [told('2026-08-17T09:00Z', 4900, 2), told('2026-08-18T09:00Z', 4800, 2)]
    const { days } = remade(stored, [...profiles, told('2026-08-21T20:00Z', 4600, 3)], EDGE).ladder
    expect([...days].map(([day, { rating, prestige }]) => [day, rating, prestige])).toEqual([
      [addDays(EDGE, -3), 4900, 2],
      [addDays(EDGE, -2), 4700, 3],
      [addDays(EDGE, 1), 4600, 3],
    ])
  })
})
