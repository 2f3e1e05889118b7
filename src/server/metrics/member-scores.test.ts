import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClub, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { memberScores, overallScore, rankBy, topPerformer, trophyContribution } from './member-scores.ts'
import { oneDecimal } from './one-decimal.ts'

// Ada wins 10 trophies a day, Milo plays every other day, Yuki is silent, Rex was never observed.
const ada = memberOf('#ADA', rhythm('####'))
const milo = memberOf('#MILO', rhythm('.#.#'))
const yuki = memberOf('#YUKI', rhythm('....'))
const rex = memberOf('#REX', seriesOf([null, null, null, null]))

describe('the scores of a club of four', () => {
  const rows = memberScores([rex, yuki, milo, ada], 30)

  it('list the best member first, and one who was never observed last', () => {
    expect(rows.map((row) => [row.player_name, row.overall_score, row.rank_in_club])).toEqual([
      // 35 + 30 + 20 + 0.15 x 50 (1 + tanh(10 / 5)) = 85 + 0.15 x 98.2
      ['ADA', 99.7, 1],
      // Gain 20 of 30: 0.35 x 66.67; 0.3 x 50; 1 - 1/4: 0.2 x 75. Slopes 0, 5, 5, 20/3, 10, 10: the middle is 35/6,
      // 0.15 x 50 (1 + tanh(35/30)) = 0.15 x 91.2. Sum 23.33 + 15 + 15 + 13.68
      ['MILO', 67, 2],
      ['YUKI', 7.5, 3], // 0.15 x 50
      ['REX', null, null],
    ])
  })

  it('carry their parts', () => {
    expect(rows[1]).toEqual({
      player_tag: '#MILO',
      player_name: 'MILO',
      overall_score: 67,
      trophy_contribution: 66.7,
      activity_consistency: 75,
      improvement_trend: 91.2,
      activity_score: 50,
      total_records: 4,
      active_days: 2,
      observed_days: 4,
      gain: 20,
      rank_in_club: 2,
    })
    expect(rows[3]).toMatchObject({ activity_score: null, gain: null, total_records: 0, observed_days: 0 })
  })

  it('give the top performer, if any member has a score', () => {
    expect(topPerformer(rows)).toEqual({ tag: '#ADA', name: 'ADA', score: 99.7 })
    expect(topPerformer(memberScores([rex], 30))).toBeNull()
    expect(topPerformer([])).toBeNull()
  })
})

describe('members with equal scores', () => {
  const twin = (tag: string, trophies: number) => memberOf(tag, rhythm('##'), { trophies })

  it('share the rank and are ordered by trophies, then by tag', () => {
    const rows = memberScores([twin('#B', 900), twin('#A', 900), twin('#C', 1000)], 30)
    expect(rows.map((row) => row.player_tag)).toEqual(['#C', '#A', '#B'])
    expect(rows.map((row) => row.rank_in_club)).toEqual([1, 1, 1])
  })

  it('at rank 2 leave rank 3 empty', () => {
    const rows = memberScores(
      [twin('#A', 1), twin('#B', 2), memberOf('#L', rhythm('.')), memberOf('#M', rhythm('####'))],
      30,
    )
    expect(rows.map((row) => [row.player_tag, row.rank_in_club])).toEqual([
      ['#M', 1],
      ['#B', 2],
      ['#A', 2],
      ['#L', 4],
    ])
  })
})

