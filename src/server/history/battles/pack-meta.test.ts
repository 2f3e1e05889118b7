import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lobby } from '#server/metrics/battle-lobby.ts'
import {
  type BrawlerMeta,
  beginOf,
  brawlerMeta,
  COUNTS,
  createTallies,
  oneBrawlerMeta,
  STRATA,
  WIDTH,
} from '#server/metrics/battle-meta.ts'
import { type CountedBattle, createCount, type MetaRow, type Told } from './count-picks.ts'
import { countsOf, packTallies, talliesOf } from './pack-meta.ts'

const SHELLY = 16000000
const COLT = 16000001
const at = new Date('2026-06-03T12:00:00Z')
const fighter = (id: number, trophies: number | null = 450) => ({ brawlers: [{ id, trophies }] })

/** Three Shellys against three Colts. The first team won, and the log of its first player told it. */
const teamBattle: CountedBattle = {
  type: 'ranked',
  teamsKnown: true,
  format: 'teams',
  mode: 'knockout',
  eventId: 15000001,
  star: 1,
  teams: [
    { lobby: 'people', fighters: [fighter(SHELLY), fighter(SHELLY), fighter(SHELLY, 650)] },
    { lobby: 'people', fighters: [fighter(COLT), fighter(COLT), fighter(COLT, null)] },
  ],
}
const won: Told = { results: 0x21, owners: 1, at }

function countOf(battles: readonly (readonly [CountedBattle, Told])[]): MetaRow[] {
  const count = createCount()
  for (const [battle, told] of battles) count.add(battle, told)
  return count.rows()
}

function rowOf(rows: readonly MetaRow[], mode: string, eventId: number): MetaRow | undefined {
  return rows.find((row) => row.mode === mode && row.eventId === eventId)
}

function figures(row: MetaRow | undefined, lobby: 'people' | 'unknown' | 'likely_bots' | 'bots' = 'people') {
  const meta = brawlerMeta(talliesOf(row === undefined ? [] : [row[lobby]]))
  return new Map(meta.map((each): [number, BrawlerMeta] => [each.brawler, each]))
}

