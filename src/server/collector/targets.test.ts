import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TargetKind } from '#shared/kinds.ts'
import {
  goneInterval,
  LONGEST_SECONDS,
  livelinessOfClub,
  livelinessOfLog,
  nextInterval,
  retryInterval,
  SHORTEST_SECONDS,
  TARGET_CLASS,
} from './targets.ts'

/** Seconds. */
const HOUR = 3600

describe('the interval of a battle log', () => {
  it.each([
    [6 * HOUR, 25, 3 * HOUR],
    [6 * HOUR, 20, 3 * HOUR],
    [6 * HOUR, 19, 6 * HOUR],
    [6 * HOUR, 1, 6 * HOUR],
    [6 * HOUR, 0, 12 * HOUR],
    [HOUR / 2, 25, HOUR / 2],
    [24 * HOUR, 0, 24 * HOUR],
  ])('of %d s becomes, after %d new battles of 25, %d s', (intervalSeconds, fresh, expected) => {
    const log = { kind: 'battle-log' as const, class: TARGET_CLASS.searched, intervalSeconds }
    expect(nextInterval(log, livelinessOfLog(fresh))).toBe(expected)
  })
})

it.each([
  [0, 30, 'silent'],
  [1, 30, 'calm'],
  [2, 30, 'calm'],
  [3, 30, 'lively'],
  [1, 7, 'lively'],
] as const)('a club in which %d of %d members changed is %s', (changed, members, expected) => {
  expect(livelinessOfClub(changed, members)).toBe(expected)
})

it('the next interval is from half an hour to a day, whatever happens', () => {
  const kinds = fc.constantFrom<TargetKind>('club', 'player', 'battle-log')
  const news = fc.array(fc.constantFrom('lively' as const, 'calm' as const, 'silent' as const), { maxLength: 20 })
  fc.assert(
    fc.property(kinds, fc.integer({ min: 1, max: 4 }), news, (kind, targetClass, all) => {
      const last = all.reduce((intervalSeconds, liveliness) => {
        const next = nextInterval({ kind, class: targetClass, intervalSeconds }, liveliness)
        expect(next).toBeGreaterThanOrEqual(SHORTEST_SECONDS)
        expect(next).toBeLessThanOrEqual(LONGEST_SECONDS)
        return next
      }, 6 * HOUR)
      expect(Number.isInteger(last)).toBe(true)
    }),
  )
})

it('players whom nobody asks for any more are collected once a day, and rankings once an hour', () => {
  const forgotten = { kind: 'player' as const, class: TARGET_CLASS.discovered, intervalSeconds: 1800 }
  expect(nextInterval(forgotten, 'lively')).toBe(LONGEST_SECONDS)
  const ranking = { kind: 'player-ranking' as const, class: TARGET_CLASS.ranked, intervalSeconds: 99 }
  expect(nextInterval(ranking, 'silent')).toBe(HOUR)
})

it('failures are tried again soon and then rarely, and tags that are gone even more rarely', () => {
  expect([1, 2, 3, 20].map(retryInterval)).toEqual([60, 120, 240, 6 * HOUR])
  expect([1, 2, 3, 50].map(goneInterval)).toEqual([HOUR, 4 * HOUR, 16 * HOUR, 7 * 24 * HOUR])
})
