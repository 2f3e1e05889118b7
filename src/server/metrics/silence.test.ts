import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, HOUR_MS } from '#shared/days.ts'
import { anyClub, cutTo, memberOf, NOW, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import { SILENCE_DAYS, silentDays } from './silence.ts'

const ago = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR_MS)
const before = { day: addDays(TODAY, -200), close: 1000 }

describe('silent days', () => {
  it.each([
    ['no day is known', '???', {}, null],
    ['a change today', '..#', {}, { days: 0, atLeast: false }],
    ['a change yesterday', '.#.', {}, { days: 1, atLeast: false }],
    ['a change 4 days ago, on one of which nobody looked', '#..?.', {}, { days: 3, atLeast: true }],
    ['today not seen yet', '#..?', {}, { days: 2, atLeast: false }],
    ['no sign of play since the day of the first look', '....', {}, { days: 3, atLeast: true }],
    ['a first look today', '.', {}, null],
    ['a change before the days that are read', '....', { lastChangeAt: ago(4) }, { days: 4, atLeast: false }],
    ['a change long before them', '....', { lastChangeAt: ago(20) }, { days: 4, atLeast: true }],
    ['a battle that moved no trophies', '#....', { lastBattleAt: ago(2) }, { days: 2, atLeast: false }],
    ['a battle after the last look', '#....', { lastBattleAt: ago(-1) }, { days: 0, atLeast: false }],
  ])('with %s (%s) are %j', (_, pattern, given, silence) => {
    expect(silentDays(memberOf('#P', rhythm(pattern), given))).toEqual(silence)
  })

  it('do not begin with a reset', () => {
    const series = seriesOf([1000, 1010, 810, 810], { resets: [0, 0, -200, 0], changes: [0, 1, 0, 0] })
    expect(silentDays(memberOf('#P', series))).toEqual({ days: 2, atLeast: false })
  })

  it('are counted within 91 days, so that all pages tell the same number', () => {
    const silent = memberOf('#P', rhythm(`#${'.'.repeat(120)}`))
    expect(silentDays(silent)).toEqual({ days: 91, atLeast: true })
    expect(silentDays({ ...silent, series: cutTo(silent.series, SILENCE_DAYS) })).toEqual({ days: 91, atLeast: true })
  })

  it('are never more than the known days, and never fewer without an unknown day between', () => {
    fc.assert(
      fc.property(anyClub, (members) => {
        for (const member of members) {
          const silence = silentDays(member)
          const known = member.series.changes.filter((changes) => changes !== null).length
          expect(silence?.days ?? 0).toBeLessThanOrEqual(known)
          const hasSign = member.lastChangeAt !== null || member.lastBattleAt !== null
          expect(silence === null).toBe(known === 0 || (known === 1 && !hasSign))
        }
      }),
    )
  })

  it('of somebody whom nobody saw in the days that are read are not known', () => {
    expect(silentDays(memberOf('#P', seriesOf([null, null], { before })))).toBeNull()
  })
})
