import { describe, expect, it } from 'vitest'
import { calendarDay } from '#shared/days.ts'
import { emptyLadder, type LadderLook, ladderFacts, lookOf, takeLook } from './ladder.ts'

const UNTOLD = { tier: null, rating: null }
const silent: LadderLook = {
  ...{ season: null, now: UNTOLD, seasonBest: UNTOLD, best: UNTOLD },
  ...{ prestige: null, fame: null },
}

type Given = { season?: number; rating?: number; seasonBest?: number; tier?: string; prestige?: number }

function look({ season, rating, seasonBest, tier, prestige }: Given): LadderLook {
  const named = tier ?? (rating === undefined ? null : 'MYTHIC I')
  return {
    ...silent,
    season: season ?? null,
    now: { tier: named, rating: rating ?? null },
    seasonBest: { tier: null, rating: seasonBest ?? null },
    prestige: prestige ?? null,
  }
}

/**
 * What is known after profiles, `day` of August 2026 each: season, rating, highest of the season, those of seasons that
 * ended on the day first; `!` was set aside.
 */
function fold(...looks: [day: number, Given][]): string[] {
  const ladder = emptyLadder()
  for (const [day, given] of looks)
    takeLook(ladder, calendarDay(`2026-08-${String(day).padStart(2, '0')}`), look(given))
  return [...ladder.days].map(([day, { ended, isSetAside, ...last }]) => {
    const told = [...ended, last].map(({ season, rating, seasonRating }) => `${season} ${rating} ${seasonRating}`)
    return `${day.slice(8)} ${told.join(', then ')}${isSetAside ? ' !' : ''}`
  })
}

