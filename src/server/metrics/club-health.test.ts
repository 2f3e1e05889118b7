import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClub, anySeries, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { type ClubFigures, clubHealth, clubSentence, namesInWords } from './club-health.ts'
import { growthPercent } from './trophy-gain.ts'

const flat = seriesOf([1000])

describe('the health of a club', () => {
  it('is the mean activity of its members: (100 + 50 + 25) / 3', () => {
    const members = ['####', '#.#.', '...#'].map((pattern, index) => memberOf(`#P${index}`, rhythm(pattern)))
    expect(clubHealth(members, flat).activity_score).toBe(58.3)
  })

  it('leaves out members who were never observed: (100 + 0) / 2', () => {
    const members = [rhythm('#'), rhythm('.'), seriesOf([null])].map((series, index) => memberOf(`#P${index}`, series))
    expect(clubHealth(members, flat).activity_score).toBe(50)
    expect(clubHealth([], flat).activity_score).toBeNull()
  })

  it.each([
    // closes of 9 days, resets, growth over 7 days, percent of the close 7 days ago
    ['2,060 - 2,000', [1900, 2000, 2000, 2010, 2020, 2030, 2040, 2050, 2060], [], 60, 3],
    ['1,700 - 2,000 + 400 of a reset', [1900, 2000, 2000, 1600, 1650, 1650, 1650, 1700, 1700], [0, 0, 0, -400], 100, 5],
    ['1,990 - 2,000', [2000, 2000, null, null, null, null, null, null, 1990], [], -10, -0.5],
    ['2,030 - 2,000, first seen 3 days ago', [2000, 2010, 2030], [], 30, 1.5],
  ])('grows by %s', (_, closes, resets, growth, percent) => {
    const club = seriesOf(closes, { resets: closes.map((_close, index) => resets[index] ?? 0) })
    expect(clubHealth([], club)).toMatchObject({ trophy_growth_7d: growth, trophy_growth_7d_percent: percent })
  })

  it('is null for a club that was never observed, and growth from 0 has no percentage', () => {
    expect(clubHealth([], seriesOf([null]))).toEqual({
      activity_score: null,
      trophy_growth_7d: null,
      trophy_growth_7d_percent: null,
    })
    expect(growthPercent(30, 0)).toBeNull()
    expect(growthPercent(30, 120)).toBe(25)
  })

  it('lies between 0 and 100 and does not depend on the order of the members', () => {
    fc.assert(
      fc.property(anyClub, anySeries, (members, club) => {
        const health = clubHealth(members, club)
        expect(clubHealth(members.toReversed(), club)).toEqual(health)
        expect(health.activity_score ?? 0).toBeGreaterThanOrEqual(0)
        expect(health.activity_score ?? 0).toBeLessThanOrEqual(100)
      }),
    )
  })
})

function sentence(gain: number | null, gains: Record<string, number | null>, given: Partial<ClubFigures> = {}) {
  const members = Object.entries(gains).map(([name, won]) => ({ player_name: name, gain: won }))
  return clubSentence({ days: 30, gain, members, ghosts: [], observedDays: 6, ...given })
}

const silentFor = (...days: number[]) => ({ observedDays: 30, ghosts: days.map((days_silent) => ({ days_silent })) })

describe('the sentence about a club', () => {
  it('tells the gain, who made most of it, and how many are silent', () => {
    const gains = { Yuki: 2500, Ada: 3000, Milo: 2800, Rex: 2400, Ivy: 1700 }
    expect(sentence(12_400, gains, silentFor(14, 20, 90, 13))).toBe(
      'This month the club gained +12.4k, mostly from Ada, Milo and Yuki; 3 members silent for 14+ days.',
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
    expect(sentence(1000, gains)).toBe(`This month the club gained +1,000, ${names}.`)
  })

  it.each([
    ['nobody', [], 'nobody silent'],
    ['one', [15, 9], '1 member silent'],
    ['two', [14, 14], '2 members silent'],
  ])('counts the members who are silent: %s', (_, days, silent) => {
    expect(sentence(0, {}, silentFor(...days))).toBe(
      `This month the club neither gained nor lost trophies; ${silent} for 14+ days.`,
    )
  })

  it('does not speak of 14 days of silence when the club was observed on fewer', () => {
    expect(sentence(0, {}, { ...silentFor(9), observedDays: 13 })).toBe(
      'This month the club neither gained nor lost trophies.',
    )
  })

  it('names nobody when the club lost trophies or has no members', () => {
    expect(sentence(-15_230, { Ada: -15_000, Milo: 10 }, { days: 7 })).toBe('This week the club lost 15.2k.')
    expect(sentence(80, {}, { days: 90 })).toBe('In the last 90 days the club gained +80.')
  })

  it.each([
    [
      126_500,
      { Bright: 9000, Ada: 5000, Rex: -300 },
      'gained +126.5k, mostly by members who joined; its members gained +13.7k, mostly from Bright',
    ],
    [
      -48_000,
      { Ada: 900, Rex: 100 },
      'lost 48k, mostly with members who left; its members gained +1,000, mostly from Ada',
    ],
    [-48_000, { Ada: -900 }, 'lost 48k, mostly with members who left; its members lost 900'],
    [1000, { Ada: -900 }, 'gained +1,000, mostly by members who joined; its members lost 900'],
    [
      0,
      { Ada: 500 },
      'neither gained nor lost trophies, with those who joined and left; its members gained +500, mostly from Ada',
    ],
  ])('tells a growth of %d apart from the gains %j of members', (gain, gains, told) => {
    expect(sentence(gain, gains)).toBe(`This month the club ${told}.`)
  })

  it('is null where nothing was observed', () => {
    expect(sentence(null, { Ada: 10 })).toBeNull()
  })
})

describe('names in a sentence', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Milo'], 'Ada and Milo'],
    [['Ada', 'Milo', 'Yuki'], 'Ada, Milo and Yuki'],
    [['<c2>Ada</c>', ' <b>Milo  x '], 'Ada and <b>Milo x'], // the game's colours go, all else is text
    [['\u202eevil', 'a\u0000b\n'], 'evil and ab'], // nothing turns or breaks the line
    [['שלום'], '\u2068שלום\u2069'], // right to left, held together
    [['x'.repeat(10_000)], `${'x'.repeat(23)}…`],
    [['', '\u200f'], 'a player without a name and a player without a name'],
  ])('from %j are %j', (names, text) => {
    expect(namesInWords(names)).toBe(text)
  })
})
