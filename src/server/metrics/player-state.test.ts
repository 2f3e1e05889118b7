import { describe, expect, it } from 'vitest'
import { rhythm } from '#test/daily-series.ts'
import { playerState } from './player-state.ts'

describe('what is known of a player', () => {
  it.each([
    ['7 known days', '.......', 30, { learning: null, resting: false }],
    ['6 known days', '......', 30, { learning: { observed_days: 6, needed: 7 }, resting: false }],
    ['6 known days and an outage', '###????###', 30, { learning: { observed_days: 6, needed: 7 }, resting: false }],
    ['a window of 7 days, judged by 30', '#######??', 7, { learning: null, resting: false }],
    ['13 silent days', '#.............', 30, { learning: null, resting: false }],
    ['14 silent days', '#..............', 30, { learning: null, resting: true }],
    ['14 silent days, today not seen yet', '#..............?', 30, { learning: null, resting: true }],
    ['an outage within the silence', '#.......?.......', 30, { learning: null, resting: false }],
    ['20 silent days ago, judged by 30 and not by 7', `#${'.'.repeat(20)}`, 7, { learning: null, resting: true }],
  ])('with %s (%s, over %i days) is %j', (_, pattern, days, state) => {
    expect(playerState(rhythm(pattern), days)).toEqual(state)
  })
})
