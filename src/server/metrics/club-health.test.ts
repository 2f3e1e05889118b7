import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesInWords } from '#shared/club-sentence.ts'
import { anyClub, anyClubSeries, clubSeriesOf, memberOf, NOW, rhythm } from '#test/daily-series.ts'
import { type ClubFigures, clubHealth, clubSentence, silentMembers, UNKNOWN_HEALTH } from './club-health.ts'
import type { ClubSeries } from './daily-series.ts'
import { memberPresence } from './presence.ts'
import { clubGrowth } from './trophy-gain.ts'

const nobody = memberPresence([], NOW)

describe('the health of a club', () => {
  it('is the share of active members: 2 of 3', () => {
    const members = ['..........', '.........#', '.#......#.'].map((days, at) => memberOf(`#P${at}`, rhythm(days)))
    expect(clubHealth(memberPresence(members, NOW), clubSeriesOf([1000])).activity_score).toBe(66.7)
  })

  it.each([
    // closes of 9 days, resets, growth over 7 days, percent of the close 7 days ago
    ['2,060 - 2,000', [1900, 2000, 2000, 2010, 2020, 2030, 2040, 2050, 2060], [], 60, 3, 7],
    [
      '1,700 - 2,000 + 400 of a reset',
      [1900, 2000, 2000, 1600, 1650, 1650, 1650, 1700, 1700],
      [0, 0, 0, -400],
      100,
      5,
      7,
    ],
    ['1,990 - 2,000', [2000, 2000, null, null, null, null, null, null, 1990], [], -10, -0.5, 7],
    ['2,030 - 2,000, first seen 2 days ago', [2000, 2010, 2030], [], 30, 1.5, 2],
  ])('grows by %s', (_, closes, resets, growth, percent, span) => {
    const club = clubSeriesOf(closes, { resets: closes.map((_close, index) => resets[index] ?? 0) })
    expect(clubHealth(nobody, club)).toMatchObject({
      trophy_growth_7d: growth,
      trophy_growth_7d_percent: percent,
      trophy_growth_7d_played: growth,
      trophy_growth_7d_joined: 0,
      trophy_growth_7d_left: 0,
      trophy_growth_7d_played_percent: percent,
      growth_span_days: span,
    })
  })

  it('tells what came and went with members, over 7 and 30 days', () => {
    const club = clubSeriesOf([2000, 2000, 2900, 2900, 2900, 2900, 2900, 2900, 2440], {
      joined: [0, 0, 900, 0, 0, 0, 0, 0, 0],
      departed: [0, 0, 0, 0, 0, 0, 0, 0, -500],
    })
    expect(clubHealth(nobody, club)).toMatchObject({
      trophy_growth_7d: 440, // 2,440 - 2,000
      trophy_growth_7d_joined: 900,
      trophy_growth_7d_left: -500,
      trophy_growth_7d_played: 40,
      trophy_growth_7d_played_percent: 2, // 40 / 2,000
      trophy_change_30d: 440,
      trophy_change_30d_played: 40,
      trophy_change_30d_joined: 900,
      trophy_change_30d_left: -500,
      change_span_days: 8,
    })
  })

  it('is null for a club that was never observed', () => {
    expect(clubHealth(nobody, clubSeriesOf([null]))).toEqual(UNKNOWN_HEALTH)
  })

  it('does not depend on the order of the members', () => {
    fc.assert(
      fc.property(anyClub, anyClubSeries, (members, club) => {
        const health = clubHealth(memberPresence(members, NOW), club)
        expect(clubHealth(memberPresence(members.toReversed(), NOW), club)).toEqual(health)
      }),
    )
  })
})

const MEMBER = { learning: null, resting: false }

/** A sentence over 30 days about a club whose growth was played, unless given. */
function sentence(played: number | null, gains: Record<string, number | null>, given: Partial<ClubFigures> = {}) {
  const members = Object.entries(gains).map(([name, won]) => ({ ...MEMBER, player_name: name, gain: won }))
  const growth = played === null ? null : played + (given.joined ?? 0) + (given.left ?? 0)
  const known = { span: 30, growth, played, joined: 0, left: 0, joiners: 0, leavers: 0, silent_members: null }
  return clubSentence({ ...known, members, ...given })
}

