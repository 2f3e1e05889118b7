import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSearchParams, writeSearchParams } from '#web/app/addresses.ts'
import { browseSearchOf, filtersIn, NO_FILTERS, sortsOf } from './browse-search.ts'
import { activeFilters, chosenRange, rangeSearch } from './filter-words.ts'

const players = (address: string) => browseSearchOf('player', readSearchParams(address))
const clubs = (address: string) => browseSearchOf('club', readSearchParams(address))

describe('the address of a browse page', () => {
  it('holds filters, order, name and page', () => {
    const address =
      '?sort=trophies&region=eu&activity=high&membership=independent&trophyMin=5000&trophyMax=15000&search=Ada&page=3'
    expect(writeSearchParams(players(address))).toBe(address)
  })

  it('holds what somebody asks who looks for a club, and of players nothing of it', () => {
    const address = '?sort=growth&entry=open&seats=free&bar=30000&country=DE'
    expect(writeSearchParams(clubs(address))).toBe(address)
    expect(activeFilters(clubs(address)).map(({ label }) => label)).toEqual([
      'Open',
      'With a free seat',
      '30k trophies are enough',
      'Germany',
    ])
    expect(players(address)).toEqual({})
    expect(clubs('?entry=closed&seats=2&bar=many&country=de')).toEqual({})
  })

  it.each([
    ['?sort=magic', 'an unknown order'],
    ['?region=mars&activity=extreme&membership=spy', 'unknown filters'],
    ['?page=0', 'a page number below 1'],
    ['?page=two&trophyMin=-5', 'texts in place of numbers'],
    ['?trophyMin=9000&trophyMax=10', 'a reversed range'],
    ['?sort=popularity&region=global&page=1', 'the defaults'],
    ['?search=%20%00', 'an empty name'],
    ['?unknown=1', 'an unknown parameter'],
  ])('%s (%s) means the same as no query string', (address) => {
    expect(players(address)).toEqual({})
  })

  it('offers membership and the order by performance for players only', () => {
    expect(clubs('?membership=member&sort=performance_score')).toEqual({})
    expect([sortsOf('club').includes('performance_score'), sortsOf('player').includes('performance_score')]).toEqual([
      false,
      true,
    ])
  })

  it('never holds a name that the server would refuse', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { search = '' } = browseSearchOf('player', { search: text })
        expect([search.length <= 64, search.isWellFormed(), /\p{Cc}/u.test(search)]).toEqual([true, true, false])
      }),
    )
  })
})

describe('the active filters', () => {
  it('have a label each', () => {
    const search = players('?search=ada&region=na&activity=low&membership=member&trophyMin=25000&trophyMax=100000')
    expect(activeFilters(search).map(({ label }) => label)).toEqual([
      '“ada”',
      'Americas',
      'Activity low (below 50%)',
      'In a club',
      '25k+ trophies',
    ])
  })

  it('hold a range of trophies only if both ends are given', () => {
    expect(activeFilters(players('?trophyMin=5000'))).toEqual([])
    expect(activeFilters(players('?trophyMax=5000'))).toEqual([])
    expect(activeFilters(players('?trophyMin=0&trophyMax=5000'))[0]?.label).toBe('0-5k trophies')
    expect(activeFilters(players('?trophyMin=1000&trophyMax=2500'))[0]?.label).toBe('1k-2.5k trophies')
    expect(activeFilters(players('?trophyMin=30000&trophyMax=200000'))[0]?.label).toBe('30k+ trophies')
  })

  it.each([
    ['none', '?sort=name&page=2&trophyMin=5000', 0],
    ['all of players', '?search=a&region=na&activity=low&membership=member&trophyMin=0&trophyMax=5000', 5],
    ['all of clubs', '?search=a&region=na&activity=low&entry=open&seats=free&bar=0&country=DE', 7],
  ])('are counted as they are labelled: %s', (_story, address, count) => {
    const search = { ...clubs(address), ...players(address) }
    expect([filtersIn(search), activeFilters(search).length]).toEqual([count, count])
  })

  it('can be removed one by one, or all at once while the order stays', () => {
    const search = players('?sort=name&region=na&trophyMin=0&trophyMax=5000')
    const [region] = activeFilters(search)
    expect(activeFilters({ ...search, ...region?.without }).map(({ name }) => name)).toEqual(['trophies'])
    expect(writeSearchParams({ ...search, ...NO_FILTERS })).toBe('?sort=name')
  })

  it.each(['0-5k', '5k-15k', '15k-25k', '25k+', '50k-75k', '100k+'])('hold the range %s as it was chosen', (label) => {
    expect(chosenRange(rangeSearch(label))).toBe(label)
  })

  it('hold no range for the choice Any', () => {
    expect(chosenRange(rangeSearch('any'))).toBeNull()
  })
})
