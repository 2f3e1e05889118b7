import { describe, expect, it } from 'vitest'
import { COUNTRIES, RANKING_COUNTRIES, REGIONS, regionOf } from './regions.ts'

describe('the region of a country', () => {
  it.each([
    ['US CA MX BR', 'na'],
    ['GB DE FR ES IT RU TR', 'eu'],
    ['IN CN JP KR AU', 'asia'],
    ['CH ZA NG us XX', 'global'], // others, and codes that are none
  ])('%s lie in %s', (countries, region) => {
    expect(countries.split(' ').map(regionOf)).toEqual(countries.split(' ').map(() => region))
  })

  it('is global where the country is unknown', () => {
    expect(regionOf(null)).toBe('global')
    expect(regionOf('')).toBe('global')
  })

  it('is a part of the world for each of the 16 leaderboard countries', () => {
    expect(COUNTRIES).toHaveLength(16)
    expect(new Set(COUNTRIES.map(regionOf))).toEqual(new Set(REGIONS.filter((region) => region !== 'global')))
    expect(RANKING_COUNTRIES[0]).toBe('global')
  })
})
