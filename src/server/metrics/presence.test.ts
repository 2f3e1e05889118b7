import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { anyClub, memberOf, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import { memberPresence } from './presence.ts'

const since = (days: number) => ({ inClubSince: addDays(TODAY, -days) })
const ghostsOf = (...members: Parameters<typeof memberPresence>[0]) => memberPresence(members).ghosts

describe('the presence of a member', () => {
  it.each([
    ['of one with a change today', '.........#', 'active'],
    ['of one with a change 6 days ago, the first of the last 7,', '...#......', 'active'],
    ['of one with a change 7 days ago', '..#.......', 'ghost'],
  ])('%s is told by the last 7 days', (_, pattern, group) => {
    const { active, ghosts } = memberPresence([memberOf('#P', rhythm(pattern))])
    expect([active.length, ghosts.length]).toEqual(group === 'active' ? [1, 0] : [0, 1])
  })

  it('is newcomer for one known for less than 7 days, active or not', () => {
    const members = [
      memberOf('#NEW', rhythm('..........'), since(5)),
      memberOf('#BUSY', rhythm('##########'), since(5)),
    ]
    expect(memberPresence(members)).toMatchObject({
      active: [],
      ghosts: [],
      newcomers: [{ tag: '#BUSY' }, { tag: '#NEW' }],
    })
  })

  it('is ghost for a silent one from the seventh day on', () => {
    expect(ghostsOf(memberOf('#P', rhythm('..........'), since(6)))).toHaveLength(1)
  })

  it('is unseen, not ghost, without an observation in 7 days', () => {
    const series = seriesOf([100, null, null, null, null, null, null, null])
    expect(memberPresence([memberOf('#P', series)])).toMatchObject({ active: [], ghosts: [], unseen: [{ tag: '#P' }] })
  })

  it('is ghost for one whose trophies were only changed by a season reset', () => {
    const reset = seriesOf([900, 900, 900, 900, 900, 900, 900, 700], { resets: [0, 0, 0, 0, 0, 0, 0, -200] })
    expect(ghostsOf(memberOf('#P', reset))).toHaveLength(1)
  })
})

describe('the silence of a ghost', () => {
  it('counts from the last change', () => {
    expect(ghostsOf(memberOf('#P', rhythm('#.........')))).toEqual([
      { tag: '#P', name: 'P', days_silent: 9, at_least: false },
    ])
  })

  it('is at least the time since the first observation when no change was ever observed', () => {
    expect(ghostsOf(memberOf('#P', rhythm('..........')))).toMatchObject([{ days_silent: 9, at_least: true }])
  })

  it('is at least the days of the series when the history is longer', () => {
    const series = rhythm('..........', { before: { day: addDays(TODAY, -40), close: 1000 } })
    expect(ghostsOf(memberOf('#P', series))).toMatchObject([{ days_silent: 10, at_least: true }])
  })

  it('counts from the last change ever, where that is given', () => {
    const series = rhythm('..........', { before: { day: addDays(TODAY, -40), close: 1000 } })
    expect(ghostsOf(memberOf('#P', series, { lastChange: addDays(TODAY, -33) }))).toMatchObject([
      { days_silent: 33, at_least: false },
    ])
    // Never seen to change since the first observation 40 days ago.
    expect(ghostsOf(memberOf('#P', series, { lastChange: null }))).toMatchObject([{ days_silent: 40, at_least: true }])
  })

  it('orders ghosts, the longest first, equal ones by tag', () => {
    const [old, b, a] = [
      memberOf('#Z', rhythm('#.........')),
      memberOf('#B', rhythm('#.......')),
      memberOf('#A', rhythm('#.......')),
    ]
    expect(ghostsOf(b, old, a).map(({ tag }) => tag)).toEqual(['#Z', '#A', '#B'])
  })
})

it('the presence of members puts each of any club into one group, in whatever order they come', () => {
  fc.assert(
    fc.property(anyClub, (members) => {
      const groups = memberPresence(members)
      const all = Object.values(groups).flatMap((group) => group.map(({ tag }) => tag))
      expect(all.toSorted()).toEqual(members.map(({ tag }) => tag).toSorted())
      expect(memberPresence(members.toReversed())).toEqual(groups)
      expect(groups.ghosts.every(({ days_silent, at_least }) => days_silent >= 7 || at_least)).toBe(true)
    }),
  )
})
