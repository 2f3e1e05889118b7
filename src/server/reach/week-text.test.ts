import { describe, expect, it } from 'vitest'
import type { ClubWeek } from '#server/metrics/club-week.ts'
import { calendarDay } from '#shared/days.ts'
import { headlineOf, weekText } from './week-text.ts'

const MONDAY = calendarDay('2026-03-16')

describe('a report as a message', () => {
  const told: ClubWeek = {
    growth: 1700,
    played: 700,
    joined: 2000,
    left: -1000,
    trophies: 11_700,
    members: 3,
    best: [
      { player: '#A', gain: 35 },
      { player: '#B', gain: 35 },
    ],
    falls: [],
    active_share: 66.7,
    active_shares_before: [0, 0, 0, 0],
    joiners: ['#J'],
    leavers: ['#L'],
    came_and_left: [],
    left_and_back: [],
    promoted: [],
    anniversaries: [],
    personal_bests: [],
    known_days: 7,
    battles: null,
    win_rate: null,
  }

  it('says the week in a sentence', () => {
    expect(headlineOf(told)).toBe(
      '+1,700 trophies: members won +700, 1 player joined (+2,000), 1 player left (−1,000).',
    )
    expect(headlineOf({ ...told, growth: 300, played: -700 })).toBe(
      '+300 trophies: members lost 700, 1 player joined (+2,000), 1 player left (−1,000).',
    )
    const alone = { ...told, joiners: [], leavers: [], joined: 0, left: 0 }
    expect(headlineOf({ ...alone, growth: -700, played: -700 })).toBe('−700 trophies, all lost by play.')
    expect(headlineOf({ ...told, growth: null })).toBe('Nobody looked at the club in this week.')
  })

  it('names whoever joined and left in one list, and counts them in both sums', () => {
    const moves = { joiners: ['#IN', '#STAYS'], leavers: ['#OUT'], came_and_left: ['#BOTH'], left_and_back: ['#BACK'] }
    const week = { ...told, ...moves }
    expect(headlineOf(week)).toContain('4 players joined (+2,000), 3 players left (−1,000)')
    const text = weekText({ clubName: 'Pod', monday: MONDAY, week, nameOf: (tag) => tag.slice(1) })
    expect(text).toContain(
      '**Joined**: IN, STAYS\n**Left**: OUT\n**Came and left**: BOTH\n**Left and came back**: BACK',
    )
  })

  it('names the highest new bests and counts the others', () => {
    const bests = Array.from({ length: 20 }, (_, place) => ({ player: `#P${place}`, trophies: 1000 + place }))
    const text = weekText({ clubName: 'Pod', monday: MONDAY, week: { ...told, personal_bests: bests }, nameOf: String })
    expect(text).toMatch(/Personal bests\*\*: \S*P19 1,019, .*P14 1,014 and 14 more$/)
  })

  it('tells what was reached in Ranked and with brawlers, which older reports have not', () => {
    const reached = [
      { player: '#A', kind: 'tier' as const, tier: 'Mythic II', brawler: null, figure: null },
      { player: '#B', kind: 'prestige' as const, tier: null, brawler: 'Poco', figure: 2 },
      { player: '#A', kind: 'best' as const, tier: 'MYTHIC II', brawler: null, figure: 6100 },
      { player: '#B', kind: 'streak' as const, tier: null, brawler: 'Poco', figure: 20 },
    ]
    const text = (more: object) =>
      weekText({ clubName: 'Pod', monday: MONDAY, week: { ...told, ...more }, nameOf: (tag) => tag.slice(1) })
    expect(text({ reached })).toMatch(
      /\*\*Ranked and prestige\*\*: A Mythic II, B Poco 2, A New best in Ranked:\S* 6,100, B 20 wins in a row with Poco$/,
    )
    expect(text({})).not.toContain('Ranked')
  })

  it('lets no name format the message or call anybody', () => {
    const nameOf = (tag: string) => (tag === '#A' ? '@everyone **x** [a](http://b)' : '<@123> _y_')
    const text = weekText({ clubName: '# Star *Harbour*', monday: MONDAY, week: told, nameOf })
    expect(text).not.toMatch(/@everyone|<@\d|http:\/\/|(?<!\\)_y|\*\*x/)
    expect(text.split('\n')[0]).toContain('week of Mar 9, 2026 to Mar 15, 2026')
  })
})
