import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Battle } from '#server/game/answers.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import { battle, team } from '#test/club-history.ts'
import { mergeDays, packBattle, packDay, packResults, packSide, packTag, unpackDay } from './pack-battles.ts'
import { resultOfTeam, unpackBattle, unpackSide, unpackSides, withoutMate } from './unpack-battles.ts'

const tag = fc
  .string({ unit: fc.constantFrom(...TAG_ALPHABET), minLength: 1, maxLength: 14 })
  .map((letters) => `#${letters}`)
const figure = fc.option(fc.nat(4000))
const brawler = fc.record({
  id: fc.oneof(fc.integer({ min: 16_000_000, max: 16_000_200 }), fc.nat()),
  power: fc.option(fc.integer({ min: 0, max: 14 })),
  trophies: figure,
})
const fighter = fc.record({
  tag: fc.option(tag, { freq: 9 }),
  brawlers: fc.oneof(fc.tuple(brawler), fc.array(brawler, { maxLength: 10 })),
})
const anyTeam = fc.record({
  lobby: fc.constantFrom('people', 'bots', 'likely_bots', 'unknown'),
  fighters: fc.array(fighter, { minLength: 1, maxLength: 3 }),
})
const mode = fc.oneof(
  fc.constantFrom('brawlBall', 'unknown', 'soloShowdown', 'wipeout5V5'),
  fc.string({ minLength: 1 }),
)
const anyBattle: fc.Arbitrary<Battle> = fc
  .record({
    second: fc.nat(86_399),
    eventId: fc.oneof(fc.constant(0), fc.integer({ min: 15_000_000, max: 15_002_000 }), fc.nat()),
    mode,
    type: fc.option(fc.oneof(fc.constantFrom('ranked', 'soloRanked', 'friendly'), fc.string({ minLength: 1 }))),
    family: fc.constantFrom('ladder', 'ranked', 'other'),
    format: fc.constantFrom('teams', 'showdown', 'duels'),
    result: fc.constantFrom('victory', 'defeat', 'draw', null),
    rank: fc.option(fc.integer({ min: 1, max: 10 })),
    durationSeconds: fc.option(fc.nat(600)),
    trophyChange: fc.integer({ min: -200, max: 200 }),
    brawlerChanges: fc.option(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 10, maxLength: 10 })),
    teams: fc.array(anyTeam, { minLength: 1, maxLength: 10 }),
    star: fc.option(fc.integer({ min: -1, max: 8 })),
    own: fc.nat(),
  })
  .filter(({ type }) => type !== 'unknown')
  .map(({ second, own, ...given }) => {
    const place = own % given.teams.length
    const at = new Date(Date.UTC(2026, 2, 1) + second * 1000).toISOString()
    return battle(at, given.trophyChange, {
      ...given,
      own: { team: place, place: 0 },
      key: JSON.stringify([second, given]),
    })
  })

describe('a packed battle', () => {
  it('holds all that its fighters share', () => {
    fc.assert(
      fc.property(anyBattle, (each) => {
        const { format, type, mode, eventId, durationSeconds, star, teams } = each
        const shared = { format, type: type ?? 'unknown', mode, eventId, durationSeconds, star, teams }
        expect(unpackBattle(packBattle(each))).toEqual({ ...shared, teamsKnown: true })
        expect(unpackBattle(packBattle(each, false))).toEqual({ ...shared, teamsKnown: false })
      }),
    )
  })

  it('of three against three takes at most 80 bytes with the longest tags', () => {
    const brawlers = [{ id: 16_000_104, power: 11, trophies: 2400 }]
    const teams = [
      team('#VVVVVVVVVV #VVVVVVVVVU #VVVVVVVVVC', brawlers),
      team('#UVVVVVVVVV #UVVVVVVVVU #UVVVVVVVVC', brawlers),
    ]
    expect(packBattle(battle('2026-03-01T08:00Z', 8, { teams })).length).toBeLessThanOrEqual(80)
  })

  it('is greater with its teams than without, so that an earlier version’s is replaced', () => {
    fc.assert(
      fc.property(anyBattle, anyBattle, (one, other) => Buffer.compare(packBattle(one), packBattle(other, false)) > 0),
    )
  })

  it.each<[string, Partial<Battle>, number[]]>([
    ['the own team won', { result: 'victory', own: { team: 1, place: 0 } }, [2, 1]],
    ['the own team lost', { result: 'defeat', own: { team: 1, place: 0 } }, [1, 2]],
    ['nobody won', { result: 'draw' }, [3, 3]],
    ['the result is not known', { result: null }, [0, 0]],
    ['a showdown has places', { format: 'showdown', result: null, rank: 4, own: { team: 1, place: 0 } }, [0, 4]],
  ])('beside which stands that %s', (_story, given, results) => {
    const packed = packResults(battle('2026-03-01T08:00Z', 8, { teams: [team('#2PP'), team('#8QQ')], ...given }))
    expect([0, 1].map((place) => resultOfTeam(packed, place))).toEqual(results)
  })

  it('of ten alone has the place of the tenth', () => {
    const teams = ['2', '8', '9', 'P', 'Y', 'L', 'Q', 'G', 'R', 'J'].map((letter) => team(`#${letter}9${letter}`))
    const packed = packResults(
      battle('2026-03-01T08:00Z', 8, { format: 'showdown', rank: 10, teams, own: { team: 9, place: 0 } }),
    )
    expect(teams.map((_, place) => resultOfTeam(packed, place))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 10])
  })
})

