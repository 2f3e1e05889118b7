import { describe, expect, it } from 'vitest'
import { calendarDay } from '#shared/days.ts'
import { type LadderDay, NOTHING_KNOWN } from './ranked-days.ts'
import { lastKnown, rankedHistory, rankedSide, recentTier, standingOrder } from './ranked-history.ts'

const daysOf = (...days: [string, Partial<LadderDay>][]) =>
  new Map(days.map(([date, day]) => [calendarDay(date), { ...NOTHING_KNOWN, ...day }]))

const told = (season: number | null, rating: number, seasonRating = rating) => {
  return { season, tier: 'MYTHIC I', rating, seasonTier: 'MYTHIC I', seasonRating }
}

describe('the Ranked history of a player', () => {
  const days = daysOf(
    ['2026-07-30', { prestige: 56 }],
    ['2026-08-01', told(47, 9000)],
    ['2026-08-19', told(47, 8800, 9100)],
    ['2026-08-20', told(48, 750)],
    ['2026-08-22', { prestige: 57 }],
    ['2026-08-23', told(48, 1200)],
  )

  it('has seasons, of which the lower start is one and no loss', () => {
    const { days: ranked, seasons } = rankedHistory(days)
    expect(
      ranked.map(({ date, rating, isSeasonStart }) => `${date} ${rating}${isSeasonStart ? ' start' : ''}`),
    ).toEqual(['2026-08-01 9000', '2026-08-19 8800', '2026-08-20 750 start', '2026-08-23 1200'])
    expect(seasons).toMatchObject([
      { number: 47, firstSeen: '2026-08-01', lastSeen: '2026-08-19', last: { rating: 8800 }, best: { rating: 9100 } },
      { number: 48, firstSeen: '2026-08-20', lastSeen: '2026-08-23', last: { rating: 1200 }, best: { rating: 1200 } },
    ])
  })

  it('has the end of a season that ended within a day, though nothing else was seen of it', () => {
    const {
      days: ranked,
      seasons,
      standings,
    } = rankedHistory(
      daysOf(['2026-08-20', { ...told(48, 750), ended: [told(47, 9350, 9400)] }], ['2026-08-21', told(48, 800)]),
    )
    expect(ranked.map(({ rating, isSeasonStart }) => [rating, isSeasonStart])).toEqual([
      [750, true],
      [800, false],
    ])
    expect(standings.map(({ date, rating }) => [date, rating])).toEqual([
      ['2026-08-20', 9350],
      ['2026-08-20', 750],
      ['2026-08-21', 800],
    ])
    expect(seasons).toMatchObject([
      { number: 47, firstSeen: '2026-08-20', lastSeen: '2026-08-20', last: { rating: 9350 }, best: { rating: 9400 } },
      { number: 48, firstSeen: '2026-08-20', lastSeen: '2026-08-21', last: { rating: 800 }, best: { rating: 800 } },
    ])
  })

  it('has the highest of a season that a profile told without the rating of the day', () => {
    const best = { season: 47, seasonTier: 'MASTERS II', seasonRating: 9400 }
    const { days: ranked, seasons } = rankedHistory(
      daysOf(['2026-08-18', told(47, 9000)], ['2026-08-19', best], ['2026-08-20', told(48, 750)]),
    )
    expect(ranked.map(({ date }) => date)).toEqual(['2026-08-18', '2026-08-20'])
    expect(seasons).toMatchObject([
      { number: 47, lastSeen: '2026-08-19', last: { rating: 9000 }, best: { rating: 9400 } },
      { number: 48, best: { rating: 750 } },
    ])
  })

  it('has the highest tier of the last two seasons, which a lower start does not take', () => {
    const in47 = { ...told(47, 9000), tier: 'MASTERS I', seasonTier: 'MASTERS I' }
    const later = [48, 49].map((season) => ({ ...told(season, 2600), tier: 'GOLD III', seasonTier: 'GOLD III' }))
    expect(recentTier(daysOf(['2026-08-01', in47], ['2026-08-20', later[0] ?? {}]))).toBe('MASTERS I')
    expect(
      recentTier(daysOf(['2026-08-01', in47], ['2026-08-20', later[0] ?? {}], ['2026-09-18', later[1] ?? {}])),
    ).toBe('GOLD III')
    expect(recentTier(daysOf(['2026-08-01', { tier: 'UNRANKED' }]))).toBe('UNRANKED')
    expect(recentTier(daysOf(['2026-08-01', { prestige: 3 }]))).toBeNull()
  })

  it('tells the finder the highest tier and the last prestige from a day on, and nothing of the days before', () => {
    const side = (since: string) => rankedSide(days, calendarDay(since))
    expect(side('2026-08-19')).toEqual({ tier: 13, prestige: 57 })
    expect(side('2026-08-24')).toBeNull()
    const { tier: _, ...silent } = told(48, 900)
    expect(rankedSide(daysOf(['2026-08-23', { ...silent, seasonTier: null }]), calendarDay('2026-08-01'))).toBeNull()
    const unheardOf = { tier: 'TITAN I', seasonTier: 'TITAN I', prestige: 4 }
    expect(rankedSide(daysOf(['2026-08-23', unheardOf]), calendarDay('2026-08-01'))).toEqual({
      tier: null,
      prestige: 4,
    })
    expect(rankedSide(daysOf(['2026-08-23', { tier: 'UNRANKED' }]), calendarDay('2026-08-01'))?.tier).toBe(0)
  })

  it('tells apart seasons without a number by their highest rating', () => {
    const seasons = rankedHistory(daysOf(['2026-08-01', told(null, 9000)], ['2026-08-20', told(null, 750)])).seasons
    expect(seasons.map(({ number, best }) => [number, best.rating])).toEqual([
      [null, 9000],
      [null, 750],
    ])
  })

  it('is known last on different days', () => {
    expect(lastKnown(days)).toEqual({
      ranked: { tier: 'MYTHIC I', rating: 1200, on: '2026-08-23' },
      prestige: { total: 57, on: '2026-08-22' },
    })
    expect(lastKnown(new Map())).toEqual({ ranked: null, prestige: null })
  })
})

it('standings are in an order by rating, and by tier where there is none', () => {
  const order = [
    { tier: 'MYTHIC I', rating: 4700 },
    { tier: 'MYTHIC I', rating: null },
    { tier: 'GRAND CHAMPION', rating: null },
    { tier: 'UNRANKED', rating: null },
  ]
  expect(order.map(standingOrder)).toEqual([4700, 4500, -1, -1])
})
