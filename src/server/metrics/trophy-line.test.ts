import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayWindow } from '#shared/days.ts'
import { anyClubSeries, anySeries, clubSeriesOf, seriesOf, TODAY } from '#test/daily-series.ts'
import { clubProgression, trophyProgression } from './trophy-line.ts'

describe('the trophy line', () => {
  it('has a row a day, carries closes forward, and is null before the first observation', () => {
    const { progression_data } = trophyProgression(seriesOf([null, 100, null, 130, 120]), 5)
    expect(progression_data).toEqual([
      { date: '2026-03-27', trophies: null, trophies_changed: null, trophy_change: null, reset: 0, observed: false },
      { date: '2026-03-28', trophies: 100, trophies_changed: null, trophy_change: null, reset: 0, observed: true },
      { date: '2026-03-29', trophies: 100, trophies_changed: false, trophy_change: 0, reset: 0, observed: false },
      { date: '2026-03-30', trophies: 130, trophies_changed: true, trophy_change: 30, reset: 0, observed: true },
      { date: '2026-03-31', trophies: 120, trophies_changed: true, trophy_change: -10, reset: 0, observed: true },
    ])
  })

  it('counts the first day of the window from the close before it', () => {
    expect(trophyProgression(seriesOf([100, 130]), 1).progression_data[0]?.trophy_change).toBe(30)
  })

  it.each([
    ['seen on it', [100, 130], { date: '2026-03-30', trophies: 100, observed: true }],
    ['not seen on it', [100, null, 130], { date: '2026-03-30', trophies: 100, observed: false }],
    ['first seen later', [130], null],
  ])('tells the close of the day before, from which the gain counts: %s', (_, closes, before) => {
    expect(trophyProgression(seriesOf(closes), 1).before).toEqual(before)
  })

  it('begins, ends and gains the same, whatever came in between', () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom(7, 14, 30, 90), (series, days) => {
        const { before, progression_data, summary } = trophyProgression(series, days)
        fc.pre(before !== null)
        const resets = progression_data.reduce((sum, { reset }) => sum + reset, 0)
        expect((before?.trophies ?? 0) + (summary.total_gain ?? Number.NaN) + resets).toBe(
          progression_data.at(-1)?.trophies,
        )
      }),
    )
  })

  it('shows a reset and what it took, and leaves it out of the gain and the losses', () => {
    const { progression_data, summary } = trophyProgression(seriesOf([1000, 820, 850], { resets: [0, -200, 0] }), 3)
    // 780 - 1,000 + 200: a reset and a loss on the same day
    const progressionWithLoss = trophyProgression(seriesOf([1000, 780], { resets: [0, -200] }), 2)
    expect(progression_data[1]).toMatchObject({ trophies: 820, trophy_change: -180, reset: -200 })
    expect(summary).toMatchObject({ total_gain: 50, active_days: 2, biggest_gain: 30, biggest_loss: 0 })
    expect(progressionWithLoss.summary).toMatchObject({ biggest_loss: -20, biggest_gain: 0 })
  })

  it('has a summary', () => {
    expect(trophyProgression(seriesOf([100, 150, 140, null, 200]), 4).summary).toEqual({
      starting_trophies: 150,
      total_gain: 100, // 200 - 100
      peak_trophies: 200,
      span_days: 4,
      active_days: 3,
      biggest_gain: 60, // 200 - 140
      biggest_loss: -10,
      observed_days: 3, // one of the four is unknown
    })
  })

  it.each([
    ['only gains', [100, 110, 130], { biggest_gain: 20, biggest_loss: 0 }],
    ['only losses', [130, 110, 100], { biggest_gain: 0, biggest_loss: -20 }],
    ['nothing', [130, 130], { biggest_gain: 0, biggest_loss: 0, total_gain: 0 }],
    [
      'no observation',
      [null, null],
      { starting_trophies: null, total_gain: null, peak_trophies: null, observed_days: 0 },
    ],
  ])('has a summary of %s', (_, closes, summary) => {
    expect(trophyProgression(seriesOf(closes), 7).summary).toMatchObject(summary)
  })

  it('covers the window up to today, and its changes add up to its rise', () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom(7, 14, 30, 90), (series, days) => {
        const { progression_data, summary } = trophyProgression(series, days)
        expect(progression_data.map(({ date }) => date)).toEqual(dayWindow(TODAY, days))
        fc.pre(summary.starting_trophies !== null)
        const first = progression_data.findIndex(({ trophies }) => trophies !== null)
        const risen = progression_data.slice(first + 1).reduce((sum, day) => sum + (day.trophy_change ?? Number.NaN), 0)
        expect((summary.starting_trophies ?? 0) + risen).toBe(progression_data.at(-1)?.trophies)
      }),
    )
  })
})

describe('the trophy line of a club', () => {
  it('tells what came and went with members', () => {
    const club = clubSeriesOf([100, 900, null, 350], { joined: [0, 800, null, 0], departed: [0, 0, null, -600] })
    const { progression_data, summary } = clubProgression(club, 5)
    expect(progression_data.map(({ joined, left }) => [joined, left])).toEqual([
      [null, null],
      [0, 0],
      [800, 0],
      [null, null],
      [0, -600],
    ])
    // 350 - 100 = 250 = 50 + 800 - 600
    expect(summary).toMatchObject({
      total_gain: 250,
      total_gain_played: 50,
      total_gain_joined: 800,
      total_gain_left: -600,
      span_days: 3,
    })
  })

  it('is that of any series beside it', () => {
    fc.assert(
      fc.property(anyClubSeries, fc.constantFrom(7, 14, 30, 90), (club, days) => {
        expect(clubProgression(club, days)).toMatchObject(trophyProgression(club, days))
      }),
    )
  })
})
