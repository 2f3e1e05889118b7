import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { reasonWords } from '#shared/desk-reasons.ts'
import { type Judged, judgeMembers, type QueueRules } from './desk-queue.ts'
import type { QueueMember } from './member-figures.ts'
import { SILENCE_DAYS } from './silence.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const TODAY = dayOf(NOW)
const RULES: QueueRules = {
  warn_after_days: 7,
  remove_after_days: 21,
  grace_days: 3,
  seats_to_spare: 2,
  entry_trophies: null,
  entry_tier: null,
  entry_prestige: null,
  promote_after_days: 30,
  promote_activity: 60,
  promote_overall: 60,
  strikes_to_remove: 3,
}

/** A sign a day, the last of them today: `#` gains 10 trophies, `.` does not play, `?` nobody looked. */
function member(tag: string, days: string, given: Partial<QueueMember> = {}): QueueMember {
  const length = SILENCE_DAYS
  const signs = days.slice(-length).padStart(length, ' ')
  let trophies = 10_000
  const closes = [...signs].map((sign) => {
    if (sign === '#') trophies += 10
    return sign === ' ' || sign === '?' ? null : trophies
  })
  const first = [...signs].findIndex((sign) => sign !== ' ')
  const dayAt = (index: number) => addDays(TODAY, index + 1 - length)
  const lastPlayed = signs.lastIndexOf('#')
  const changedAt = lastPlayed === -1 ? null : new Date(`${dayAt(lastPlayed)}T10:00:00Z`)
  return {
    tag,
    name: tag.slice(1),
    trophies,
    role: 'member',
    inClubSince: new Date(`${dayAt(Math.max(0, first))}T09:00:00Z`),
    joinKnown: false,
    lastChangeAt: changedAt,
    lastBattleAt: null,
    warnings: [],
    blacklisted: null,
    safe: null,
    absences: [],
    ladders: { tier: null, prestige: null },
    series: {
      from: dayAt(0),
      closes,
      changes: closes.map((close, index) => (close === null ? null : Number(signs[index] === '#'))),
      estimated: closes.map(() => 0),
      scans: closes.map((close) => (close === null ? 0 : 1)),
      resets: closes.map(() => 0),
      before: null,
      firstObserved: first === -1 ? null : dayAt(first),
    },
    ...given,
  }
}

const day = (days: number) => addDays(TODAY, days)
const until = (days: number | null) => ({ from: day(-60), until: days === null ? null : day(days) })
const judge = (members: QueueMember[], rules: Partial<QueueRules> = {}) =>
  judgeMembers({ members, now: NOW, asOf: NOW, available: true }, { ...RULES, ...rules })
const one = (judged: Judged[]) => {
  const [first] = judged
  return [first?.suggestion ?? first?.quiet, ...(first?.facts.map(reasonWords) ?? [])]
}

const played = (days: number) => '#'.repeat(days)
const silent = (days: number) => '.'.repeat(days)
const DAILY = played(60)

