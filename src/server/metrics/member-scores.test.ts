import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClub, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { memberScores, overallScore, rankBy, topPerformer, trophyContribution } from './member-scores.ts'
import { oneDecimal } from './one-decimal.ts'

// Ada wins 10 trophies a day, Milo plays every other day, Yuki is silent, New came 3 days ago, Rex was never observed.
const ada = memberOf('#ADA', rhythm('##########'))
const milo = memberOf('#MILO', rhythm('.#.#.#.#.#'))
const yuki = memberOf('#YUKI', rhythm('..........'))
const newcomer = memberOf('#NEW', rhythm('.##'))
const rex = memberOf('#REX', seriesOf(new Array(10).fill(null)))

describe('the scores of a club of five', () => {
  const rows = memberScores([rex, newcomer, yuki, milo, ada], 30)

  it('list the best member first, and those who are hardly known last', () => {
    expect(rows.map((row) => [row.player_name, row.overall_score, row.rank_in_club])).toEqual([
      // 35 + 30 + 20 + 0.15 x 57.1. Trend: r = (1,100 - 1,070) / 3 = 10, b = (1,070 - 1,010) / 7 = 8.57, s0 = 10:
      // 50 (1 + tanh 0.143) = 57.1
      ['ADA', 93.6, 1],
      // Gain 50 of 90: ln 51 / ln 91 = 0.8716. r = (1,050 - 1,030) / 3 = 6.67, b = (1,030 - 1,000) / 7 = 4.29, s0 = 10:
      // 50 (1 + tanh 0.238) = 61.7. Sum 0.35 x 87.16 + 0.3 x 50 + 0.2 x 100 + 0.15 x 61.7
      ['MILO', 74.8, 2],
      ['YUKI', 0, 3], // no trend without an active day, so it is left out: (35 x 0 + 30 x 0 + 20 x 0) / 85
      ['NEW', null, null],
      ['REX', null, null],
    ])
  })

  it('carry their parts', () => {
    expect(rows[1]).toEqual({
      player_tag: '#MILO',
      player_name: 'MILO',
      overall_score: 74.8,
      trophy_contribution: 87.2,
      activity_consistency: 100,
      improvement_trend: 61.7,
      activity_score: 50,
      total_records: 10,
      active_days: 5,
      observed_days: 10,
      gain: 50,
      span_days: 9,
      rank_in_club: 2,
      learning: null,
      days_silent: 0,
      silent_at_least: false,
      resting: false,
    })
  })

  it('are null with fewer than 7 known days, and what was seen stays', () => {
    const hidden = { overall_score: null, trophy_contribution: null, activity_score: null, rank_in_club: null }
    expect(rows[3]).toMatchObject({ ...hidden, gain: 20, active_days: 2, learning: { observed_days: 3, needed: 7 } })
    expect(rows[4]).toMatchObject({ ...hidden, gain: null, learning: { observed_days: 0, needed: 7 } })
    const outage = memberScores([memberOf('#P', rhythm('#.#???????.##?'))], 30)
    expect(outage[0]).toMatchObject({ overall_score: null, learning: { observed_days: 6, needed: 7 } })
  })

  it('of a window of 7 days are given also before the scan of today', () => {
    const [row] = memberScores([memberOf('#P', rhythm('##########?'))], 7)
    // 6 known days: too few for a trend, which is left out.
    expect(row).toMatchObject({ observed_days: 6, learning: null, improvement_trend: null, overall_score: 100 })
  })

  it('are all null in a club without analytics, whatever is known of its members', () => {
    const hidden = memberScores([ada, milo], 30, false)
    for (const row of hidden)
      expect(row).toMatchObject({ overall_score: null, trophy_contribution: null, rank_in_club: null })
    expect(topPerformer(hidden)).toBeNull()
    expect(hidden.map(({ gain }) => gain)).toEqual([90, 50])
  })

  it('give the top performer, if any member has a score', () => {
    expect(topPerformer(rows)).toEqual({ tag: '#ADA', name: 'ADA', score: 93.6 })
    expect(topPerformer(memberScores([rex, newcomer], 30))).toBeNull()
    expect(topPerformer([])).toBeNull()
  })
})