describe('a battle of two teams', () => {
  const rows = countOf([[teamBattle, won]])

  test('counts once for its event, its mode and its family, with all its sides', () => {
    const keys = rows.map(({ family, mode, eventId, battles }) => [family, mode, eventId, battles])
    expect(keys).toEqual([
      ['ladder', 'knockout', 15000001, 1],
      ['ladder', 'knockout', 0, 1],
      ['ladder', '', 0, 1],
    ])
    for (const row of rows) {
      expect(figures(row).get(SHELLY)).toMatchObject({ picks: 3, wins: 3, losses: 0, starsPerWin: 1 / 3 })
      expect(figures(row).get(COLT)).toMatchObject({ picks: 3, wins: 0, losses: 3, starsPerWin: null })
    }
  })

  test('tells the side of the player whose log told it from all others, and the bins of trophies', () => {
    const { begins, counts } = talliesOf([rowOf(rows, '', 0)?.people ?? Buffer.alloc(0)])
    const strata = (brawler: number) => {
      const begin = begins.get(brawler) ?? Number.NaN
      const picks = Array.from({ length: STRATA }, (_, stratum) => counts[begin + stratum * WIDTH] ?? 0)
      return picks.flatMap((number, stratum) => (number === 0 ? [] : [[stratum, number]]))
    }
    // Two strata a bin, the tracked side first: 400 to 599 are the third bin, 600 to 799 the fourth; the last is not told.
    expect(strata(SHELLY)).toEqual([
      [4, 1],
      [5, 1],
      [7, 1],
    ])
    expect(strata(COLT)).toEqual([
      [5, 2],
      [23, 1],
    ])
  })

  test('against the computer counts there for both teams', () => {
    const [bots, people] = [{ lobby: 'bots' as const }, { lobby: 'people' as const }]
    const [own, others] = teamBattle.teams
    const teams = [
      { fighters: own?.fighters ?? [], ...bots },
      { fighters: others?.fighters ?? [], ...people },
    ]
    const [row] = countOf([[{ ...teamBattle, teams }, won]])
    expect(row).toMatchObject({ battles: 0, allBattles: 1 })
    expect(figures(row).size).toBe(0)
    expect([...figures(row, 'bots').values()].map(({ picks }) => picks)).toEqual([3, 3])
  })

  test('of a tracked team whose tags happen to look like those of bots is against people all the same', () => {
    const teams = teamBattle.teams.map((team, place) => ({
      ...team,
      lobby: (['people', 'likely_bots'] as const)[place] ?? 'people',
    }))
    const [row] = countOf([[{ ...teamBattle, teams }, won]])
    expect(row).toMatchObject({ battles: 1, allBattles: 1 })
    expect([...figures(row).values()].map(({ picks }) => picks)).toEqual([3, 3])
    // Logs of both teams told it: each team counts by whom it met itself, so that priors are of the lobbies that
    // players see.
    const [ofBoth] = countOf([
      [
        { ...teamBattle, teams },
        { ...won, owners: 0b1001 },
      ],
    ])
    expect(ofBoth).toMatchObject({ battles: 1, allBattles: 1 })
    expect([...figures(ofBoth).keys()]).toEqual([SHELLY])
    expect([...figures(ofBoth, 'likely_bots').keys()]).toEqual([COLT])
  })

  test('drawn, or of which no log tells the result, is picked all the same', () => {
    const rows_ = countOf([
      [teamBattle, { ...won, results: 0x33 }],
      [teamBattle, { ...won, results: 0 }],
    ])
    expect(figures(rowOf(rows_, '', 0)).get(SHELLY)).toMatchObject({ picks: 6, wins: 0, losses: 0, draws: 3 })
  })
})

test('a showdown has places: those that logs told', () => {
  const teams = [SHELLY, COLT, 16000002, 16000003].map((id) => ({ lobby: 'unknown' as const, fighters: [fighter(id)] }))
  const showdown: CountedBattle = { ...teamBattle, format: 'showdown', mode: 'soloShowdown', star: null, teams }
  const [row] = countOf([[showdown, { results: 0x0302, owners: 5, at }]])
  const of = figures(row, 'unknown')
  expect(of.get(SHELLY)).toMatchObject({ picks: 1, wins: 0, showdown: { battles: 1, meanPlace: 2, topHalf: 1 } })
  expect(of.get(16000002)).toMatchObject({ picks: 1, showdown: { battles: 1, meanPlace: 3, topHalf: 0 } })
  expect(of.get(COLT)).toMatchObject({ picks: 1, showdown: null })
})

test('the brawlers of a duel share its result; the Ranked mode has no bins; friendly battles do not count', () => {
  const duo = { brawlers: [SHELLY, SHELLY, COLT].map((id) => ({ id, trophies: 300 })) }
  const teams = [duo, { brawlers: [{ id: COLT, trophies: 16 }] }].map((one) => {
    return { lobby: 'unknown' as const, fighters: [one] }
  })
  const duel: CountedBattle = { ...teamBattle, type: 'soloRanked', format: 'duels', mode: 'duels', star: null, teams }
  const rows = countOf([
    [duel, { results: 0x12, owners: 0, at }],
    [
      { ...duel, teamsKnown: false },
      { results: 0x12, owners: 0, at },
    ],
    [
      { ...duel, eventId: 0 },
      { results: 0x12, owners: 0, at },
    ],
    [
      { ...duel, type: 'friendly' },
      { results: 0x12, owners: 0, at },
    ],
  ])
  expect(rows.map(({ family }) => family)).toEqual(['ranked', 'ranked', 'ranked'])
  expect(figures(rows[0], 'unknown').get(SHELLY)).toMatchObject({ picks: 2, wins: 0, losses: 2 })
  expect(figures(rows[0], 'unknown').get(COLT)).toMatchObject({ picks: 2, wins: 1, losses: 1 })
  expect(brawlerMeta(talliesOf([rows[0]?.unknown ?? Buffer.alloc(0)]), 200)).toEqual([])
})

