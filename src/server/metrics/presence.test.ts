import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/days.ts'
import { anyClub, memberOf, NOW, rhythm, seriesOf } from '#test/daily-series.ts'
import type { MemberHistory } from './daily-series.ts'
import { activeShare, memberPresence } from './presence.ts'

const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const presenceOf = (...members: MemberHistory[]) => memberPresence(members, NOW)
const ghostsOf = (...members: MemberHistory[]) => presenceOf(...members).ghosts
const WEEK = 7 * 24

/** In which groups a member with these moments is, seen every day. */
function groupOf(given: Partial<MemberHistory>): string[] {
  const groups = presenceOf(memberOf('#P', rhythm('..........'), given))
  return Object.entries(groups).flatMap(([name, group]) => (group.length > 0 ? [name] : []))
}

describe('the presence of a member', () => {
  it.each([
    ['a change an hour ago', { lastChangeAt: ago(1) }, 'active'],
    ['a change just under 7 x 24 hours ago', { lastChangeAt: ago(WEEK - 0.1) }, 'active'],
    ['a change 7 x 24 hours ago', { lastChangeAt: ago(WEEK) }, 'ghosts'],
    ['no change ever seen', { lastChangeAt: null }, 'ghosts'],
    ['an old change and a battle today', { lastChangeAt: ago(400), lastBattleAt: ago(3) }, 'playsNoTrophies'],
    ['an old change and a battle 7 x 24 hours ago', { lastChangeAt: ago(400), lastBattleAt: ago(WEEK) }, 'ghosts'],
    ['a change and a battle today', { lastChangeAt: ago(3), lastBattleAt: ago(3) }, 'active'],
    ['less than 7 x 24 hours in the club, silent', { inClubSince: ago(WEEK - 1) }, 'newcomers'],
    ['less than 7 x 24 hours in the club, playing', { inClubSince: ago(5), lastChangeAt: ago(1) }, 'newcomers'],
    ['7 x 24 hours in the club, silent', { inClubSince: ago(WEEK) }, 'ghosts'],
  ])('with %s: %j is %s', (_, given, group) => {
    expect(groupOf(given)).toEqual([group])
  })

  it.each([
    ['no known day', '#???????', 'unseen'],
    ['7 silent days, 3 of which are known', '#.??.??.', 'unseen'],
    ['7 known silent days among the last 14', '#.?.?.?.?.?.?.', 'ghosts'],
    ['7 known silent days among the last 15', '#.?.?.?.???.?.?.', 'unseen'],
    ['6 known days after an outage, and many before it', `${'.'.repeat(20)}#????????......`, 'unseen'],
  ])('with %s since a change (%s) is in %s', (_, pattern, group) => {
    const groups = presenceOf(memberOf('#P', rhythm(pattern)))
    expect(Object.entries(groups).flatMap(([name, { length }]) => (length > 0 ? [name] : []))).toEqual([group])
  })

  it('is a ghost where a scan after an outage found the same trophies: nothing was played in between', () => {
    const seenAgain = seriesOf([100, null, null, null, null, null, null, 100], { changes: new Array(8).fill(0) })
    expect(ghostsOf(memberOf('#P', seenAgain))).toHaveLength(1)
  })
})

describe('the silence of a ghost', () => {
  it('is the number of silent days, at least so many where it may be longer', () => {
    expect(ghostsOf(memberOf('#P', rhythm('#.........')))).toEqual([
      { tag: '#P', name: 'P', days_silent: 9, at_least: false },
    ])
    expect(ghostsOf(memberOf('#P', rhythm('..........')))).toMatchObject([{ days_silent: 9, at_least: true }])
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
      const groups = presenceOf(...members)
      const all = Object.values(groups).flatMap((group) => group.map(({ tag }: { tag: string }) => tag))
      expect(all.toSorted()).toEqual(members.map(({ tag }) => tag).toSorted())
      expect(presenceOf(...members.toReversed())).toEqual(groups)
      expect(groups.ghosts.every(({ days_silent }) => days_silent >= 7)).toBe(true)
    }),
  )
})

describe('the share of active members', () => {
  const active = (tag: string) => memberOf(tag, rhythm('........#'))
  const silent = (tag: string) => memberOf(tag, rhythm('.........'))
  const newcomer = memberOf('#NEW', rhythm('#########'), { inClubSince: ago(5) })
  const unseen = memberOf('#FAR', seriesOf([100, ...new Array(9).fill(null)]))
  const plays = memberOf('#PLAYS', rhythm('.........'), { lastBattleAt: ago(9) })

  it.each([
    ['2 of 3', [active('#A'), active('#B'), silent('#C')], 3, 200 / 3],
    ['1 of 4, one of whom plays without trophies', [active('#A'), silent('#B'), silent('#C'), plays], 4, 25],
    ['newcomers and the unseen left out: 3 of 3', [active('#A'), active('#B'), active('#C'), newcomer, unseen], 3, 100],
    ['unknown with 2 members', [active('#A'), active('#B'), newcomer], 2, null],
    ['unknown without members', [], 0, null],
  ])('is %s', (_, members, known, percent) => {
    expect(activeShare(presenceOf(...members))).toEqual({ known, percent })
  })

  it('lies between 0 and 100 and never rises when a silent member is added', () => {
    fc.assert(
      fc.property(anyClub, (members) => {
        const { percent } = activeShare(presenceOf(...members))
        fc.pre(percent !== null)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(activeShare(presenceOf(...members, silent('#Z'))).percent).toBeLessThanOrEqual(percent ?? 0)
      }),
    )
  })
})
