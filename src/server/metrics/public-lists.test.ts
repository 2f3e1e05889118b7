import { describe, expect, it } from 'vitest'
import { memberOf, NOW, rhythm } from '#test/daily-series.ts'
import { publicLists } from './public-lists.ts'

const DAILY = '#'.repeat(30)

/** The lists of a club of these members, in which somebody plays every day. */
function listed(patterns: Record<string, string>, available = true) {
  const members = Object.entries({ ...patterns, '#STAR': DAILY }).map(([tag, pattern]) =>
    memberOf(tag, rhythm(pattern)),
  )
  const lists = publicLists(members, NOW, available)
  return Object.fromEntries(
    Object.entries(lists).map(([name, people]) => [
      name,
      people.filter(({ member }) => member.tag !== '#STAR').map(({ member, reason }) => `${member.tag}: ${reason}`),
    ]),
  )
}

describe('the lists of the public page', () => {
  it.each<[string, string, string, string[]]>([
    ['7 silent days', `${DAILY}.......`, 'silent', ['#P: Silent for 7 days']],
    ['never seen to play', '.'.repeat(30), 'silent', ['#P: Silent for 29+ days']],
    ['play every day', DAILY, 'in_form', ['#P: Played 7 of 7 days']],
    ['play every day, seen again after an outage', `${DAILY}??#`, 'in_form', ['#P: Played 7 of 7 days']],
    ['play on one day of the last 7', `${'#'.repeat(24)}#......`, 'in_form', []],
    [
      'play on one day of the last 7, and daily before',
      `${'#'.repeat(24)}#......`,
      'going_quiet',
      ['#P: Played 1 of 7 days, usually 7'],
    ],
    ['rare play, as ever', '......#'.repeat(4), 'going_quiet', []],
    ['6 known days', '######', 'in_form', []],
  ])('with %s (%s): %s', (_, pattern, list, expected) => {
    expect(listed({ '#P': pattern })[list]).toEqual(expected)
  })

  it('are empty while too little is known of the club, and name each member once', () => {
    const all = { '#A': DAILY, '#B': `${DAILY}.......`, '#C': `${'#'.repeat(24)}#......` }
    expect(listed(all, false)).toEqual({ silent: [], in_form: [], going_quiet: [] })
    expect(Object.values(listed(all)).map(({ length }) => length)).toEqual([1, 1, 1])
  })
})
