import { describe, expect, it } from 'vitest'
import type { Battle } from '../game-api/payloads/battle-log.ts'
import { type Coverage, coverageOf } from './log-coverage.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)
const span = (from: string, to: string, overflow = false): Coverage => ({ from: at(from), to: at(to), overflow })

/** A log of so many battles, two minutes apart, the oldest at that time. */
function log(oldest: string, size: number): Battle[] {
  const battle = { eventId: 1, mode: 'brawlBall', map: null, type: 'ranked', result: null, rank: null, trophyChange: 8 }
  const rest = { durationSeconds: null, isLadder: true, starPlayer: null, brawlerId: null, brawlerName: null }
  return Array.from({ length: size }, (_, index) => ({
    ...battle,
    ...rest,
    brawlerTrophies: null,
    participants: [],
    key: `${index}`,
    battleTime: new Date(at(oldest).getTime() + index * 120_000),
  })).reverse()
}

describe('the time that a battle log covers', () => {
  it.each<[string, Battle[], string, Coverage | null, Coverage | null]>([
    // New battles take up to 30 minutes to appear, so the last half hour is open.
    ['begins with its oldest battle', log('08:00', 3), '12:00', null, span('08:00', '11:30')],
    ['ends with its newest battle where that is closer', log('11:50', 3), '12:00', null, span('11:50', '11:54')],
    ['is unknown for an empty log', [], '12:00', null, null],
    ['goes on where an empty log follows', [], '18:00', span('08:00', '11:30'), span('08:00', '17:30')],
    ['goes on where a log not full follows', log('15:00', 4), '18:00', span('08:00', '11:30'), span('08:00', '17:30')],
    [
      'goes on where a full log reaches back',
      log('11:30', 25),
      '18:00',
      span('08:00', '11:30'),
      span('08:00', '17:30'),
    ],
    [
      'has a gap where a full log does not',
      log('11:31', 25),
      '18:00',
      span('08:00', '11:30'),
      span('11:31', '17:30', true),
    ],
    [
      'has a gap though two of 25 are missing',
      log('14:00', 23),
      '18:00',
      span('08:00', '11:30'),
      span('14:00', '17:30', true),
    ],
    ['has no gap where the first log ever is full', log('11:00', 25), '18:00', null, span('11:00', '17:30')],
    [
      'keeps the mark of an earlier gap',
      log('17:00', 2),
      '18:00',
      span('12:00', '15:00', true),
      span('12:00', '17:30', true),
    ],
    [
      'does not shrink when an older log comes late',
      log('08:00', 3),
      '12:00',
      span('07:00', '17:30'),
      span('07:00', '17:30'),
    ],
  ])('%s', (_story, battles, readAt, before, expected) => {
    expect(coverageOf(battles, at(readAt), before)).toEqual(expected)
  })
})