describe('a member who was silent for 14 days', () => {
  const rested = memberOf('#REST', rhythm(`${'#'.repeat(16)}${'.'.repeat(14)}`), { trophies: 9000 })
  const idle = memberOf('#IDLE', rhythm(`#${'.'.repeat(13)}`))

  it('rests, and is never the top performer', () => {
    const rows = memberScores([rested, idle], 30)
    expect(rows.map(({ player_tag, resting }) => [player_tag, resting])).toEqual([
      ['#REST', true],
      ['#IDLE', false],
    ])
    expect(rows[0]?.improvement_trend).toBeNull()
    expect(topPerformer(rows)?.tag).toBe('#IDLE')
  })

  it('rests also in a window of 7 days', () => {
    expect(memberScores([rested], 7)[0]?.resting).toBe(true)
  })

  it('rests by known days alone', () => {
    const restsAfter = (silence: string) =>
      memberScores([memberOf('#P', rhythm(`#########${silence}`))], 30)[0]?.resting
    expect(restsAfter(`.......???${'.'.repeat(6)}`)).toBe(false)
    expect(restsAfter(`.......???${'.'.repeat(7)}`)).toBe(true)
  })
})

describe('members with equal scores', () => {
  const twin = (tag: string, trophies: number) => memberOf(tag, rhythm('#######'), { trophies })

  it('share the rank and are ordered by trophies, then by tag', () => {
    const rows = memberScores([twin('#B', 900), twin('#A', 900), twin('#C', 1000)], 30)
    expect(rows.map((row) => row.player_tag)).toEqual(['#C', '#A', '#B'])
    expect(rows.map((row) => row.rank_in_club)).toEqual([1, 1, 1])
  })

  it('at rank 2 leave rank 3 empty', () => {
    const best = memberOf('#M', rhythm('##########'))
    const rows = memberScores([twin('#A', 1), twin('#B', 2), memberOf('#L', rhythm('.......')), best], 30)
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
          const given = [overall_score, trophy_contribution]
          for (const score of given) expect(score === null).toBe(row.learning !== null)
          for (const score of [...given, activity_consistency, improvement_trend, activity_score]) {
            if (row.learning !== null) expect(score).toBeNull()
            expect(score ?? 0).toBeGreaterThanOrEqual(0)
            expect(score ?? 0).toBeLessThanOrEqual(100)
          }
        }
        const largest = Math.max(0, ...rows.map((row) => row.gain ?? 0))
        for (const row of rows) {
          if (largest > 0 && row.gain === largest) expect([100, null]).toContain(row.trophy_contribution)
        }
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
    [99, 9999, 50], // ln 100 / ln 10,000 = 2/4
    [1, 3, 50], // ln 2 / ln 4
    [1594, 33_000, 70.9], // ln 1,595 / ln 33,001 = 7.3746 / 10.4043
    [-80, 500, 0], // a loss contributes nothing
    [0, 0, 0], // nobody gained
    [-5, -5, 0],
    [null, 500, null],
  ])('of a gain of %j, the largest being %i, is %j', (gain, largest, contribution) => {
    expect(oneDecimal(trophyContribution(gain, largest))).toBe(contribution)
  })
})

it('a larger gain never has a smaller trophy contribution, and the largest has 100', () => {
  const gain = fc.integer({ min: -5000, max: 200_000 })
  fc.assert(
    fc.property(gain, gain, fc.integer({ min: 1, max: 200_000 }), (one, other, more) => {
      const largest = Math.max(one, other, 0) + more
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((each) => trophyContribution(each, largest))
      expect(low).toBeLessThanOrEqual(high ?? 0)
      expect(trophyContribution(largest, largest)).toBe(100)
    }),
  )
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
    [40, 80, 90, null, 65.9], // (14 + 24 + 18) / 0.85
    [60, null, null, 20, 48], // (21 + 3) / 0.5
    [null, null, null, null, null],
  ])('of %j, %j, %j, %j is %j', (contribution, activity, consistency, trend, overall) => {
    expect(oneDecimal(overallScore({ contribution, activity, consistency, trend }))).toBe(overall)
  })

  it('lies between the lowest and the highest part that is known', () => {
    const part = fc.option(anyScore)
    fc.assert(
      fc.property(part, part, part, part, (contribution, activity, consistency, trend) => {
        const known = [contribution, activity, consistency, trend].filter((each) => each !== null)
        const score = overallScore({ contribution, activity, consistency, trend })
        expect(score === null).toBe(known.length === 0)
        fc.pre(score !== null)
        expect(score).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9)
        expect(score).toBeLessThanOrEqual(Math.max(...known) + 1e-9)
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