const anyBattle = fc.record({
  event: fc.integer({ min: 1, max: 3 }),
  brawlers: fc.array(fc.integer({ min: SHELLY, max: SHELLY + 300 }), { minLength: 6, maxLength: 6 }),
  trophies: fc.nat(2500),
  results: fc.constantFrom(0x21, 0x12, 0x33, 0),
  owners: fc.nat(63),
})

type AnyBattle = typeof anyBattle extends fc.Arbitrary<infer One> ? One : never

function foughtOf({ event, brawlers, trophies, results, owners }: AnyBattle, lobby: Lobby = 'people') {
  const fighters = brawlers.map((id) => fighter(id, trophies))
  const teams = [fighters.slice(0, 3), fighters.slice(3)].map((some) => ({ lobby, fighters: some }))
  const battle: CountedBattle = { ...teamBattle, eventId: event, mode: `mode${event % 2}`, teams }
  return [battle, { results, owners, at }] as const
}

test('any battles make the same rows in any order, and the rows of events add up to those of modes and families', () => {
  fc.assert(
    fc.property(fc.array(anyBattle, { maxLength: 30 }), (given) => {
      const battles = given.map((each) => foughtOf(each))
      const rows = countOf(battles)
      const keyed = (some: MetaRow[]) => new Map(some.map((row) => [`${row.mode} ${row.eventId}`, row]))
      expect(keyed(countOf(battles.toReversed()))).toEqual(keyed(rows))
      const all = rowOf(rows, '', 0)
      const ofEvents = rows.filter(({ eventId }) => eventId > 0)
      expect(ofEvents.reduce((sum, row) => sum + row.battles, 0)).toBe(all?.battles ?? 0)
      if (all !== undefined) expect(packTallies(talliesOf(ofEvents.map((row) => row.people)))).toEqual(all.people)
      for (const { people } of rows) expect(packTallies(talliesOf([people]))).toEqual(people)
    }),
  )
})

test('one brawler of any weeks does as it does among all of them', () => {
  const weeks = fc.array(fc.array(anyBattle, { maxLength: 12 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(weeks, fc.constantFrom(null, 0, 400, 2000), fc.boolean(), (given, bin, alsoUnknown) => {
      const packed = given.map((battles) => {
        const lobbies = (['people', alsoUnknown ? 'unknown' : 'people'] as const).map((lobby, half) => {
          const some = battles.filter((_, place) => place % 2 === half).map((each) => foughtOf(each, lobby))
          return rowOf(countOf(some), '', 0)?.[lobby] ?? Buffer.alloc(0)
        })
        return lobbies
      })
      const among = brawlerMeta(talliesOf(packed.flat()), bin)
      for (const id of [SHELLY, ...among.map(({ brawler }) => brawler)]) {
        const { meta, picks } = oneBrawlerMeta(id, countsOf(id, packed.flat()), bin)
        expect(meta).toEqual(among.find(({ brawler }) => brawler === id) ?? null)
        expect(picks).toBe(among.reduce((sum, each) => sum + each.picks, 0))
      }
    }),
  )
})

test('numbers of any size are packed', () => {
  const tallies = createTallies(1)
  const begin = beginOf(tallies, 16000106)
  tallies.counts[begin + COUNTS.picks] = 3_000_000_129
  tallies.counts[begin + COUNTS.wins] = 2_000_000_001
  tallies.counts[begin + COUNTS.losses] = 1_000_000_128
  const { begins, counts } = talliesOf([packTallies(tallies)])
  expect(counts.subarray(begins.get(16000106), 3)).toEqual(
    new Float64Array([3_000_000_129, 2_000_000_001, 1_000_000_128]),
  )
})
