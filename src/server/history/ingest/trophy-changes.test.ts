import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoveredSpan, countTrophyChanges, type FoughtBattle, type SeenTrophies } from './trophy-changes.ts'

const at = (time: string) => new Date(`2026-03-${time}Z`)
const seen = (time: string, trophies: number, isReset = false): SeenTrophies => ({ at: at(time), trophies, isReset })
const fought = (time: string, trophyChange: number): FoughtBattle => ({ at: at(time), trophyChange })
const covered = (from: string, to: string): CoveredSpan => ({ from: at(from), to: at(to) })

const morning = seen('02T08:00', 1000)
const noon = seen('02T12:00', 1016)

describe('the trophy changes of a day', () => {
  it.each<[string, SeenTrophies[], FoughtBattle[], CoveredSpan[], Record<string, number>]>([
    ['do not count a first observation', [morning], [], [], {}],
    ['count two observations that differ as one', [morning, noon], [], [], { '2026-03-02': 1 }],
    ['do not count two observations that are equal', [morning, seen('02T12:00', 1000)], [], [], {}],
    ['count a change over midnight on the later day', [noon, seen('03T00:05', 1024)], [], [], { '2026-03-03': 1 }],
    ['count a loss like a win', [noon, seen('02T13:00', 1008)], [], [], { '2026-03-02': 1 }],
    ['do not count a reset', [noon, seen('02T13:00', 900, true)], [], [], {}],
    [
      'count play after a reset',
      [noon, seen('02T13:00', 900, true), seen('02T14:00', 892)],
      [],
      [],
      { '2026-03-02': 1 },
    ],
    [
      'count every battle where the log covers the time',
      [morning, noon],
      [fought('02T09:00', 8), fought('02T10:00', 8)],
      [covered('02T07:00', '02T12:30')],
      { '2026-03-02': 2 },
    ],
    [
      'count battles whose changes cancel each other out',
      [morning, seen('02T12:00', 1000)],
      [fought('02T09:00', 8), fought('02T10:00', -8)],
      [covered('02T07:00', '02T12:30')],
      { '2026-03-02': 2 },
    ],
    [
      'do not count a battle without a trophy change',
      [morning, noon],
      [fought('02T09:00', 16), fought('02T10:00', 0)],
      [covered('02T07:00', '02T12:30')],
      { '2026-03-02': 1 },
    ],
    [
      'count each battle on its own day',
      [seen('01T20:00', 1000), seen('02T08:00', 1024)],
      [fought('01T23:59:59', 8), fought('02T00:00:00', 8), fought('02T00:10', 8)],
      [covered('01T10:00', '02T09:00')],
      { '2026-03-01': 1, '2026-03-02': 2 },
    ],
    [
      'are one where the log covers a part of the time',
      [morning, noon],
      [fought('02T11:00', 8), fought('02T11:30', 8)],
      [covered('02T10:00', '02T12:30')],
      { '2026-03-02': 1 },
    ],
    [
      'are one where two logs leave a gap',
      [morning, noon],
      [fought('02T09:00', 8), fought('02T11:00', 8)],
      [covered('02T07:00', '02T10:00'), covered('02T10:30', '02T12:30')],
      { '2026-03-02': 1 },
    ],
    [
      'do not count battles before the first observation',
      [morning, noon],
      [fought('02T07:30', 8), fought('02T09:00', 16)],
      [covered('02T07:00', '02T12:30')],
      { '2026-03-02': 1 },
    ],
  ])('%s', (_story, observations, battles, coverage, expected) => {
    expect(Object.fromEntries(countTrophyChanges(observations, battles, coverage))).toEqual(expected)
  })

  it('are as many as observations that differ from the one before, without a log', () => {
    const anySeen = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 40 }), trophies: fc.nat(5) }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(anySeen, (steps) => {
        let hours = 0
        const observations = steps.map((step) => {
          hours += step.hours
          return { at: new Date(Date.UTC(2026, 2, 1, hours)), trophies: step.trophies, isReset: false }
        })
        const total = countTrophyChanges(observations, [], [])
          .values()
          .reduce((sum, count) => sum + count, 0)
        const differing = observations.filter(({ trophies }, i) => i > 0 && trophies !== observations[i - 1]?.trophies)
        expect(total).toBe(differing.length)
      }),
    )
  })
})