describe('a packed side', () => {
  it('holds all that analytics need', () => {
    fc.assert(
      fc.property(anyBattle, (each) => {
        const { battleTime, family, format, mode, eventId, trophyChange, durationSeconds, star, teams, own } = each
        const before = teams.slice(0, own.team).flatMap(({ fighters }) => fighters).length
        const [self, ...mates] = teams[own.team]?.fighters ?? []
        const isQueue = each.type === 'soloRanked'
        const results = { victory: 'win', defeat: 'loss', draw: 'draw' } as const
        const isShowdown = format === 'showdown'
        expect(unpackSide(packSide(each), battleTime.getTime())).toEqual({
          at: battleTime.getTime(),
          family,
          format,
          lobby: teams[own.team]?.lobby,
          mode,
          eventId,
          brawlers: self?.brawlers.map(({ id, trophies }) => ({ id, trophies: isQueue ? null : trophies })),
          result: isShowdown || each.result === null ? null : results[each.result],
          place: isShowdown ? each.rank : null,
          teams: isShowdown ? teams.length : null,
          star: star === null ? null : star === before,
          trophyChange,
          changes: format === 'duels' ? (each.brawlerChanges?.slice(0, self?.brawlers.length) ?? null) : null,
          seconds: durationSeconds,
          mates: mates.flatMap((mate) => mate.tag ?? []),
        })
      }),
    )
  })

  it('of a duel takes a byte more for each brawler, and is read as an earlier version stored it', () => {
    const brawlers = [21, 76, 57].map((id) => ({ id: 16_000_000 + id, power: 11, trophies: 1194 }))
    const teams = [team('#88YV8VQJL', brawlers), team('#2YRJJQ9U')]
    const given = { format: 'duels', mode: 'duels', eventId: 15_001_060, teams } as const
    const [told, untold] = [[5, 5, 4], null].map((brawlerChanges) =>
      packSide(battle('2025-08-14T18:46Z', 14, { ...given, brawlerChanges })),
    )
    expect(untold?.toString('hex')).toBe('1c19010315a60816ab094dab093aab096f')
    expect(told?.length).toBe((untold?.length ?? 0) + 3)
    expect(unpackSide(told ?? Buffer.of(), 0)).toEqual({ ...unpackSide(untold ?? Buffer.of(), 0), changes: [5, 5, 4] })
    // So what tells more is kept.
    expect(Buffer.compare(told ?? Buffer.of(), untold ?? Buffer.of())).toBe(1)
  })

  it('loses one mate and nothing else when a player is hidden', () => {
    fc.assert(
      fc.property(anyBattle, fc.nat(5), (each, chosen) => {
        const packed = packSide(each)
        const side = unpackSide(packed, 0)
        const gone = side.mates[chosen % Math.max(1, side.mates.length)] ?? '#2PP'
        const first = side.mates.indexOf(gone)
        expect(unpackSide(withoutMate(packed, gone), 0)).toEqual({
          ...side,
          mates: side.mates.filter((_, place) => place !== first),
        })
      }),
    )
  })
})

describe('a day of sides', () => {
  const keyOf = ({ key }: Battle) => key.replaceAll('-', '')
  const secondOf = ({ battleTime }: Battle) => (battleTime.getTime() - Date.UTC(2026, 2, 1)) / 1000
  const sideOf = (each: Battle) => ({ second: secondOf(each), key: keyOf(each), side: packSide(each) })
  const anyDay = fc.array(anyBattle, { maxLength: 12 }).map((battles) => battles.map(sideOf))

  it('is read as it was written, two battles of one second included', () => {
    fc.assert(
      fc.property(anyDay, (sides) => {
        const day = mergeDays([], sides)
        const packed = packDay(day)
        expect(unpackDay(packed)).toEqual(day)
        expect(packed.keys.length).toBe(16 * day.length)
        expect(unpackSides(packed.sides, 0)).toEqual(day.map(({ second, side }) => unpackSide(side, second * 1000)))
      }),
    )
  })

  it('is the same in whatever order and however often its battles come', () => {
    const parts = anyDay.chain((day) =>
      fc.tuple(fc.constant(day), fc.shuffledSubarray(day, { minLength: day.length }), fc.nat(12)),
    )
    fc.assert(
      fc.property(parts, ([day, shuffled, cut]) => {
        const twice = mergeDays(mergeDays([], shuffled.slice(cut)), mergeDays(shuffled.slice(0, cut), shuffled))
        expect(twice).toEqual(mergeDays([], day))
      }),
    )
  })

  it('keeps of two tellings of a battle the one that tells more', () => {
    const told = battle('2026-03-01T08:00Z', 8, { teams: [team('#2PP #8QQ #9LL'), team('#8YY')] })
    const less = [
      { ...told, mode: 'unknown' },
      { ...told, teams: [team('#2PP')] },
      { ...told, teams: [{ ...team('#2PP #8QQ #9LL'), lobby: 'unknown' as const }] },
    ]
    for (const each of less) {
      expect(mergeDays([sideOf(told)], [sideOf(each)])).toEqual([sideOf(told)])
      expect(mergeDays([sideOf(each)], [sideOf(told)])).toEqual([sideOf(told)])
    }
  })
})

it('different tags have different bytes, whatever their length', () => {
  fc.assert(fc.property(tag, tag, (one, other) => packTag(one).equals(packTag(other)) === (one === other)))
})
