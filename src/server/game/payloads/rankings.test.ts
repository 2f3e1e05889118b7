import { describe, expect, test } from 'vitest'
import { parseBrawlerRanking, parseClubRanking, parsePlayerRanking } from './rankings.ts'

const TAGS = ['#2PP', '#8QQ', '#9LL', '#2YY']

function rows(...trophies: unknown[]) {
  return { items: trophies.map((t, index) => ({ tag: TAGS[index], name: 'Ann', trophies: t, rank: index + 1 })) }
}

describe('a ranking’s answer', () => {
  test('has no club name for a player in no club', () => {
    const { body } = parsePlayerRanking({
      items: [{ tag: '#2PP', name: 'Ann', trophies: 9, rank: 1, club: { name: 'X' } }],
    })
    expect(body).toMatchObject([{ tag: '#2PP', clubName: 'X', iconId: null }])
    expect(parsePlayerRanking(rows(9)).body).toMatchObject([{ clubName: null }])
  })

  test('has a single row of one trophy set aside', () => {
    const { body, glitches } = parsePlayerRanking(rows(900, 800, 1))
    expect(body).toHaveLength(2)
    expect(glitches).toMatchObject([{ path: 'items.2', kind: 'trophies' }])
  })

  test.each([
    ['all 1', rows(1, 1, 1, 1)],
    ['half of them 1', rows(900, 800, 1, 1)],
    ['zeros, -1 and nulls', rows(0, -1, null)],
  ])('is not believed when its trophies are %s', (_story, raw) => {
    expect(() => parsePlayerRanking(raw)).toThrow(expect.objectContaining({ kind: 'glitched' }))
    expect(() => parseClubRanking(raw)).toThrow(expect.objectContaining({ kind: 'glitched' }))
  })

  test('of a brawler may have rows of one trophy, but not only such rows', () => {
    expect(parseBrawlerRanking(rows(20, 1, 1, 0)).body).toHaveLength(4)
    expect(() => parseBrawlerRanking(rows(1, 1))).toThrow(expect.objectContaining({ kind: 'glitched' }))
  })

  test('of a country without clubs is empty', () => {
    expect(parseClubRanking({ items: [] })).toEqual({ body: [], glitches: [] })
  })

  test('without items is malformed', () => {
    expect(() => parseClubRanking([])).toThrow(expect.objectContaining({ kind: 'malformed' }))
  })
})
