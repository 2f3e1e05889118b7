import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { UNRANKED } from '#shared/ranked-tiers.ts'
import {
  missingWords,
  REVIEW_CARDS,
  type ReviewFacts,
  reviewPeriod,
  reviewPeriods,
  reviewWords,
} from '#shared/review.ts'
import { anyClubSeries, anySeries, clubSeriesOf, seriesOf, TODAY } from '#test/daily-series.ts'
import { SUNDAY, sideOf, sidesOf } from '#test/player-sides.ts'
import { NOTHING_KNOWN } from './ranked-days.ts'
import {
  bestDayCard,
  brawlerCard,
  clubBestDayCard,
  clubCompanyCard,
  clubGrowthCard,
  companyCard,
  gatherPlayed,
  growthCard,
  hoursCard,
  rankCard,
  rankedCard,
  reviewDays,
  sidesBetween,
} from './review.ts'

const season = (name: string) => reviewPeriod(name) as NonNullable<ReturnType<typeof reviewPeriod>>
const since = calendarDay('2026-03-05')

describe('a period', () => {
  it.each([
    ['2026-03', 'season', '2026-03-05', '2026-04-01'],
    ['2026-12', 'season', '2026-12-03', '2027-01-06'],
    ['2026', 'year', '2026-01-01', '2026-12-31'],
  ])('%s is a %s from %s to %s', (name, kind, from, to) => {
    expect(reviewPeriod(name)).toEqual({ name, kind, from, to })
  })

  it.each(['', '26', '2026-13', '2026-00', '1999', '2026-1', '2026-11-05', ' 2026'])('"%s" is none', (name) => {
    expect(reviewPeriod(name)).toBeNull()
  })

  it('is listed when it has begun and somebody was observed in it, the newest first', () => {
    const names = (first: string, today: string) =>
      reviewPeriods(calendarDay(first), calendarDay(today)).map(({ name }) => name)
    expect(names('2026-02-13', '2026-03-31')).toEqual(['2026', '2026-03', '2026-02'])
    expect(names('2025-12-30', '2026-01-02')).toEqual(['2026', '2026-01', '2025', '2025-12'])
    expect(names('2026-01-01', '2026-01-07')).toEqual(['2026', '2026-01'])
  })

  it('follows the season before without a gap, whatever the month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2017, max: 2060 }), fc.integer({ min: 1, max: 11 }), (year, month) => {
        const [one, next] = [month, month + 1].map((each) => season(`${year}-${String(each).padStart(2, '0')}`))
        const days = (Date.parse(next?.from ?? '') - Date.parse(one?.from ?? '')) / 86_400_000
        expect([28, 35]).toContain(days)
        expect(Date.parse(next?.from ?? '') - Date.parse(one?.to ?? '')).toBe(86_400_000)
      }),
    )
  })
})

describe('the days of a review', () => {
  const closes = (seen: number, unseen: number) => [
    ...Array.from({ length: seen }, (_, day) => 1000 + day),
    ...Array.from({ length: unseen }, () => null),
  ]

  it('are those since tracking began, and what was seen of them', () => {
    // The 31st of March: 41 days were seen, and the last 11 were not.
    const days = reviewDays(seriesOf(closes(41, 11)), season('2026'))
    expect(days).toEqual({ from: '2026-02-08', to: TODAY, days: 52, observed: 41, enough: true })
  })

  it.each([
    ['a year with 29', 29, 0, '2026', false],
    ['a year with 30', 30, 0, '2026', true],
    ['a season with 30 days, 27 of them in it', 30, 0, '2026-03', true],
    ['a season with 29 days before and in it', 29, 0, '2026-03', false],
    ['a season with 13 days in it', 31, 14, '2026-03', false],
    ['a season with 14 days in it', 32, 13, '2026-03', true],
  ])('%s observed days: %s', (_name, seen, unseen, period, enough) => {
    const series = seriesOf(closes(seen, unseen))
    expect(reviewDays(series, season(period)).enough).toBe(enough)
  })

  it('never count more observed days than days', () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom('2026', '2026-03', '2026-04'), (series, period) => {
        const { days, observed, enough } = reviewDays(series, season(period))
        expect(observed).toBeLessThanOrEqual(days)
        if (enough) expect(observed).toBeGreaterThanOrEqual(14)
      }),
    )
  })
})