describe('the scores of any club', () => {
  it('lie between 0 and 100, and the largest gain has a contribution of 100', () => {
    fc.assert(
      fc.property(anyClub, fc.constantFrom(7, 14, 30, 90), (members, days) => {
        const rows = memberScores(members, days)
        for (const row of rows) {
          const { overall_score, trophy_contribution, activity_consistency, improvement_trend, activity_score } = row
          for (const score of [
            overall_score,
            trophy_contribution,
            activity_consistency,
            improvement_trend,
            activity_score,
          ]) {
            expect(score === null).toBe(row.observed_days === 0)
            expect(score ?? 0).toBeGreaterThanOrEqual(0)
            expect(score ?? 0).toBeLessThanOrEqual(100)
          }
        }
        const best = Math.max(0, ...rows.map((row) => row.trophy_contribution ?? 0))
        expect(best).toBe(rows.some((row) => (row.gain ?? 0) > 0) ? 100 : 0)
      }),
    )
  })

  it('do not depend on the order of the members', () => {
    const shuffled = anyClub.chain((members) =>
      fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
    )
    fc.assert(
      fc.property(shuffled, ([members, other]) => {
        expect(memberScores(other, 30)).toEqual(memberScores(members, 30))
      }),
    )
  })

  it('do not depend on the other members, except the contribution', () => {
    fc.assert(
      fc.property(anyClub, (members) => {
        const [alone] = memberScores([ada], 7)
        const among = memberScores([...members, ada], 7).find((row) => row.player_tag === ada.tag)
        expect(among?.activity_score).toBe(alone?.activity_score)
        expect(among?.improvement_trend).toBe(alone?.improvement_trend)
        expect(among?.trophy_contribution).toBeLessThanOrEqual(alone?.trophy_contribution ?? 0)
      }),
    )
  })
})

const anyScore = fc.double({ min: 0, max: 100, noNaN: true })

describe('the trophy contribution', () => {
  it.each([
    [500, 500, 100],
    [250, 500, 50],
    [1, 3, 33.3],
    [-80, 500, 0], // a loss contributes nothing
    [0, 0, 0], // nobody gained
    [-5, -5, 0],
    [null, 500, null],
  ])('of a gain of %j, the largest being %i, is %j', (gain, largest, contribution) => {
    expect(oneDecimal(trophyContribution(gain, largest))).toBe(contribution)
  })
})

describe('the overall score', () => {
  it.each([
    // 35 % contribution, 30 % activity, 20 % consistency, 15 % trend
    [100, 100, 100, 100, 100],
    [0, 0, 0, 0, 0],
    [100, 0, 0, 0, 35],
    [0, 100, 0, 0, 30],
    [0, 0, 100, 0, 20],
    [0, 0, 0, 100, 15],
    [40, 80, 90, 50, 63.5], // 14 + 24 + 18 + 7.5
    [33.3, 66.7, 50, 88.1, 54.9], // 11.655 + 20.01 + 10 + 13.215 = 54.88
  ])('of %f, %f, %f, %f is %f', (contribution, activity, consistency, trend, overall) => {
    expect(oneDecimal(overallScore({ contribution, activity, consistency, trend }))).toBe(overall)
  })

  it('is null when a part is, and otherwise lies between the lowest and the highest part', () => {
    fc.assert(
      fc.property(anyScore, anyScore, anyScore, anyScore, (contribution, activity, consistency, trend) => {
        const score = overallScore({ contribution, activity, consistency, trend })
        expect(score).toBeGreaterThanOrEqual(Math.min(contribution, activity, consistency, trend) - 1e-9)
        expect(score).toBeLessThanOrEqual(Math.max(contribution, activity, consistency, trend) + 1e-9)
        expect(overallScore({ contribution: null, activity, consistency, trend })).toBeNull()
      }),
    )
  })
})

describe('ranks', () => {
  it.each([
    [
      [50, 100, 75],
      [3, 1, 2],
    ],
    [
      [100, 75, 75, 10],
      [1, 2, 2, 4],
    ], // ties share the better rank, the next one skips
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
    [
      [null, 20, null, 30],
      [null, 2, null, 1],
    ],
    [[], []],
  ])('of %j are %j', (scores, ranks) => {
    expect(rankBy(scores)).toEqual(ranks)
  })

  it('are one more than the number of better scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (scores) => {
        expect(rankBy(scores)).toEqual(scores.map((score) => 1 + scores.filter((other) => other > score).length))
      }),
    )
  })
})
