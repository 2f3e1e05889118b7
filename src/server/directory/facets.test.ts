import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTRIES, REGIONS, regionOf } from '#shared/regions.ts'
import { type FacetFilter, type Facts, facetOf, facetsOf } from './facets.ts'

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  trophies: fc.oneof(
    fc.integer({ min: 0, max: 250_000 }),
    fc.constantFrom(4999, 5000, 14_999, 15_000, 99_999, 100_000),
  ),
  country: fc.option(fc.constantFrom(...COUNTRIES, 'PL')),
  activityScore: fc.option(fc.constantFrom(0, 49.9, 50, 79.9, 80, 100)),
  isMember: fc.boolean(),
})

const anyFilter: fc.Arbitrary<FacetFilter> = fc.record({
  region: fc.option(fc.constantFrom(...REGIONS), { nil: undefined }),
  activity: fc.option(fc.constantFrom('high' as const, 'medium' as const, 'low' as const), { nil: undefined }),
  isMember: fc.option(fc.boolean(), { nil: undefined }),
  trophies: fc.option(fc.constantFrom({ min: 0, max: 5000 }, { min: 25_000, max: null }, { min: 7000, max: 7100 })),
})

function fits({ trophies, country, activityScore: score, isMember }: Facts, filter: FacetFilter): boolean {
  const { region = 'global', activity, isMember: wanted, trophies: range } = filter
  const level = score === null ? null : score >= 80 ? 'high' : score >= 50 ? 'medium' : 'low'
  return (
    (region === 'global' || regionOf(country) === region) &&
    (activity === undefined || level === activity) &&
    (wanted === undefined || isMember === wanted) &&
    (!range || (trophies >= range.min && (range.max === null || trophies <= range.max)))
  )
}

describe('the facets', () => {
  it('of a filter include the facet of everyone it asks for', () => {
    fc.assert(
      fc.property(anyFacts, anyFilter, (facts, filter) => {
        const facets = facetsOf(filter)
        fc.pre(fits(facts, filter))
        expect(facets === null || facets.includes(facetOf(facts))).toBe(true)
      }),
    )
  })

  it('of a filter include nobody else unless its range of trophies cuts a band', () => {
    fc.assert(
      fc.property(anyFacts, anyFilter, (facts, filter) => {
        const whole = { ...filter, trophies: filter.trophies?.max === null ? filter.trophies : null }
        const facets = facetsOf(whole)
        expect(facets === null || facets.includes(facetOf(facts))).toBe(fits(facts, whole))
      }),
    )
  })

  it('belong to exactly one region each', () => {
    const named = (['na', 'eu', 'asia'] as const).flatMap((region) => facetsOf({ region }) ?? [])
    expect(named).toHaveLength(288)
    expect(new Set(named).size).toBe(288)
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const region = regionOf(facts.country)
        const facet = facetOf(facts)
        expect(facet).toBeLessThan(384)
        expect(named.includes(facet)).toBe(region !== 'global')
        expect(facetsOf({ region })?.includes(facet) ?? true).toBe(true)
      }),
    )
  })
})