describe('growth and the best day', () => {
  it('leave out what a season end took', () => {
    const series = seriesOf([1000, 1100, 1050, 1070], { resets: [0, 0, -80, 0] })
    // From 1,000 to 1,070, of which a reset took 80: 150 were won.
    expect(growthCard(series, 3)).toEqual({
      card: { gained: 150, before: 1000, after: 1070, percent: 15, parts: null, line: [0, 100, 130, 150] },
    })
    // A Sunday. The days before it are not of this review, and what a day with a reset won is not known.
    const sunday = { date: '2026-03-29', gained: 100, week: [null, null, null, null, null, null, 100] }
    expect(bestDayCard(series, 3)).toEqual({ card: sunday })
  })

  it('tell the parts of a club, and count no joiner as won', () => {
    const club = clubSeriesOf([10_000, 10_300, 20_400], { joined: [0, 0, 10_000], departed: [0, 0, 0] })
    expect(clubGrowthCard(club, 2)).toMatchObject({
      card: { gained: 10_400, parts: { played: 400, joined: 10_000, left: 0 }, line: [0, 300, 400] },
    })
    const monday = { date: '2026-03-30', gained: 300, week: [300, 100, null, null, null, null, null] }
    expect(clubBestDayCard(club, 2)).toEqual({ card: monday })
  })

  it('name no day that follows one on which nobody looked', () => {
    expect(bestDayCard(seriesOf([1000, null, 1900, 1910]), 4)).toMatchObject({
      card: { date: TODAY, gained: 10, week: [null, 10, null, null, null, null, null] },
    })
    expect(bestDayCard(seriesOf([1000, 1000, 990]), 3)).toHaveProperty('missing')
    expect(growthCard(seriesOf([null, null]), 2)).toHaveProperty('missing')
  })

  it('the best day is at least as good as every other watched day', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const best = bestDayCard(series, series.closes.length)
        const gained = 'card' in best ? best.card.gained : 0
        for (const [index, close] of series.closes.entries()) {
          const before = series.closes[index - 1] ?? null
          if (close === null || before === null || series.resets[index] !== 0) continue
          expect(close - before).toBeLessThanOrEqual(gained)
        }
      }),
    )
  })

  it('the line begins with nothing, ends with the growth, and fits a card however long the review is', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 400 }), (series, days) => {
        const grown = growthCard(series, days)
        if (!('card' in grown) || grown.card.line === null) return
        const { line, gained } = grown.card
        expect(line.at(-1)).toBe(gained)
        expect(line[0]).toBe(0)
        expect(line.length).toBeLessThanOrEqual(60)
      }),
    )
  })

  it('the growth of a club is the sum of its parts', () => {
    fc.assert(
      fc.property(anyClubSeries, (club) => {
        const grown = clubGrowthCard(club, 30)
        if (!('card' in grown) || grown.card.parts === null) return
        const { played, joined, left } = grown.card.parts
        expect(played + joined + left).toBe(grown.card.gained)
      }),
    )
  })
})