describe('what the rules say of a member, computed by hand', () => {
  it.each<[string, QueueMember, ReturnType<typeof one>]>([
    ['plays daily', member('#A', DAILY, { role: 'senior' }), ['fine']],
    ['silent for 6 days', member('#A', DAILY + silent(6), { role: 'senior' }), ['fine']],
    [
      'silent for 7 days',
      member('#A', DAILY + silent(7)),
      ['warn', 'Silent for 7 days', 'Usually plays 7 days a week', '+230 trophies in 30 days'],
    ],
    [
      'silent for 21 days with two warnings',
      member('#A', `${'#.#.#.#'.repeat(8)}${silent(21)}`, { warnings: [1, 1] }),
      ['remove', 'Silent for 21 days', 'Usually plays 4 days a week', '2 open warnings'],
    ],
    [
      'strikes that add up',
      member('#A', DAILY, { warnings: [2, 1] }),
      ['remove', '2 open warnings, weight 3', '+300 trophies in 30 days'],
    ],
    ['never seen to play', member('#A', silent(40)), ['remove', 'Silent for 39+ days']],
    ['days on which nobody looked do not count', member('#A', `${DAILY}...???...`, { role: 'senior' }), ['fine']],
    [
      'nobody looked for a week',
      member('#A', `${silent(40)}???????`),
      ['unknown', 'Nobody could look in the last 7 days'],
    ],
    ['too few days are known', member('#A', silent(6)), ['unknown', 'Only 6 of 7 days known so far']],
    [
      'a battle that moved no trophies is play',
      member('#A', DAILY + silent(30), { role: 'senior', lastBattleAt: new Date('2026-03-14T20:00:00Z') }),
      ['fine'],
    ],
    [
      'away',
      member('#A', silent(60), { absences: [{ from: day(-3), until: day(4) }] }),
      ['absent', 'Away until Mar 19, 2026'],
    ],
    [
      'back from an absence',
      member('#A', silent(60), { absences: [{ from: day(-20), until: day(-7) }] }),
      ['absent', 'Back for 7 days: not judged in the first week'],
    ],
    [
      'silent days of an absence do not count: 2 before and 8 after',
      member('#A', DAILY + silent(20), { absences: [{ from: day(-17), until: day(-8) }] }),
      [
        'warn',
        'Silent for 20 days, 10 of them in this club and not away',
        'Usually plays 7 days a week',
        '+100 trophies in 30 days',
      ],
    ],
    ['safe', member('#A', silent(60), { safe: until(null), warnings: [3] }), ['safe', 'Safe for good']],
    [
      'joined two days ago',
      member('#A', silent(60), { joinKnown: true, inClubSince: new Date('2026-03-13T09:00:00Z') }),
      ['newcomer', 'Joined 2 days ago'],
    ],
    [
      'silence before joining is not counted',
      member('#A', silent(60), { joinKnown: true, role: 'senior', inClubSince: new Date('2026-03-11T09:00:00Z') }),
      ['fine'],
    ],
    [
      'blacklisted, though away and safe',
      member('#A', DAILY, {
        blacklisted: until(30),
        safe: until(null),
        absences: [until(3)] as QueueMember['absences'],
      }),
      ['blacklisted', 'On the blacklist until Apr 14, 2026'],
    ],
    ['the president', member('#A', silent(60), { role: 'president' }), ['fine']],
  ])('%s', (_what, given, expected) => {
    expect(one(judge([given]))).toEqual(expected)
  })

  it.each<[string, string, Partial<QueueMember>, boolean]>([
    ['third of nine', silent(21), { trophies: 33_000 }, true],
    ['fourth of nine', silent(21), { trophies: 32_000 }, false],
    [
      'third of nine, with a warning that takes the place of the loss',
      silent(21),
      { trophies: 33_000, warnings: [1] },
      true,
    ],
    ['last, with a role', silent(21), { trophies: 100, role: 'senior' }, true],
    ['third of nine, to be warned', silent(7), { trophies: 33_000 }, false],
  ])('a removal is one to think twice about: %s', (_what, quiet, given, expected) => {
    const others = [35_000, 34_000, 32_500, 31_000, 30_000, 30_000, 30_000, 30_000].map((trophies, place) =>
      member(`#M${place}`, DAILY, { role: 'senior', trophies }),
    )
    const judged = judge([member('#A', DAILY + quiet, given), ...others])
    expect(judged.find(({ member: { tag } }) => tag === '#A')?.think_twice).toBe(expected)
  })

  it('below the bar is shown, and is no reason to remove while there is room or the member plays', () => {
    const bar = { entry_trophies: 20_000 }
    const low = member('#LOW', silent(60), { lastBattleAt: new Date('2026-03-14T20:00:00Z') })
    const others = (count: number) =>
      Array.from({ length: count }, (_, place) =>
        member(`#M${place}`, played(60), { role: 'senior', trophies: 30_000 }),
      )
    const text = '10,000 trophies, 10,000 below the minimum of 20,000'
    const said = (members: QueueMember[]) => judge(members, bar).filter(({ member: { tag } }) => tag === '#LOW')
    expect(one(said([low, ...others(26)]))).toEqual(['below_bar', text, '±0 trophies in 30 days'])
    const [suggestion, score, ...rest] = one(said([low, ...others(27)]))
    expect([suggestion, rest]).toEqual(['remove', [text, 'Only 2 seats free']])
    expect(score).toMatch(/^Overall score \d+(\.\d)?$/)
    expect(one(judge([member('#A', DAILY)], bar))[0]).toBe('below_bar')
    const club = [member('#LOW', silent(60), { ...low, ladders: { tier: 'GOLD II', prestige: 12 } }), ...others(27)]
    const asked = (bars: Partial<QueueRules>) =>
      one(judge(club, bars).filter(({ member: { tag } }) => tag === '#LOW')).slice(0, 3)
    expect(asked({ entry_tier: 13, entry_prestige: 20 })).toEqual([
      'below_bar',
      'Gold II at best in the last two Ranked seasons, below the minimum of Mythic I',
      'Prestige 12, below the minimum of 20',
    ])
    expect(asked({ ...bar, entry_tier: 13, entry_prestige: 20 })).toEqual(['remove', score, text])
  })

  it('below a least tier or prestige is shown as well, never a reason by itself, and unknown is not below', () => {
    const bars = { entry_tier: 13, entry_prestige: 20 }
    const said = (tier: string | null, prestige: number | null) =>
      one(judge([member('#A', played(60), { role: 'senior', ladders: { tier, prestige } })], bars))
    expect(said('GOLD II', 12)).toEqual([
      'below_bar',
      'Gold II at best in the last two Ranked seasons, below the minimum of Mythic I',
      'Prestige 12, below the minimum of 20',
      expect.stringContaining('trophies in 30 days'),
    ])
    expect(said('UNRANKED', 20)[1]).toBe(
      'Unranked at best in the last two Ranked seasons, below the minimum of Mythic I',
    )
    expect(said('MYTHIC I', 20)).toEqual(['fine'])
    expect(said(null, null)).toEqual(['fine'])
    expect(said('GRAND CHAMPION', null)).toEqual(['fine'])
  })

  it('promotes a member who is there for long and does well, and nobody with an open warning or a higher role', () => {
    const said = (given: Partial<QueueMember>) => one(judge([member('#A', played(40), given)]))[0]
    expect(said({})).toBe('promote')
    expect(said({ warnings: [1] })).toBe('fine')
    expect(said({ role: 'senior' })).toBe('fine')
    expect(one(judge([member('#A', played(29))]))[0]).toBe('fine')
  })

  it.each([
    ['plays on one of the last 6 days, after daily play', `${played(45)}.....#`, 'fine'],
    ['plays on one of the last 7 days, after a week of all days', `${played(45)}#......`, 'fine'],
    ['plays every second day, as ever', '#.'.repeat(20) + played(20), 'promote'],
  ])('promotes nobody who is going quiet: who %s', (_, days, expected) => {
    expect(one(judge([member('#A', days)]))[0]).toBe(expected)
  })

  it('names for each member what sets them apart from the others', () => {
    const gone = (tag: string, trophies: number) => member(tag, silent(60), { trophies })
    const judged = judge([
      member('#BEST', played(60), { trophies: 60_000 }),
      member('#NEXT', '#.#.##'.repeat(10), { trophies: 50_000 }),
      member('#W', DAILY + silent(9), { trophies: 40_000 }),
      gone('#R2', 30_000),
      gone('#R1', 20_000),
    ])
    const reasons = Object.fromEntries(judged.map(({ member: { tag }, facts }) => [tag, facts.map(reasonWords)]))
    expect(reasons).toEqual({
      '#BEST': [
        'Overall score 92.5, place 1 of 5',
        'Activity score 100, +300 trophies in 30 days',
        'In the club for 59+ days',
      ],
      '#NEXT': [
        'Overall score 80.4, place 2 of 5',
        'Activity score 66.7, +200 trophies in 30 days',
        'In the club for 59+ days',
      ],
      '#W': ['Silent for 9 days', 'Usually plays 7 days a week', 'Place 3 of 5 by trophies, +210 trophies in 30 days'],
      '#R2': ['Silent for 59+ days', 'Place 4 of 5 by trophies'],
      '#R1': ['Silent for 59+ days', 'Place 5 of 5 by trophies'],
    })
  })

  it('puts the most urgent first', () => {
    const members = [
      member('#FINE', DAILY, { role: 'senior' }),
      member('#PROM', DAILY),
      member('#W9', DAILY + silent(9)),
      member('#W12', DAILY + silent(12)),
      member('#R30', DAILY + silent(30)),
      member('#BL', DAILY, { blacklisted: until(9) }),
    ]
    expect(judge(members).map(({ member: { tag } }) => tag)).toEqual(['#BL', '#R30', '#W12', '#W9', '#PROM', '#FINE'])
  })
})

