import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { battle, team } from '#test/club-history.ts'
import { packDay, packSide } from './pack-battles.ts'
import { unpackSides } from './unpack-battles.ts'
import { mateTags, NO_MATES, sidesIn } from './visit-sides.ts'

const DAY_MS = 86_400_000

/** As the store puts days one after the other: the day's number, its length, its sides. */
function daysOf(days: { day: number; sides: Buffer }[]): Buffer {
  return Buffer.concat(
    days.flatMap(({ day, sides }) => {
      const head = Buffer.alloc(8)
      head.writeInt32BE(day, 0)
      head.writeInt32BE(sides.length, 4)
      return [head, sides]
    }),
  )
}

const tag = fc.oneof(
  fc.constantFrom('#2PP', '#8QQ', '#9LL0CV8Y2', '#VVVVVVVVVV', '#VVVVVVVVVVVVVV'),
  fc
    .string({ unit: fc.constantFrom(...'0289PYLQGRJCUV'), minLength: 3, maxLength: 14 })
    .map((letters) => `#${letters}`),
)
const brawlers = fc.array(
  fc.record({
    id: fc.oneof(fc.integer({ min: 16_000_000, max: 16_000_200 }), fc.nat()),
    power: fc.constant(11),
    trophies: fc.option(fc.nat(4000)),
  }),
  { maxLength: 4 },
)
const anySide = fc
  .record({
    second: fc.nat(86_399),
    mode: fc.oneof(fc.constantFrom('brawlBall', 'soloShowdown'), fc.string({ minLength: 1 })),
    eventId: fc.oneof(fc.constant(0), fc.integer({ min: 15_000_000, max: 15_002_000 }), fc.nat()),
    family: fc.constantFrom('ladder' as const, 'ranked' as const, 'other' as const),
    format: fc.constantFrom('teams' as const, 'showdown' as const, 'duels' as const),
    result: fc.constantFrom('victory' as const, 'defeat' as const, 'draw' as const, null),
    rank: fc.option(fc.integer({ min: 1, max: 10 })),
    durationSeconds: fc.option(fc.nat(600)),
    trophyChange: fc.integer({ min: -200, max: 200 }),
    brawlerChanges: fc.option(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 4 })),
    star: fc.constantFrom(null, 0, 1),
    tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 4 }),
    brawlers,
  })
  .map(({ second, tags, brawlers, ...given }) => {
    const teams = [team(tags.join(' '), brawlers), team('#8YY')]
    const side = packSide(battle('2026-03-01T08:00Z', given.trophyChange, { ...given, teams }))
    return { second, key: '0'.repeat(32), side, tags }
  })
const anyDays = fc.array(
  fc
    .array(anySide, { minLength: 1, maxLength: 6 })
    .map((sides) => sides.sort((one, other) => one.second - other.second)),
  { maxLength: 3 },
)

function visited(days: Buffer, tags: string[]): PlayerSide[] {
  const sides: PlayerSide[] = []
  sidesIn(days, mateTags(tags)).forEach((side) => {
    sides.push(structuredClone(side))
  })
  return sides
}

it('visiting finds the same battles as reading them one by one, with the mates who are asked for', () => {
  fc.assert(
    fc.property(anyDays, fc.array(tag, { maxLength: 5 }), (days, others) => {
      const packed = days.map((sides, index) => ({ day: 20_000 + 2 * index, sides: packDay(sides).sides }))
      const read = packed.flatMap(({ day, sides }) => unpackSides(sides, day * DAY_MS))
      const all = days.flat().flatMap(({ tags }) => tags)
      expect(visited(daysOf(packed), all)).toEqual(read)
      const some = read.map((side) => ({ ...side, mates: side.mates.filter((mate) => others.includes(mate)) }))
      expect(visited(daysOf(packed), others)).toEqual(some)
    }),
  )
})

it('without any battle nothing is visited', () => {
  const sides: unknown[] = []
  sidesIn(undefined, NO_MATES).forEach((side) => {
    sides.push(side)
  })
  expect(sides).toEqual([])
})