describe('battles', () => {
  it('name the brawler of most battles, of equal ones that with more wins', () => {
    const [shelly, colt] = [{ id: 16000000 }, { id: 16000001 }]
    const counts = [
      { ...shelly, battles: 6, wins: 2 },
      { ...colt, battles: 11, wins: 5 },
      { ...shelly, battles: 5, wins: 4 },
      { id: 0, battles: 99, wins: 99 },
    ]
    expect(brawlerCard(counts)).toEqual({ card: { ...shelly, battles: 11, wins: 6 } })
    expect(brawlerCard([{ ...colt, battles: 9, wins: 9 }])).toEqual({
      missing: { code: 'few_with_brawler', needed: 10, battles: 9 },
    })
  })

  it('tell the busiest hour of the week, and how often each UTC hour was played', () => {
    const played = gatherPlayed([sidesOf('wwlwwlwwlwd')])
    const hours = hoursCard(played, since)
    expect(hours).toMatchObject({ card: { since, battles: 11, weekday: 6, hour: 12, at_busiest: 11 } })
    expect('card' in hours && hours.card.by_hour).toEqual(
      Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 11 : 0)),
    )
    expect(hoursCard(gatherPlayed([sidesOf('w')]), since)).toEqual({
      missing: { code: 'few_battles', needed: 10, battles: 1 },
    })
  })

  it('name the three clubmates of most battles', () => {
    const played = gatherPlayed([
      [
        ...sidesOf('wwl', { mates: ['#2PA', '#2PB'] }),
        ...sidesOf('w', { mates: ['#2PB'] }),
        sideOf({ mates: ['#2PC'] }),
        sideOf({ mates: ['#2PD'] }),
      ],
    ])
    expect(companyCard(played, since)).toEqual({
      card: {
        since,
        together: [
          { players: ['#2PB'], battles: 4, wins: 3 },
          { players: ['#2PA'], battles: 3, wins: 2 },
          { players: ['#2PC'], battles: 1, wins: 1 },
        ],
      },
    })
    expect(companyCard(gatherPlayed([sidesOf('www')]), since)).toHaveProperty('missing')
    expect(clubCompanyCard([], since)).toHaveProperty('missing')
  })

  it('before and after the period do not count', () => {
    const all = sidesOf('wwwww')
    const seen: number[] = []
    sidesBetween(all, SUNDAY + 12 * 3_600_000 + 60_000, SUNDAY + 12 * 3_600_000 + 180_000).forEach(({ at }) => {
      seen.push(at)
    })
    expect(seen).toEqual(all.slice(1, 3).map(({ at }) => at))
  })
})

describe('the rank among similar ones', () => {
  const won = (gain: number) => seriesOf([1000, 1000 + gain])
  const DAY = { days: 1, type: 'player' } as const
  const others = Array.from({ length: 60 }, (_, place) => won(place))

  it('is the share of those who won less, equal ones counted half', () => {
    // 30 of 60 won less than 30, and one as much.
    expect(rankCard(won(30), others, DAY)).toEqual({ card: { percentile: 50.8, compared: 60, typical: 30 } })
    expect(rankCard(won(30), others.slice(0, 49), DAY)).toEqual({
      missing: { code: 'few_similar', needed: 50, type: 'player' },
    })
  })

  it('leaves out those who are known for fewer days', () => {
    const late = Array.from({ length: 60 }, () => seriesOf([null, 1000, 5000]))
    expect(rankCard(seriesOf([1000, 1000, 1001]), late, { days: 3, type: 'club' })).toHaveProperty('missing')
  })

  it('lies from 0 to 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 2000 }), (gain) => {
        const rank = rankCard(won(gain), others, DAY)
        expect('card' in rank && rank.card.percentile >= 0 && rank.card.percentile <= 100).toBe(true)
      }),
    )
  })
})

it('a review of a club tells in plain words what moved it, and how often its strongest pair won', () => {
  const players = [
    { tag: '#A', name: 'Ada' },
    { tag: '#B', name: 'Milo' },
  ]
  const words = reviewWords({
    ...{ type: 'club', period: '2026-03', from: since, to: TODAY, running: true, days: 27, observed_days: 27 },
    ...{ best_day: null, brawler: null, hours: null, rank: null, ranked: null, missing: {}, missing_facts: {} },
    growth: {
      ...{ gained: 700, before: 1000, after: 1700, percent: 70, line: null },
      parts: { played: 500, joined: 400, left: -200 },
    },
    company: { since, together: [{ players, battles: 28, wins: 20 }] },
  })
  const noteOf = (card: string) => words.find((each) => each.card === card)?.note
  expect(words[0]).toMatchObject({ title: 'Growth', value: '+500 trophies' })
  expect(noteOf('growth')).toBe('by play, +200 by members who joined or left: from 1,000 to 1,700')
  expect(noteOf('company')).toBe('20 of 28 battles together won')
})

