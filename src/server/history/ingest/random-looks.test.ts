import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimatedGames } from '#server/metrics/daily-series.ts'
import { dayOf, HOUR_MS } from '#shared/days.ts'
import { type Evidence, type Look, type Played, playedDays } from './played-days.ts'

type Given = { looks: Look[] } & Partial<Evidence>

const count = ({ looks, battles = [], coverage = [], taken = [] }: Given) =>
  playedDays(looks, { battles, coverage, taken })

const START = Date.UTC(2026, 2, 1)
/** Hours since the one before, and trophies won or lost. */
const anySteps = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 40 }),
    change: fc.oneof(fc.constant(0), fc.integer({ min: -40, max: 60 })),
  }),
  { maxLength: 30 },
)
type Steps = typeof anySteps extends fc.Arbitrary<infer T> ? T : never

function looksOf(steps: Steps): Look[] {
  const first: Look = { at: new Date(START), trophies: 5000, isReset: false, club: null }
  const looks = [first]
  for (const { hours, change } of steps) {
    const { at: before, trophies } = looks.at(-1) ?? first
    looks.push({ ...first, at: new Date(before.getTime() + hours * HOUR_MS), trophies: trophies + change })
  }
  return looks
}

const sumOf = ({ days }: Played, figure: 'changes' | 'estimated' | 'reset') =>
  days.values().reduce((sum, day) => sum + day[figure], 0)

describe('random looks at a player', () => {
  it('without a log count as many games as each change stands for, all of them estimates', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const played = count({ looks: looksOf(steps) })
        const games = steps.reduce(
          (sum, { hours, change }) => sum + Math.min(hours > 36 ? 1 : Infinity, estimatedGames(change)),
          0,
        )
        expect([sumOf(played, 'changes'), sumOf(played, 'estimated'), sumOf(played, 'reset')]).toEqual([
          games,
          games,
          0,
        ])
      }),
    )
  })

  it('count the same number of games when another look finds nothing new', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(29), (steps, place) => {
        const looks = looksOf(steps)
        const [before, after] = [looks[place], looks[place + 1]]
        fc.pre(before !== undefined && after !== undefined && after.at.getTime() - before.at.getTime() <= 36 * HOUR_MS)
        if (before === undefined || after === undefined) return
        const between = { ...before, at: new Date((before.at.getTime() + after.at.getTime()) / 2) }
        const split = count({ looks: looks.toSpliced(place + 1, 0, between) })
        const whole = count({ looks })
        expect(sumOf(split, 'changes')).toBe(sumOf(whole, 'changes'))
        expect(split.lastChangeAt).toEqual(whole.lastChangeAt)
        // It may tell more days to be known, never fewer.
        expect([...whole.days.keys()].filter((day) => !split.days.has(day))).toEqual([])
      }),
    )
  })

  it('count exactly the battles, on their days, when logs cover all the time', () => {
    fc.assert(
      fc.property(anySteps, fc.array(fc.boolean(), { maxLength: 31 }), (steps, seen) => {
        const fights = looksOf(steps)
        const battles = steps.map(({ change }, place) => ({
          at: fights[place + 1]?.at ?? new Date(0),
          trophyChange: change,
        }))
        const last = fights.length - 1
        const looks = fights.filter((_, place) => place === 0 || place === last || seen[place])
        const coverage = [{ from: new Date(START), to: fights.at(-1)?.at ?? new Date(START) }]
        const played = count({ looks, battles, coverage })
        const moved = battles.filter(({ trophyChange }) => trophyChange !== 0)
        const byDay = Map.groupBy(moved, (battle) => dayOf(battle.at))
        const counted = [...played.days].filter(([, { changes }]) => changes > 0)
        expect(new Map(counted.map(([day, { changes }]) => [day, changes]))).toEqual(
          new Map([...byDay].map(([day, ofDay]) => [day, ofDay.length])),
        )
        expect(sumOf(played, 'estimated')).toBe(0)
        expect(played.lastChangeAt).toEqual(moved.at(-1)?.at ?? null)
      }),
    )
  })
})
