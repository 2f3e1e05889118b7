import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { battlesADay, hoursInCommon, knownTime, playedBattles, winRate } from './played-battles.ts'
import type { PlayerSide } from './player-side.ts'

const DAY = Date.parse('2026-03-09T00:00:00Z')

function side(hour: number, given: Partial<PlayerSide> = {}): PlayerSide {
  const untold = {
    eventId: 0,
    brawlers: [],
    place: null,
    teams: null,
    star: null,
    trophyChange: 0,
    changes: null,
    seconds: null,
    mates: [],
  }
  const at = DAY + hour * HOUR_MS
  return {
    at,
    family: 'ladder',
    format: 'teams',
    lobby: 'people',
    mode: 'brawlBall',
    result: 'win',
    ...untold,
    ...given,
  }
}

const play = (sides: PlayerSide[]) => playedBattles([sides], DAY, DAY + 7 * DAY_MS)
const at = (hour: number, count: number) => play(Array.from({ length: count }, () => side(hour)))

describe('battles as the desk reads them, computed by hand', () => {
  it('counts those of the time alone, and rates those on the ladder against people', () => {
    const sides = [
      side(-1),
      side(0),
      side(25, { result: 'loss' }),
      side(26, { lobby: 'bots' }),
      side(27, { family: 'ranked' }),
    ]
    const { battles, wins, losses, hours } = play([...sides, side(7 * 24)])
    expect([battles, wins, losses, hours.slice(0, 4)]).toEqual([4, 1, 1, [1, 1, 1, 1]])
  })

  it.each([
    [9, 0, null],
    [6, 4, 60],
    [1, 2, null],
    [7, 14, 33.3],
  ])('%i wins and %i losses are a rate of %j', (wins, losses, rate) => {
    expect(winRate({ wins, losses })).toBe(rate)
  })

  it('tells battles a day of the known time alone', () => {
    const spans = [
      { from: DAY - DAY_MS, to: DAY + 2 * DAY_MS, overflow: false },
      { from: DAY + 5 * DAY_MS, to: DAY + 9 * DAY_MS, overflow: true },
    ]
    const known = knownTime(spans, DAY, DAY + 7 * DAY_MS)
    expect(known).toBe(4 * DAY_MS)
    expect([battlesADay(30, known), battlesADay(30, 2.9 * DAY_MS)]).toEqual([7.5, null])
  })

  it('compares the hours of two plays', () => {
    expect(hoursInCommon(at(18, 20), at(18, 40))).toBe(100)
    expect(hoursInCommon(at(18, 20), at(6, 40))).toBe(0)
    const half = play([...Array.from({ length: 10 }, () => side(18)), ...Array.from({ length: 10 }, () => side(6))])
    expect(hoursInCommon(half, at(18, 40))).toBe(50)
    expect(hoursInCommon(at(18, 19), at(18, 40))).toBeNull()
  })
})