const STORIES: [string, [number, Given][], string[]][] = [
  [
    'the last profile of a day counts, and the highest of the season stays',
    [
      [1, { season: 48, rating: 4600, seasonBest: 4800 }],
      [1, { season: 48, rating: 4550 }],
      [2, { season: 48, rating: 4900 }],
    ],
    ['01 48 4550 4800', '02 48 4900 4900'],
  ],
  [
    'a profile that tells no season leaves the one that an earlier profile of the day told',
    [
      [1, { season: 48, rating: 4600 }],
      [1, { rating: 4550 }],
    ],
    ['01 48 4550 4600'],
  ],
  [
    'a new season begins lower, by its number',
    [
      [19, { season: 47, rating: 9000, seasonBest: 9200 }],
      [20, { season: 48, rating: 750, seasonBest: 750 }],
    ],
    ['19 47 9000 9200', '20 48 750 750'],
  ],
  [
    'or by the highest of the season, where there is no number',
    [
      [19, { rating: 9000, seasonBest: 9200 }],
      [20, { rating: 750, seasonBest: 800 }],
    ],
    ['19 null 9000 9200', '20 null 750 800'],
  ],
  [
    'within a day, of which the season that ends keeps the highest and the last that were told of it',
    [
      [19, { season: 47, rating: 9000, seasonBest: 9200 }],
      [20, { season: 47, rating: 9350, seasonBest: 9400 }],
      [20, { season: 47, rating: 9300 }],
      [20, { season: 48, rating: 750, seasonBest: 750 }],
      [20, { season: 48, rating: 800, seasonBest: 800 }],
    ],
    ['19 47 9000 9200', '20 47 9300 9400, then 48 800 800'],
  ],
  [
    'and without a number too',
    [
      [20, { rating: 9350, seasonBest: 9400 }],
      [20, { rating: 750, seasonBest: 800 }],
    ],
    ['20 null 9350 9400, then null 750 800'],
  ],
  [
    'and the rating of the old season is none of the new one, which tells none yet',
    [
      [20, { season: 47, rating: 9350, seasonBest: 9400 }],
      [20, { season: 48 }],
    ],
    ['20 47 9350 9400, then 48 null null'],
  ],
  [
    'a fall of 9,000 within a season is set aside, and nothing of the day is overwritten',
    [
      [1, { season: 48, rating: 9200 }],
      [1, { season: 48, rating: 200 }],
      [2, { season: 48, rating: 200 }],
      [3, { season: 48, rating: 9210 }],
    ],
    ['01 48 9200 9200 !', '02 null null null !', '03 48 9210 9210'],
  ],
  [
    'so is a season that goes back',
    [
      [1, { season: 48, rating: 4500 }],
      [2, { season: 47, rating: 4600 }],
    ],
    ['01 48 4500 4500', '02 null null null !'],
  ],
  [
    'so is a rating that nobody can have',
    [
      [1, { season: 48, rating: 4500 }],
      [2, { season: 48, rating: 30_000 }],
      [3, { season: 48, rating: 4600, seasonBest: 30_000 }],
      [3, { season: 48, rating: 4700 }],
    ],
    ['01 48 4500 4500', '02 null null null !', '03 48 4700 4700'],
  ],
  [
    'so is a season that is years ahead, as the first thing that is known too',
    [
      [1, { season: 480, rating: 4500 }],
      [2, { season: 48, rating: 4600 }],
      [3, { season: 480, rating: 4700 }],
      [3, { season: 48, rating: 4650 }],
    ],
    ['01 null null null !', '02 48 4600 4600', '03 48 4650 4650'],
  ],
  [
    'until three days of profiles say such a thing',
    [
      [1, { season: 48, rating: 9200 }],
      [2, { season: 48, rating: 4600 }],
      [4, { season: 48, rating: 4610 }],
      [5, { season: 48, rating: 4620 }],
      [6, { season: 48, rating: 4500 }],
    ],
    ['01 48 9200 9200', '02 null null null !', '04 null null null !', '05 48 4620 9200', '06 48 4500 9200'],
  ],
  [
    'and so is a season that is ahead, where the game numbers them anew, from the third day on',
    [
      [1, { season: 48, rating: 4600 }],
      ...[2, 3, 4, 5].map((day): [number, Given] => [day, { season: 60, rating: 4600 }]),
    ],
    ['01 48 4600 4600', '02 null null null !', '03 null null null !', '04 60 4600 4600', '05 60 4600 4600'],
  ],
  [
    'and so is a season that goes back: after one wrong number the true one is back on the third day',
    [
      [1, { season: 48, rating: 4600, seasonBest: 4800 }],
      [2, { season: 49, rating: 4600 }],
      ...[3, 4, 5, 6].map((day): [number, Given] => [day, { season: 48, rating: 4500, seasonBest: 4800 }]),
    ],
    [
      ...['01 48 4600 4800', '02 49 4600 4600', '03 null null null !', '04 null null null !'],
      ...['05 48 4500 4800', '06 48 4500 4800'],
    ],
  ],
  [
    'also where the game numbers its seasons from 1 on again',
    [[1, { season: 48, rating: 9200 }], ...[2, 3, 4].map((day): [number, Given] => [day, { season: 1, rating: 750 }])],
    ['01 48 9200 9200', '02 null null null !', '03 null null null !', '04 1 750 750'],
  ],
  [
    'fields that vanish for a week are unknown, and the season goes on',
    [
      [1, { season: 48, rating: 5000 }],
      [4, { prestige: 57 }],
      [8, { season: 48, rating: 4800 }],
    ],
    ['01 48 5000 5000', '04 null null null', '08 48 4800 5000'],
  ],
  ['a profile that tells nothing leaves no day', [[1, {}]], []],
]

describe('a player’s ladders', () => {
  it.each(STORIES)('%s', (_story, looks, expected) => {
    expect(fold(...looks)).toEqual(expected)
  })

  it('keep a tier that nobody knows as it came, and are unranked without a rating', () => {
    const ladder = emptyLadder()
    takeLook(ladder, calendarDay('2026-08-01'), look({ tier: 'GRAND CHAMPION', rating: 12_000 }))
    takeLook(ladder, calendarDay('2026-08-02'), { ...silent, now: { tier: 'UNRANKED', rating: null } })
    const days = [...ladder.days.values()].map(({ tier, rating, isSetAside }) => [tier, rating, isSetAside])
    expect(days).toEqual([
      ['GRAND CHAMPION', 12_000, false],
      ['UNRANKED', null, false],
    ])
  })

  it('are the same from the facts of a raw answer, which lack what the profile lacks', () => {
    const told = { ...look({ season: 48, rating: 4500, seasonBest: 4800 }), fame: 900 }
    expect(lookOf(ladderFacts(told))).toEqual(told)
    expect(ladderFacts(silent)).toEqual({})
  })
})
