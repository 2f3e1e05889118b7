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

describe('a player’s answer', () => {
  test('has unknown figures where they are absent, not zeros', () => {
    const { body, glitches } = parsePlayer(player)
    expect(glitches).toEqual([])
    expect(body).toMatchObject({ trophies: 500, victories3v3: 12, soloVictories: null, fame: null, club: null })
    const unknown = { tier: null, rating: null }
    expect(body.ranked).toEqual({ season: null, now: unknown, seasonBest: unknown, best: unknown })
    expect(body.brawlers[0]).toMatchObject({ gears: 0, starPowers: 2, gadgets: null, hyperCharges: null })
    expect(body.brawlers[0]).toMatchObject({ prestigeLevel: null, maxWinStreak: null, skin: null, buffies: null })
  })

  test('tells the Ranked mode, prestige and what brawlers own', () => {
    const ranked = { rankedSeasonId: 48, rankedRank: 14, rankedRankName: 'MYTHIC II', rankedElo: 5100 }
    const best = {
      highestSeasonRankedRank: 15,
      highestSeasonRankedRankName: 'Mythic  III',
      highestSeasonRankedElo: 5510,
    }
    const owned = { prestigeLevel: 2, maxWinStreak: 17, skin: { id: 29000844, name: 'SQUAD\nSHELLY' } }
    const buffies = { gadget: true, starPower: false, hyperCharge: true }
    const told = { ...ranked, ...best, totalPrestigeLevel: 2, fame: 950, fameTierName: 'World Star' }
    const { body, glitches } = parsePlayer({ ...player, ...told, brawlers: [{ ...brawler, ...owned, buffies }] })
    expect(glitches).toEqual([])
    expect(body).toMatchObject({ totalPrestigeLevel: 2, fame: 950 })
    expect(body.ranked).toEqual({
      season: 48,
      now: { tier: 'MYTHIC II', rating: 5100 },
      seasonBest: { tier: 'MYTHIC III', rating: 5510 },
      best: { tier: null, rating: null },
    })
    expect(body.brawlers[0]).toMatchObject({ ...owned, buffies: 2 })
  })

  test('is unranked with a number of 0, and has the tier unknown without a name', () => {
    expect(parsePlayer({ ...player, rankedRank: 0, rankedElo: 0 }).body.ranked.now).toEqual({
      tier: 'UNRANKED',
      rating: null,
    })
    expect(parsePlayer({ ...player, rankedRank: 14, rankedElo: 5100 }).body.ranked.now).toEqual({
      tier: null,
      rating: 5100,
    })
  })

  test('has figures set aside that cannot be right, and counts them', () => {
    const odd = { ...player, totalPrestigeLevel: -3, rankedElo: 4e9, brawlers: [{ ...brawler, prestigeLevel: -1 }] }
    const { body, glitches } = parsePlayer(odd)
    expect([body.totalPrestigeLevel, body.ranked.now.rating, body.brawlers[0]?.prestigeLevel]).toEqual([
      null,
      null,
      null,
    ])
    expect(glitches.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'rankedElo malformed',
      'totalPrestigeLevel malformed',
      'brawlers.16000000.prestigeLevel malformed',
    ])
  })

  test.each([
    ['an empty object: in no club', {}, null],
    ['tag and name: in that club', { tag: '#2YY', name: 'Stars' }, { tag: '#2YY', name: 'Stars' }],
    ['absent: nobody knows', undefined, undefined],
    ['null: nobody knows', null, undefined],
    ['half a club: nobody knows', { tag: '#2YY' }, undefined],
  ])('says of the club by %s', (_story, club, expected) => {
    expect(parsePlayer({ ...player, club }).body.club).toEqual(expected)
  })

  test('has an unreadable brawler set aside', () => {
    const { body, glitches } = parsePlayer({
      ...player,
      brawlers: [...player.brawlers, { id: 16000001, trophies: -1 }],
    })
    expect(body.brawlers).toHaveLength(1)
    expect(glitches).toMatchObject([{ path: 'brawlers.1', kind: 'trophies' }])
  })

  test('is incomplete when the sum of the brawlers’ trophies is another', () => {
    expect(parsePlayer({ ...player, trophies: 700 }).glitches).toMatchObject([{ kind: 'incomplete' }])
  })

  test('may say one trophy when the brawlers say so as well', () => {
    const brawlers = [{ ...brawler, trophies: 1 }]
    expect(parsePlayer({ ...player, trophies: 1, highestTrophies: 8, brawlers }).body.trophies).toBe(1)
  })

  test.each([
    ['one trophy against the brawlers', { ...player, trophies: 1 }, 'glitched'],
    ['no trophies against the brawlers', { ...player, trophies: 0 }, 'glitched'],
    ['no trophies at all after many', { ...player, trophies: 0, brawlers: [], highestTrophies: 50_000 }, 'glitched'],
    ['trophies of -1', { ...player, trophies: -1 }, 'glitched'],
    ['trophies as text', { ...player, trophies: '500' }, 'glitched'],
    ['a name of null', { ...player, name: null }, 'glitched'],
    ['no brawlers', { ...player, brawlers: undefined }, 'malformed'],
    ['null', null, 'malformed'],
  ])('cannot be used with %s', (_story, raw, kind) => {
    expect(() => parsePlayer(raw)).toThrow(expect.objectContaining({ kind }))
  })
})