describe('the sentence about a club', () => {
  it('tells what was won, who made most of it, and how many are silent', () => {
    const gains = { Yuki: 2500, Ada: 3000, Milo: 2800, Rex: 2400, Ivy: 1700 }
    expect(sentence(12_400, gains, { silent_members: 3 })).toBe(
      'Last 30 days: the club won +12,400, mostly from Ada, Milo and Yuki; 3 members silent for 7+ days.',
    )
  })

  it.each([
    [{ Ada: 600, Milo: 400 }, 'mostly from Ada'], // 600 of 1,000 is more than half
    [{ Ada: 500, Milo: 500 }, 'mostly from Ada and Milo'], // half is not most
    [{ Ada: 250, Milo: 250, Yuki: 250, Rex: 250 }, 'mostly from Ada, Milo and Rex'],
    [{ Ada: 200, Milo: 200, Yuki: 200, Rex: 200, Ivy: 100, Bo: 100, Cy: 300 }, 'mostly from Cy, Ada and Milo'],
    [{ A: 100, B: 100, C: 100, D: 100, E: 100, F: 100, G: 100 }, 'led by A, B and C'], // 300 of 700
    [{ Ada: 900, Milo: -400, Yuki: null }, 'mostly from Ada'], // losses and the unobserved do not count
  ])('about gains of %j says %s', (gains, names) => {
    expect(sentence(1000, gains)).toBe(`Last 30 days: the club won +1,000, ${names}.`)
  })

  it('names nobody who rests or of whom too little is known', () => {
    const members = [
      { player_name: 'Rested', gain: 900, learning: null, resting: true },
      { player_name: 'New', gain: 800, learning: { observed_days: 3, needed: 7 }, resting: false },
      { player_name: 'Ada', gain: 500, learning: null, resting: false },
    ]
    expect(sentence(2200, {}, { members })).toBe('Last 30 days: the club won +2,200, led by Ada.') // 500 of 2,200
  })

  it.each([
    [0, '; nobody silent for 7+ days'],
    [1, '; 1 member silent for 7+ days'],
    [null, ''], // too little is known
  ])('counts the members who are silent: %s', (silent_members, silent) => {
    expect(sentence(0, {}, { silent_members })).toBe(`Last 30 days: the club neither won nor lost trophies${silent}.`)
  })

  it.each([
    ['all seen and active', ['.........#', '.......#.#'], 0],
    ['one ghost', ['..........', '.........#'], 1],
    ['one ghost, and one who was not seen', ['..........', '#?????????'], 1],
    ['no known ghost, and one who was not seen', ['.........#', '#?????????'], null],
    ['nobody seen', ['#?????????'], null],
  ])('knows how many are silent: %s', (_, days, silent) => {
    const members = days.map((signs, place) => memberOf(`#P${place}`, rhythm(signs)))
    expect(silentMembers(memberPresence(members, NOW))).toBe(silent)
  })

  it('knows of no silence in a club of newcomers', () => {
    const newcomer = memberOf('#P', rhythm('..........'), { inClubSince: NOW })
    expect(silentMembers(memberPresence([newcomer], NOW))).toBeNull()
  })

  it('names nobody when the club lost trophies or has no members, and calls the span by its length', () => {
    expect(sentence(-15_230, { Ada: -15_000, Milo: 10 }, { span: 7 })).toBe('Last 7 days: the club lost 15,230.')
    expect(sentence(80, {}, { span: 16 })).toBe('Last 16 days: the club won +80.')
  })

  it.each([
    [
      'one left',
      { played: 3879, left: -84_842, leavers: 1, span: 7 },
      'Last 7 days: −80,963 trophies. One member left (−84,842), those who stayed won +3,879, mostly from Ada.',
    ],
    [
      'two joined and one left',
      { played: -900, joined: 20_000, joiners: 2, left: -5000, leavers: 1 },
      'Last 30 days: +14,100 trophies. 2 members joined (+20,000), one member left (−5,000), those who stayed lost 900.',
    ],
    [
      'one joined',
      { played: 0, joined: 126_500, joiners: 1 },
      'Last 30 days: +126,500 trophies. One member joined (+126,500), the members neither won nor lost trophies.',
    ],
    [
      'one joined without any trophies',
      { played: 10, joiners: 1 },
      'Last 30 days: +10 trophies. One member joined (0), the members won +10, mostly from Ada.',
    ],
    [
      'some left, whose number is not known',
      { played: 1, left: -5 },
      'Last 30 days: −4 trophies. Members left (−5), those who stayed won +1, mostly from Ada.',
    ],
  ])('tells apart who joined, left and stayed: %s', (_, { played, ...given }, text) => {
    expect(sentence(played, { Ada: 10 }, given)).toBe(text)
  })

  it('names nobody where it is not known what came and went with members', () => {
    const unknown = { growth: 1200, joined: null, left: null, joiners: 3 }
    expect(sentence(null, { Ada: 1200 }, unknown)).toBe(
      'Last 30 days: the club gained +1,200, with all who joined and left.',
    )
  })

  it('is null where nothing was observed', () => {
    expect(sentence(null, { Ada: 10 })).toBeNull()
  })

  it('has parts that add up, for any club with moves', () => {
    fc.assert(
      fc.property(anyClubSeries, (club: ClubSeries) => {
        const growth = clubGrowth(club, 30)
        const text = sentence(growth.played, {}, { ...growth, joiners: 1, leavers: 1 })
        fc.pre(text !== null)
        const inDigits = (match: string | undefined) => Number((match ?? '0').replaceAll(',', '').replace('−', '-'))
        const [total, joined, left] = [/: ([+−]?[\d,]+) trophies\./, /joined \(([^)]+)/, /left \(([^)]+)/].map(
          (pattern) => inDigits(pattern.exec(text ?? '')?.[1]),
        )
        const lost = inDigits(/lost ([\d,]+)\.$/.exec(text ?? '')?.[1])
        const won = inDigits(/won (\+[\d,]+)\.$/.exec(text ?? '')?.[1])
        expect((joined ?? 0) + (left ?? 0) + won - lost).toBe(total)
      }),
    )
  })
})

describe('names in a sentence', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Milo'], 'Ada and Milo'],
    [['Ada', 'Milo', 'Yuki'], 'Ada, Milo and Yuki'],
    [['<c2>Ada</c>', ' <b>Milo  x '], 'Ada and <b>Milo x'], // the game's colours go, all else is text
    [['\u202eevil', 'a\u0000b\n'], 'evil and a b'], // nothing turns or breaks the line
    [['שלום'], '\u2068שלום\u2069'], // right to left, held together
    [['x'.repeat(10_000)], `${'x'.repeat(23)}…`],
    [['', '\u200f'], 'a player without a name and a player without a name'],
  ])('from %j are %j', (names, text) => {
    expect(namesInWords(names)).toBe(text)
  })
})
