import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TAG_ALPHABET } from '#shared/tag.ts'
import { battleFamily, battleFormat, lobbyOf, type Opponent, trophyBin } from './battle-lobby.ts'

const opponents = (text: string): Opponent[] =>
  text.split(' ').map((each) => {
    const [tag = '', trophies] = each.split(':')
    return { tag, trophies: trophies === undefined ? null : Number(trophies) }
  })

describe('the lobby of a team of three', () => {
  it.each([
    ['three tags begin with the same two characters', '#2YRAA:500 #2YQBBBB:900 #2YLC:100', 'bots'],
    ['the tags of a run', '#8LQP0JY2V:700 #8LQP0JY80:20 #8LQP0JYV9:300', 'bots'],
    ['they share two characters and no trophies are told', '#2YRAA #2YQBB #2YLCC', 'bots'],
    ['they share one, are equally long, and lie within 60', '#2YRAA:700 #2QRAA:730 #2JRAA:760', 'likely_bots'],
    ['they share one, are equally long, and lie 61 apart', '#2YRAA:700 #2QRAA:730 #2JRAA:761', 'people'],
    ['they share one and are not equally long', '#2YRAA:700 #2QRAA:700 #2JRAAA:700', 'people'],
    ['they share one, are equally long, and trophies are not told', '#2YRAA:700 #2QRAA:700 #2JRAA', 'unknown'],
    ['only two of them are alike', '#2YRAA:700 #2YQAA:700 #8YLAA:700', 'people'],
    ['nothing is alike', '#8LYPY09UY:798 #CJ80PVGG:1017 #2PRPCLVYQ:1000', 'people'],
  ])('when %s', (_story, tags, lobby) => {
    expect(lobbyOf(3, opponents(tags))).toBe(lobby)
  })

  it.each<[string, number, string]>([
    ['five against five', 5, '#2YRAA #2YQAA #2YLAA #2YJAA #2YGAA'],
    ['two against two', 2, '#2YRAA #2YQAA'],
    ['two who were left of three', 2, '#2YRAA #2YQAA #2YLAA'],
    ['three against two', 3, '#2YRAA #2YQAA'],
  ])('is unknown for %s, for which the rule was not measured', (_story, size, tags) => {
    expect(lobbyOf(size, opponents(tags))).toBe('unknown')
  })

  const tag = fc
    .string({ unit: fc.constantFrom(...TAG_ALPHABET), minLength: 3, maxLength: 10 })
    .map((letters) => `#${letters}`)
  const anyThree = fc.array(fc.record({ tag, trophies: fc.option(fc.nat(3000)) }), { minLength: 3, maxLength: 3 })

  it('is the same in whatever order the opponents stand', () => {
    const twoOrders = anyThree.chain((three) =>
      fc.tuple(fc.constant(three), fc.shuffledSubarray(three, { minLength: 3 })),
    )
    fc.assert(fc.property(twoOrders, ([one, other]) => lobbyOf(3, one) === lobbyOf(3, other)))
  })

  it('is of bots for every run of tags', () => {
    const ofRun = fc
      .tuple(tag, anyThree)
      .map(([run, three]) => three.map((each) => ({ ...each, tag: `${run}${each.tag.slice(1)}` })))
    fc.assert(fc.property(ofRun, (run) => lobbyOf(3, run) === 'bots'))
  })
})

describe('a battle', () => {
  it.each([
    ['ranked', 15000026, 'ladder'],
    ['soloRanked', 15000026, 'ranked'],
    ['teamRanked', 15000026, 'ranked'],
    ['friendly', 15000026, 'other'],
    ['challenge', 15000026, 'other'],
    [null, 15001003, 'other'],
    ['ranked', 0, 'other'],
  ])('of the type %s and the event %i is of the family %s', (type, eventId, family) => {
    expect(battleFamily(type, eventId)).toBe(family)
  })

  it.each([
    ['brawlBall', null, 'teams'],
    ['brawlBall5V5', null, 'teams'],
    ['lastStand', null, 'teams'],
    ['duels', null, 'duels'],
    ['soloShowdown', 4, 'showdown'],
    ['trioShowdown', null, 'showdown'],
    ['takedown', 2, 'showdown'],
    ['unknown', 1, 'showdown'],
  ])('in the mode %s with the rank %s has the format %s', (mode, rank, format) => {
    expect(battleFormat({ mode, rank })).toBe(format)
  })

  it.each([
    [0, 0],
    [199, 0],
    [200, 200],
    [1999, 1800],
    [2000, 2000],
    [3412, 2000],
  ])('with a brawler of %i trophies is in the bin from %i', (trophies, bin) => {
    expect(trophyBin(trophies)).toBe(bin)
  })
})

type Fighter = { tag: string; brawler?: { trophies: number } }
type Item = {
  event: { id: number; mode: string }
  battle: { mode: string; type?: string; rank?: number; teams?: Fighter[][]; players?: Fighter[] }
}

const recordings = new URL('../../../../shared/field/recordings/battlelogs/', import.meta.url)
const absent = !existsSync(recordings)
const skipped = absent ? ' (skipped: the recordings are not beside this project)' : ''

describe.skipIf(absent)(`the recorded logs${skipped}`, () => {
  /** Counts the log's battles by family, format and the lobby of the player's team. */
  function counted(file: string, player: string): Record<string, number> {
    const { items } = JSON.parse(readFileSync(new URL(file, recordings), 'utf8')) as { items: Item[] }
    const counts: Record<string, number> = {}
    for (const { event, battle } of items) {
      const teams = battle.teams ?? battle.players?.map((each) => [each]) ?? []
      const own = teams.find((team) => team.some(({ tag }) => tag === player)) ?? []
      const others = teams.filter((team) => team !== own).flat()
      const lobby = lobbyOf(
        own.length,
        others.map(({ tag, brawler }) => ({ tag, trophies: brawler?.trophies ?? null })),
      )
      const format = battleFormat({ mode: battle.mode, rank: battle.rank ?? null })
      const kind = `${battleFamily(battle.type ?? null, event.id)} ${format} ${lobby}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }

  it.each([
    // In none of the 25 do all three opponents' tags begin alike.
    ['krawl_ladder-brawlBall_2025-08-15.json', '#LLL9JU0U0', { 'ladder teams people': 25 }],
    ['krawl_duels_2025-08-14.json', '#88YV8VQJL', { 'ladder duels unknown': 25 }],
    // Eleven against computers, and fourteen rounds of six matches of the Ranked mode.
    [
      'krawl_lastStand+soloRanked_2025-07-25.json',
      '#2JY2JR09UC',
      { 'other teams unknown': 11, 'ranked teams people': 14 },
    ],
  ])('%s has the lobbies that were counted by hand', (file, player, counts) => {
    expect(counted(file, player)).toEqual(counts)
  })
})