const anySpan = fc
  .record({ start: fc.integer({ min: -80, max: 5 }), length: fc.integer({ min: 0, max: 60 }) })
  .map(({ start, length }) => ({ from: day(start), until: day(start + length) as CalendarDay | null }))

const anyMember = fc
  .record({
    days: fc.string({ unit: fc.constantFrom('#', '.', '.', '?'), minLength: 1, maxLength: 90 }),
    role: fc.constantFrom('member', 'member', 'senior', 'vicePresident', 'president'),
    warnings: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    safe: fc.option(anySpan, { freq: 3 }),
    blacklisted: fc.option(anySpan, { freq: 8 }),
    absences: fc.array(anySpan, { maxLength: 2 }),
    joinKnown: fc.boolean(),
    trophies: fc.integer({ min: 0, max: 60_000 }),
    ladders: fc.record({
      tier: fc.option(fc.constantFrom('GOLD II', 'MYTHIC I', 'UNRANKED')),
      prestige: fc.option(fc.nat(40)),
    }),
  })
  .map(({ days, ...given }) => ({ days, given }))

const anyClub = fc
  .array(anyMember, { minLength: 1, maxLength: 30 })
  .map((members) => members.map(({ days, given }, place) => member(`#${place + 100}`, days, given)))
const anyRules = fc.record({
  warn_after_days: fc.integer({ min: 1, max: 20 }),
  remove_after_days: fc.integer({ min: 2, max: 60 }),
  grace_days: fc.integer({ min: 0, max: 10 }),
  seats_to_spare: fc.integer({ min: 0, max: 30 }),
  entry_trophies: fc.option(fc.integer({ min: 1, max: 50_000 })),
  entry_tier: fc.option(fc.integer({ min: 1, max: 22 })),
  entry_prestige: fc.option(fc.integer({ min: 1, max: 50 })),
  strikes_to_remove: fc.integer({ min: 1, max: 6 }),
})

