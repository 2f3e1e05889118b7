import { describe, expect, test } from 'vitest'
import { parsePlayer } from './player.ts'

const brawler = { id: 16000000, name: 'SHELLY', power: 11, rank: 20, trophies: 500, highestTrophies: 510 }
const player = {
  tag: '#2PP',
  name: 'Ann',
  icon: { id: 28000000 },
  trophies: 500,
  highestTrophies: 480,
  '3vs3Victories': 12,
  club: {},
  brawlers: [{ ...brawler, gears: [], starPowers: [{}, {}], gadgets: null }],
}

describe('a player as the game sends it', () => {
  test('is read; absent figures are unknown, not zero', () => {
    const { body, glitches } = parsePlayer(player)
    expect(glitches).toEqual([])
    expect(body).toMatchObject({ trophies: 500, victories3v3: 12, soloVictories: null, rankedElo: null, club: null })
    expect(body.brawlers[0]).toMatchObject({ gears: 0, starPowers: 2, gadgets: null, hyperCharges: null })
  })

  test.each([
    ['an empty object: in no club', {}, null],
    ['tag and name: in that club', { tag: '#2YY', name: 'Stars' }, { tag: '#2YY', name: 'Stars' }],
    ['absent: nobody knows', undefined, undefined],
    ['null: nobody knows', null, undefined],
    ['half a club: nobody knows', { tag: '#2YY' }, undefined],
  ])('club as %s', (_story, club, expected) => {
    expect(parsePlayer({ ...player, club }).body.club).toEqual(expected)
  })

  test('a brawler that cannot be read is set aside', () => {
    const { body, glitches } = parsePlayer({
      ...player,
      brawlers: [...player.brawlers, { id: 16000001, trophies: -1 }],
    })
    expect(body.brawlers).toHaveLength(1)
    expect(glitches).toMatchObject([{ path: 'brawlers.1', kind: 'trophies' }])
  })

  test('a sum that does not hold is noted', () => {
    expect(parsePlayer({ ...player, trophies: 700 }).glitches).toMatchObject([{ kind: 'incomplete' }])
  })

  test('a newcomer may truly have one trophy', () => {
    const brawlers = [{ ...brawler, trophies: 1 }]
    expect(parsePlayer({ ...player, trophies: 1, brawlers }).body.trophies).toBe(1)
  })

  test.each([
    ['one trophy against the brawlers', { ...player, trophies: 1 }, 'glitched'],
    ['no trophies against the brawlers', { ...player, trophies: 0 }, 'glitched'],
    ['trophies of -1', { ...player, trophies: -1 }, 'glitched'],
    ['trophies as text', { ...player, trophies: '500' }, 'glitched'],
    ['a name of null', { ...player, name: null }, 'glitched'],
    ['no brawlers', { ...player, brawlers: undefined }, 'malformed'],
    ['null', null, 'malformed'],
  ])('%s is no usable profile', (_story, raw, kind) => {
    expect(() => parsePlayer(raw)).toThrow(expect.objectContaining({ kind }))
  })
})