/** A season of which nothing is known. */
const EMPTY_REVIEW = {
  ...{ growth: null, best_day: null, brawler: null, hours: null, company: null, rank: null, ranked: null },
  ...({ type: 'player', period: '2026-03', from: since, to: TODAY, running: true } as const),
  ...{ days: 27, observed_days: 20, missing_facts: {} },
}

it('a review in words says what is missing, and shows no zero for it', () => {
  const missing = Object.fromEntries(REVIEW_CARDS.map((card) => [card, `Why ${card} is missing.`]))
  const words = reviewWords({ ...EMPTY_REVIEW, missing })
  expect(words.map(({ value }) => value)).toEqual(REVIEW_CARDS.map(() => null))
  expect(words.map(({ note }) => note)).toEqual(REVIEW_CARDS.map((card) => `Why ${card} is missing.`))
  const rank = { percentile: 73, compared: 61, typical: 120 }
  expect(reviewWords({ ...EMPTY_REVIEW, rank, missing }).at(-1)).toMatchObject({
    value: 'Ahead of 73%',
    note: 'of 61 players; half of them won +120 or more',
  })
  const fell = { ...rank, typical: -1200 }
  expect(reviewWords({ ...EMPTY_REVIEW, rank: fell, missing }).at(-1)?.note).toBe(
    'of 61 players; half of them lost at most 1,200',
  )
})

it('why a card is missing is said in the language of the page', () => {
  const words = [
    { code: 'few_with_brawler', needed: 10, battles: 1 },
    { code: 'few_battles', needed: 10, battles: 9 },
    { code: 'few_similar', needed: 50, type: 'club' },
    { code: 'some_battles_gone', days: 100 },
    { code: 'no_gain' },
    { code: 'no_ranked' },
    { code: 'not_placed' },
  ] as const
  expect(words.map(missingWords)).toEqual([
    'Needs 10 known battles with one brawler; there is 1.',
    'Needs 10 known battles; there are 9.',
    'Needs 50 similar clubs that are known for as long.',
    'Battles are kept for 100 days. Some battles of this season are gone, so no brawler is told.',
    'No day is known on which trophies were won.',
    'No profile from these days mentions Ranked.',
    'No placement match of these days was finished.',
  ])
})

describe('the Ranked card', () => {
  const on = (day: number) => addDays(calendarDay('2026-08-01'), day - 1)
  const told = (tier: string, rating: number | null) => ({ ...NOTHING_KNOWN, season: 48, tier, rating })
  const days = new Map([
    [on(1), told('LEGENDARY I', 6100)],
    [on(5), told('MYTHIC I', 4600)],
    [on(9), told('MYTHIC II', 5100)],
    [on(12), told('MYTHIC I', 4900)],
  ])

  it('tells the highest of its own days', () => {
    expect(rankedCard(days, { from: on(2), to: on(20) })).toEqual({
      card: { tier: 'MYTHIC II', rating: 5100, on: on(9) },
    })
  })

  it('says so where no profile told of Ranked, and where no tier was reached', () => {
    expect(rankedCard(days, { from: on(13), to: on(20) })).toEqual({
      missing: { code: 'no_ranked' },
    })
    const unranked = new Map([[on(3), told(UNRANKED, null)]])
    expect(rankedCard(unranked, { from: on(2), to: on(20) })).toEqual({
      missing: { code: 'not_placed' },
    })
  })
})

it('the Ranked card is told in words, and a review from before it has none', () => {
  const words = (ranked: ReviewFacts['ranked']) =>
    reviewWords({ ...EMPTY_REVIEW, ranked, missing: {} }).find(({ card }) => card === 'ranked')
  expect(words({ tier: 'Mythic II', tier_place: 14, rating: 5100, on: '2026-03-09' })).toMatchObject({
    ...{ title: 'Ranked', value: 'Mythic II', note: 'highest rating 5,100, Mar 9, 2026' },
  })
  expect(words(null)).toBeUndefined()
})