describe('the queue, for any club and rules', () => {
  it('names each member once, whatever the order of the input', () => {
    fc.assert(
      fc.property(anyClub, anyRules, (members, rules) => {
        const judged = judge(members, rules)
        expect(judged.map(({ member: { tag } }) => tag).sort()).toEqual(members.map(({ tag }) => tag).sort())
        expect(judge(members.toReversed(), rules)).toEqual(judged)
        for (const { suggestion, quiet, facts } of judged) {
          expect((suggestion === null) !== (quiet === null)).toBe(true)
          if (suggestion !== null) expect([1, 2, 3]).toContain(facts.length)
        }
      }),
    )
  })

  it('suggests to remove nobody who is away, safe or unknown, nor the president', () => {
    fc.assert(
      fc.property(anyClub, anyRules, (members, rules) => {
        for (const { member: who, suggestion, figures } of judge(members, rules)) {
          if (suggestion !== 'remove' && suggestion !== 'warn') continue
          expect(who.safe).toBeNull()
          expect(who.role).not.toBe('president')
          expect(who.absences.filter(({ from, until: end }) => from <= TODAY && (end ?? TODAY) >= TODAY)).toEqual([])
          expect(figures.known_days_30d).toBeGreaterThanOrEqual(7)
        }
      }),
    )
  })

  it('tells of each of the last 14 days whether the member played, was silent, or nobody looked', () => {
    const [judged] = judge([member('#A', '#?..#?..')])
    const days = { '#': 'played', '.': 'silent', '?': 'unknown' } as const
    expect(judged?.figures.last_days).toEqual([
      ...Array.from({ length: 6 }, () => 'unknown'),
      ...[...'#?..#?..'].map((sign) => days[sign as keyof typeof days]),
    ])
  })

  it.each([
    ['nothing, where no play was seen', '..........', null, '?.........', 9],
    ['nothing, where play was seen later', '...#......', null, '?..#......', 6],
    ['play', '#.........', null, '#.........', 9],
    ['silence, where a battle was known before', '..........', new Date('2026-03-02T20:00:00Z'), '..........', 10],
  ])('tells of the day of the first look: %s', (_, pattern, lastBattleAt, drawn, silence) => {
    const signs = { played: '#', silent: '.', unknown: '?' }
    const figures = judge([member('#A', pattern, { lastBattleAt })])[0]?.figures
    expect(figures?.last_days.map((state) => signs[state]).join('')).toBe(drawn.padStart(14, '?'))
    expect(figures?.days_silent).toBe(silence)
  })

  it('counts no day on which nobody looked as silent', () => {
    fc.assert(
      fc.property(anyClub, (members) => {
        for (const { member: who, figures } of judge(members)) {
          const known = who.series.changes.filter((changes) => changes === 0).length
          expect(figures.days_silent ?? 0).toBeLessThanOrEqual(known)
        }
      }),
    )
  })
})
