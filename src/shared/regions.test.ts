import { describe, expect, it } from 'vitest'
import { COUNTRIES, RANKING_COUNTRIES, REGIONS, regionOf } from './regions.ts'

describe('the region of a country', () => {
  it.each([
    ['US CA MX BR', 'na'],
    ['GB DE FR ES IT RU TR', 'eu'],
    ['IN CN JP KR AU', 'asia'],
    ['CH ZA NG us XX', 'global'], // other countries, and invalid codes
  ])('of each of %s is %s', (countries, region) => {
    expect(countries.split(' ').map(regionOf)).toEqual(countries.split(' ').map(() => region))
  })

  it('of an unknown country is global', () => {
    expect(regionOf(null)).toBe('global')
    expect(regionOf('')).toBe('global')
  })

  it('of each of the 16 ranking countries is na, eu or asia', () => {
    expect(COUNTRIES).toHaveLength(16)
    expect(new Set(COUNTRIES.map(regionOf))).toEqual(new Set(REGIONS.filter((region) => region !== 'global')))
    expect(RANKING_COUNTRIES[0]).toBe('global')
  })
})
