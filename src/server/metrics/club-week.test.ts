import { describe, expect, it } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'
import { clubWeek, movesApart, reportMonday, type WeekMember } from './club-week.ts'
import type { ClubSeries, DailySeries } from './daily-series.ts'

const MONDAY = calendarDay('2026-03-16')
const DAYS = 42

/** Closes day by day, the last of them the day before the Monday; null where nobody looked. */
function series(closes: (number | null)[]): DailySeries {
  const changes = closes.map((close, index) => {
    const before = closes[index - 1] ?? null
    return close === null ? null : Number(before !== null && before !== close)
  })
  return {
    from: addDays(MONDAY, -closes.length),
    closes,
    changes,
    estimated: closes.map(() => 0),
    scans: closes.map((close) => Number(close !== null)),
    resets: closes.map(() => 0),
    before: null,
    firstObserved: addDays(MONDAY, -closes.length),
  }
}

/** A member whose trophies stood still for five weeks, and rose or fell by `step` each day of the last one. */
function member(tag: string, step: number, sinceDays: number, joinKnown = true): WeekMember {
  const closes = Array.from({ length: DAYS }, (_, index) => 1000 + step * Math.max(0, index - (DAYS - 8)))
  const inClubSince = new Date(`${addDays(MONDAY, -sinceDays)}T10:00:00Z`)
  return { tag, inClubSince, joinKnown, series: series(closes) }
}

function club(closes: number[], moved: { joined?: number; left?: number } = {}): ClubSeries {
  const whole = series(closes)
  const onLast = (value: number) => closes.map((_, index) => (index === closes.length - 1 ? value : 0))
  return { ...whole, joined: onLast(moved.joined ?? 0), departed: onLast(moved.left ?? 0) }
}

const CLUB = club([...Array(DAYS - 7).fill(10_000), 10_100, 10_200, 10_300, 10_400, 10_500, 10_600, 11_700], {
  joined: 2000,
  left: -1000,
})

const week = (members: WeekMember[], events: Parameters<typeof clubWeek>[0]['events'] = []) =>
  clubWeek({ monday: MONDAY, club: CLUB, members, events, played: null })

describe('the week of a club, computed by hand', () => {
  it('splits the growth into what was won, and who came and left', () => {
    const { growth, played, joined, left, trophies, known_days } = week([])
    expect({ growth, played, joined, left, trophies, known_days }).toEqual({
      growth: 1700,
      played: 700,
      joined: 2000,
      left: -1000,
      trophies: 11_700,
      known_days: 7,
    })
  })

  it('names the five best and the five largest falls of those who were there all week', () => {
    const steps = [1, 2, 3, 4, 5, 6, -1, -2]
    const members = steps.map((step, place) => member(`#M${place}`, step, 40))
    const { best, falls } = week([...members, member('#NEW', 99, 3)])
    expect(best.map(({ player, gain }) => [player, gain])).toEqual([
      ['#M5', 42],
      ['#M4', 35],
      ['#M3', 28],
      ['#M2', 21],
      ['#M1', 14],
    ])
    expect(falls.map(({ player, gain }) => [player, gain])).toEqual([
      ['#M7', -14],
      ['#M6', -7],
    ])
  })

  it('tells the active share beside that of the weeks before, and none of fewer than three members', () => {
    const members = [member('#A', 5, 40), member('#B', 5, 40), member('#C', 0, 40)]
    expect([week(members).active_share, week(members).active_shares_before]).toEqual([66.7, [0, 0, 0, 0]])
    expect(week(members.slice(1)).active_share).toBeNull()
  })

  it('tells who joined, left, was promoted, has an anniversary or a personal best', () => {
    const events: Parameters<typeof week>[1] = [
      { kind: 'joined', player: '#J', after: 'member' },
      { kind: 'left', player: '#L', after: null },
      { kind: 'promoted', player: '#P', after: 'senior' },
      { kind: 'promoted', player: '#P', after: 'vicePresident' },
      { kind: 'renamed', player: '#R', after: 'Rin' },
    ]
    const members = [
      member('#H', 0, 102),
      member('#Y', 0, 2 * 365 + 7),
      member('#U', 0, 102, false),
      member('#B', 3, 30),
    ]
    expect(week(members, events)).toMatchObject({
      joiners: ['#J'],
      leavers: ['#L'],
      promoted: [{ player: '#P', role: 'vicePresident' }],
      anniversaries: [
        { player: '#H', days: 100 },
        { player: '#Y', days: 730 },
      ],
      personal_bests: [{ player: '#B', trophies: 1021 }],
    })
  })
})

it('names whoever joined and left in one list alone, and says so of older reports', () => {
  const moved = (player: string, ...kinds: RosterEventKind[]) => kinds.map((kind) => ({ kind, player, after: null }))
  const events = [
    ...moved('#IN', 'joined'),
    ...moved('#OUT', 'left'),
    ...moved('#BOTH', 'joined', 'left', 'returned', 'left'),
    ...moved('#BACK', 'left', 'returned'),
    ...moved('#STAYS', 'joined', 'left', 'returned'),
  ]
  const told = week([], events)
  expect(told).toMatchObject({
    joiners: ['#IN', '#STAYS'],
    leavers: ['#OUT'],
    came_and_left: ['#BOTH'],
    left_and_back: ['#BACK'],
  })
  const { came_and_left, left_and_back, ...older } = { ...told, joiners: ['#IN', '#BOTH'], leavers: ['#BOTH', '#OUT'] }
  expect(movesApart(older)).toEqual({
    joiners: ['#IN'],
    leavers: ['#OUT'],
    came_and_left: ['#BOTH'],
    left_and_back: [],
  })
})

it('tells no growth of a week in which nobody looked', () => {
  const seen = Array.from({ length: DAYS - 7 }, () => 10_000)
  const blind = {
    ...series([...seen, ...Array(7).fill(null)]),
    joined: Array(DAYS).fill(0),
    departed: Array(DAYS).fill(0),
  }
  const told = clubWeek({ monday: MONDAY, club: blind, members: [], events: [], played: null })
  expect(told).toMatchObject({ growth: null, played: null, joined: null, left: null, known_days: 0 })
})

describe('a Monday in a time zone', () => {
  it.each([
    ['2026-03-16T00:30:00Z', 'UTC', '2026-03-16'],
    ['2026-03-16T00:30:00Z', 'America/Sao_Paulo', '2026-03-09'],
    ['2026-03-15T15:30:00Z', 'Asia/Tokyo', '2026-03-09'],
    ['2026-03-16T00:30:00Z', 'Asia/Tokyo', '2026-03-16'],
    ['2026-03-15T23:30:00Z', 'UTC', '2026-03-09'],
  ])('%s in %s has reports up to %s', (moment, zone, monday) => {
    expect(reportMonday(new Date(moment), zone)).toBe(monday)
  })
})
