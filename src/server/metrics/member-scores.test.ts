import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClub, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { memberScores } from './member-scores.ts'
import { topPerformer } from './top-performer.ts'

// Ada wins 10 a day, Milo plays every other day, Yuki is silent, nobody ever saw Rex.
const ada = memberOf('#ADA', rhythm('####'))
const milo = memberOf('#MILO', rhythm('.#.#'))
const yuki = memberOf('#YUKI', rhythm('....'))
const rex = memberOf('#REX', seriesOf([null, null, null, null]))

describe('the scores of a club of four', () => {
  const rows = memberScores([rex, yuki, milo, ada], 30)

  it('list the best first, and who was never seen last', () => {
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

  it('show what they are made of', () => {
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

  it('name the top performer', () => {
    expect(topPerformer(rows)).toEqual({ tag: '#ADA', name: 'ADA', score: 99.7 })
    expect(topPerformer(memberScores([rex], 30))).toBeNull()
    expect(topPerformer([])).toBeNull()
  })
})

describe('ties', () => {
  const twin = (tag: string, trophies: number) => memberOf(tag, rhythm('##'), { trophies })

  it('go to more trophies, then to the tag, and share the rank', () => {
    const rows = memberScores([twin('#B', 900), twin('#A', 900), twin('#C', 1000)], 30)
    expect(rows.map((row) => row.player_tag)).toEqual(['#C', '#A', '#B'])
    expect(rows.map((row) => row.rank_in_club)).toEqual([1, 1, 1])
  })

  it('at the second place leave the third empty', () => {
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

describe('in any club', () => {
  it('scores stay between 0 and 100 and someone who gained has a contribution of 100', () => {
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

  it('the order in which members are listed changes nothing', () => {
    const shuffled = anyClub.chain((members) =>
      fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
    )
    fc.assert(
      fc.property(shuffled, ([members, other]) => {
        expect(memberScores(other, 30)).toEqual(memberScores(members, 30))
      }),
    )
  })

  it('a member keeps its own scores whoever else is there, but for the contribution', () => {
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
