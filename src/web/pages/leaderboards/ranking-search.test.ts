import { describe, expect, it } from 'vitest'
import { readSearchParams, writeSearchParams } from '#web/app/addresses.ts'
import { atTab, rankingSearchOf } from './ranking-search.ts'

const read = (address: string) => rankingSearchOf(readSearchParams(address))

describe('the address of a ranking', () => {
  it('holds type, country and brawler', () => {
    const address = '?type=brawlers&country=DE&brawler=16000001'
    expect(writeSearchParams(read(address))).toBe(address)
  })

  it.each([
    '',
    '?type=players&country=global',
    '?type=heroes&country=Atlantis',
    '?brawler=16000001',
    '?type=clubs&brawler=1',
  ])('"%s" keeps only its valid parts', (address) => {
    expect(Object.keys(read(address))).toEqual(address.includes('clubs') ? ['type'] : [])
  })

  it('keeps the country and drops the brawler on another tab', () => {
    const search = read('?type=brawlers&country=DE&brawler=16000001')
    expect(atTab(search, 'clubs')).toEqual({ type: 'clubs', country: 'DE' })
    expect(atTab(search, 'players')).toEqual({ country: 'DE' })
  })
})
