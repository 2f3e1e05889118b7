import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseTag } from '#shared/tag.ts'
import { type ApplicantFigures, applicantFit, byFit, mistypedTags, tagsInText } from './applicant-fit.ts'

const KNOWN: ApplicantFigures = {
  trophies: 30_000,
  bar: 40_000,
  activity: 80,
  consistency: 50,
  activeDays: 24,
  knownDays: 30,
  tenures: [45, 10],
  hoursInCommon: 25,
  warnings: [],
  blacklisted: false,
}

const BEST = { activity: 100, consistency: 100, trophies: 50_000, tenures: [400] }

describe('how well an applicant fits, computed by hand', () => {
  it.each<[string, Partial<ApplicantFigures>, number | null]>([
    // 35 x 0.8 + 15 x 0.5 + 20 x 0.75 + 20 x 0.5 + 10 x 0.5 = 28 + 7.5 + 15 + 10 + 5 = 65.5
    ['all is known', {}, 66],
    ['at the bar and loyal', { trophies: 50_000, tenures: [400] }, 76],
    // (28 + 7.5 + 10 + 5) / 80
    ['the club has no bar', { bar: null }, 63],
    // (28 + 7.5 + 15 + 5) / 80
    ['the hours are not known', { hoursInCommon: null }, 69],
    ['best in all but the hours', { ...BEST, hoursInCommon: 6 }, 82],
    ['best in all, half of the play in the hours of the club', { ...BEST, hoursInCommon: 50 }, 100],
    ['trophies and a bar, but nothing of the days', { activity: null, consistency: null, knownDays: 0 }, null],
    ['two open warnings of weight 1 and 2', { warnings: [1, 2] }, 36],
    ['on the blacklist', { blacklisted: true }, 0],
    ['nothing is known', { activity: null, consistency: null, bar: null }, null],
  ])('%s', (_what, given, fit) => {
    expect(applicantFit({ ...KNOWN, ...given }).fit).toBe(fit)
  })

  it('explains each figure', () => {
    const { reasons } = applicantFit({ ...KNOWN, warnings: [1] })
    expect(reasons.map(({ fact: _, ...told }) => told)).toEqual([
      { text: '1 open warning', points: -10, of: null },
      { text: 'Active on 24 of 30 known days', points: 28, of: 35 },
      { text: 'Consistency 50 of 100', points: 8, of: 15 },
      { text: '30,000 trophies, 10,000 below the minimum of 40,000', points: 15, of: 20 },
      { text: 'Plays 25% in your hours', points: 10, of: 20 },
      { text: 'Stayed 45 days at the longest, in 2 known clubs', points: 5, of: 10 },
    ])
  })

  it('orders the best fit first and the unknown last', () => {
    const people = [
      { player_tag: '#A', fit: null, trophies: 90_000 },
      { player_tag: '#B', fit: 60, trophies: 1 },
      { player_tag: '#C', fit: 70, trophies: null },
      { player_tag: '#D', fit: 60, trophies: 2 },
    ]
    expect(people.sort(byFit).map(({ player_tag }) => player_tag)).toEqual(['#C', '#D', '#B', '#A'])
  })
})

describe('the tags in a text', () => {
  it.each<[string, string[]]>([
    ['#PQV80LYGR', ['#PQV80LYGR']],
    ['hi, can I join? my tag is #pqv8olygr thx!', ['#PQV80LYGR']],
    ['PQV80LYGR\n2GJ9YVQ8L, #2PP', ['#PQV80LYGR', '#2GJ9YVQ8L', '#2PP']],
    ['#2PP #2pp 2PP', ['#2PP']],
    ['JOY and YOGURT cost 20 or 2000', []],
    ['no-one #hashtag #ABC123', []],
    ['(#2PP), "#2LL"; [#2QQ]', ['#2PP', '#2LL', '#2QQ']],
    ['#PQV80LYGRPQV80LYGR', []],
  ])('%j', (text, tags) => {
    expect(tagsInText(text)).toEqual(tags)
  })

  it.each<[string, [text: string, why: string][]]>([
    ['#2PP and 2GJ9YVQ8L', []],
    ['hi #ABC123 here', [['#ABC123', 'No tag has A, B, 1 or 3: only the characters 0289PYLQGRJCUV']]],
    ['#2pz #2pz', [['#2pz', 'No tag has Z: only the characters 0289PYLQGRJCUV']]],
    ['my tag: PQV80LYGX', [['PQV80LYGX', 'No tag has X: only the characters 0289PYLQGRJCUV']]],
    [
      '#2P, #PQV80LYGRPQV80LYGR',
      [
        ['#2P', 'A tag has 3 to 14 characters, this has 2'],
        ['#PQV80LYGRPQV80LYGR', 'A tag has 3 to 14 characters, this has 18'],
      ],
    ],
    ['I have 100000 trophies, JOY and 2 friends; see you at 20:00, we are #1', []],
  ])('names what is no tag, and why: %j', (text, mistyped) => {
    expect(mistypedTags(text).map(({ text: word, why }) => [word, why])).toEqual(mistyped)
  })

  it('are tags of the game, each once, in any text', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('#', '2', 'P', 'o', 'L', ' ', '\n', 'x', 'é', '0'),
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'grapheme' })), (text) => {
        const tags = tagsInText(text)
        expect(new Set(tags).size).toBe(tags.length)
        for (const tag of tags) expect(normaliseTag(tag)).toBe(tag)
      }),
    )
  })
})
