import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginOf, brawlerMeta, COUNTS, changeOf, createTallies, STRATA, stratumOf, WIDTH } from './battle-meta.ts'

type Cell = { brawler: number; stratum: number } & Partial<Record<keyof typeof COUNTS, number>>

function talliesOf(cells: readonly Cell[], room = 1) {
  const tallies = createTallies(room)
  for (const { brawler, stratum, ...counts } of cells) {
    const at = beginOf(tallies, brawler) + stratum * WIDTH
    for (const [name, count] of Object.entries(counts)) {
      const place = at + COUNTS[name as keyof typeof COUNTS]
      tallies.counts[place] = (tallies.counts[place] ?? 0) + count
    }
  }
  return tallies
}

const SHELLY = 16000000
const COLT = 16000001
const tracked = stratumOf('tracked', 400)
const other = stratumOf('other', 400)

describe('which brawlers win, computed by hand', () => {
  // Tracked sides win 60 of 100, the others 40 of 100. Shelly: 30 of 50 and 30 of 50; Colt: 30 of 50 and 10 of 50.
  const cells: Cell[] = [
    { brawler: SHELLY, stratum: tracked, picks: 52, wins: 30, losses: 20, draws: 2, stars: 12 },
    { brawler: SHELLY, stratum: other, picks: 50, wins: 30, losses: 20, stars: 6 },
    { brawler: COLT, stratum: tracked, picks: 50, wins: 30, losses: 20, stars: 3 },
    { brawler: COLT, stratum: other, picks: 48, wins: 10, losses: 38 },
  ]
  const [shelly, colt] = brawlerMeta(talliesOf(cells))

  test('the rate is corrected by what all brawlers win on the same side and in the same bin', () => {
    // Others win 40 of 98. Expected of Shelly: 50 x 0.6 + 50 x 40 / 98 = 50.408. 0.5 + (60 - 50.408) / 100 = 0.59592.
    expect(shelly).toMatchObject({ brawler: SHELLY, picks: 102, wins: 60, losses: 40, draws: 2, sample: 'enough' })
    expect(shelly?.corrected).toBeCloseTo(0.59592, 5)
    // Colt: 0.5 + (40 - 30 - 48 x 40 / 98) / 98 = 0.40212.
    expect(colt?.corrected).toBeCloseTo(0.40212, 5)
  })

  test('it is drawn towards a half, and the interval is that of the corrected wins', () => {
    // (59.592 + 25) / 150. Wilson of 59.592 and 40.408.
    expect(shelly?.rate).toBeCloseTo(0.56395, 5)
    expect(shelly?.low).toBeCloseTo(0.49792, 4)
    expect(shelly?.high).toBeCloseTo(0.68682, 4)
  })

  test('picks are shares of all picks, stars are counted per win', () => {
    expect(shelly?.pickRate).toBeCloseTo(102 / 200, 10)
    expect(shelly?.starsPerWin).toBeCloseTo(18 / 60, 10)
    expect(colt?.starsPerWin).toBeCloseTo(3 / 40, 10)
  })

  test('duels name no star player, so they tell no stars per win', () => {
    const [duelist] = brawlerMeta(talliesOf([{ brawler: SHELLY, stratum: tracked, picks: 50, wins: 30, losses: 20 }]))
    expect(duelist).toMatchObject({ wins: 30, starsPerWin: null })
  })

  test('a bin leaves out the others', () => {
    const more = talliesOf([...cells, { brawler: COLT, stratum: stratumOf('tracked', 1000), picks: 40, wins: 40 }])
    expect(brawlerMeta(more, 400)).toEqual(brawlerMeta(talliesOf(cells)))
    expect(brawlerMeta(more, 1000)).toMatchObject([{ brawler: COLT, picks: 40, wins: 40, corrected: 0.5, pickRate: 1 }])
    expect(brawlerMeta(more, 600)).toEqual([])
  })

  test('three wins of three do not lead, and give no rate', () => {
    const few = talliesOf([...cells, { brawler: 16000002, stratum: other, picks: 3, wins: 3 }])
    const order = brawlerMeta(few)
    expect(order.map(({ brawler }) => brawler)).toEqual([SHELLY, COLT, 16000002])
    expect(order[2]).toMatchObject({ rate: null, low: null, high: null, sample: 'none', wins: 3, losses: 0 })
  })

  test('the change is that of the shown rates, and unknown where either is', () => {
    expect(shelly && colt && changeOf(shelly, colt)).toBeCloseTo((shelly?.rate ?? 0) - (colt?.rate ?? 0), 10)
    expect(shelly && changeOf(shelly, undefined)).toBeNull()
  })
})

test('showdowns have places and are no wins', () => {
  const cells: Cell[] = [
    { brawler: SHELLY, stratum: tracked, picks: 20, placed: 20, places: 60, topHalves: 16 },
    { brawler: COLT, stratum: tracked, picks: 30, placed: 20, places: 120, topHalves: 8 },
  ]
  expect(brawlerMeta(talliesOf(cells))).toMatchObject([
    { brawler: SHELLY, rate: null, corrected: null, showdown: { battles: 20, meanPlace: 3, topHalf: 0.8 } },
    { brawler: COLT, rate: null, corrected: null, showdown: { battles: 20, meanPlace: 6, topHalf: 0.4 } },
  ])
})

const counts = fc.record({ wins: fc.nat(300), losses: fc.nat(300), draws: fc.nat(9), stars: fc.nat(9) })
const cell = fc
  .record({ brawler: fc.integer({ min: SHELLY, max: SHELLY + 140 }), stratum: fc.nat(STRATA - 1), counts })
  .map(({ brawler, stratum, counts: { wins, losses, draws, stars } }) => {
    return { brawler, stratum, picks: wins + losses + draws, wins, losses, draws, stars }
  })

describe('for any picks', () => {
  test('the corrected rates of all brawlers, weighted by their battles, are a half', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 200 }), (cells) => {
        const all = brawlerMeta(talliesOf(cells))
        const decided = all.reduce((sum, { wins, losses }) => sum + wins + losses, 0)
        const corrected = all.reduce((sum, each) => sum + (each.corrected ?? 0) * (each.wins + each.losses), 0)
        if (decided > 0) expect(corrected / decided).toBeCloseTo(0.5, 9)
      }),
    )
  })

  test('the interval holds the rate, picks add up to 1, and the order in which they are counted does not matter', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 60 }), (cells) => {
        const all = brawlerMeta(talliesOf(cells))
        for (const { low, rate, high } of all) {
          if (rate === null || low === null || high === null) continue
          expect(low).toBeLessThanOrEqual(rate)
          expect(high).toBeGreaterThanOrEqual(rate)
        }
        if (all.length > 0) expect(all.reduce((sum, { pickRate }) => sum + pickRate, 0)).toBeCloseTo(1, 9)
        const reversed = brawlerMeta(talliesOf(cells.toReversed(), 200))
        expect(reversed.map(({ brawler, picks, wins }) => [brawler, picks, wins])).toEqual(
          all.map(({ brawler, picks, wins }) => [brawler, picks, wins]),
        )
      }),
    )
  })
})
