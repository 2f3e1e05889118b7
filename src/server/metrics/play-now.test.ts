import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySides, sideOf, wonAndLost } from '#test/player-sides.ts'
import { beginOf, COUNTS, createTallies, stratumOf, WIDTH } from './battle-meta.ts'
import { createScope, LEAST_POWER, type Open, type Owned, playNow, type Scope } from './play-now.ts'

const [SHELLY, COLT, BULL, PIPER, NITA] = [16000000, 16000001, 16000002, 16000015, 16000008]
const [HERE, ELSEWHERE] = [15000001, 15000002]

/** Others' shares of wins by brawler, in the bin of 600 trophies. */
const scope = (of: Scope['of'], shares: Record<number, number>, meanPlace: number | null = null): Scope => ({
  of,
  shareOf: (brawler, bin) => {
    const share = shares[brawler]
    return share === undefined || bin !== 600 ? null : { share, battles: 200, meanPlace }
  },
})
const owned = (id: number, power = 9, trophies = 750): Owned => ({ id, power, trophies })
const onMap = (scopes: readonly Scope[], mode = 'knockout'): Open => {
  return { family: 'ladder', mode, eventId: HERE, scopes }
}
const won = (brawler: number, eventId: number, [wins, losses]: [number, number]) =>
  wonAndLost(wins, losses, { brawlers: [{ id: brawler, trophies: 750 }], eventId })

describe('the best brawlers of a map that is open, computed by hand', () => {
  const scopes = [scope('map', { [SHELLY]: 0.54, [COLT]: 0.56, [BULL]: 0.9 }), scope('mode', { [PIPER]: 0.5 })]
  const brawlers = [owned(SHELLY), owned(COLT), owned(BULL, LEAST_POWER - 1), owned(PIPER), owned(NITA)]
  const battles = [
    ...won(SHELLY, HERE, [12, 6]),
    ...won(SHELLY, ELSEWHERE, [6, 6]),
    ...won(COLT, HERE, [3, 1]),
    ...won(PIPER, ELSEWHERE, [5, 0]),
    ...won(NITA, HERE, [4, 0]),
  ]
  const [advice] = playNow(brawlers, battles, [onMap(scopes)])
  const [shelly, colt, piper, ...more] = advice?.best ?? []

  test('own battles on the map count whole, those of the mode elsewhere a third', () => {
    // n = 18 + 12 / 3 = 22, w = 12 + 6 / 3 = 14. (20 x 0.54 + 14) / 42 = 0.59048. 1.96 sqrt(0.24181 / 43) = 0.14698.
    expect(shelly).toMatchObject({ brawler_id: SHELLY, share: 59, low: 44.3, high: 73.7, mean_place: null })
    expect(shelly?.own).toEqual({ battles: 30, won: 18, map_battles: 18, map_won: 12 })
    expect(shelly?.others).toEqual({ share: 54, battles: 200, of: 'map' })
  })

  test('with fewer than five own battles others tell alone', () => {
    // 1.96 sqrt(0.2464 / 21) = 0.21231.
    expect(colt).toMatchObject({ brawler_id: COLT, share: 56, low: 34.8, high: 77.2, own: null })
  })

  test('what others do on the map is not known, so the mode tells it', () => {
    // n = w = 5 / 3. (10 + 1.66667) / 21.66667 = 0.53846. 1.96 sqrt(0.24852 / 22.66667) = 0.20523.
    expect(piper).toMatchObject({ brawler_id: PIPER, share: 53.8, low: 33.3, high: 74.4, others: { of: 'mode' } })
  })

  test('a brawler below power 7 and one of which nothing is known are not named', () => {
    expect(more).toEqual([])
    expect(playNow([owned(NITA)], won(NITA, HERE, [4, 6]), [onMap(scopes)])[0]?.best).toMatchObject([
      // (10 + 4) / 30.
      { share: 46.7, others: null, own: { battles: 10, won: 4 } },
    ])
  })
})

test('a showdown tells the mean place and the share of the better half', () => {
  const fought = (eventId: number, places: readonly number[]) =>
    places.map((place) => sideOf({ format: 'showdown', mode: 'soloShowdown', result: null, teams: 10, place, eventId }))
  const battles = [...fought(HERE, [1, 2, 6, 3]), ...fought(ELSEWHERE, [1, 1, 10])]
  const [advice] = playNow([owned(SHELLY)], battles, [onMap([scope('map', { [SHELLY]: 0.55 }, 4.8)], 'soloShowdown')])
  // n = 4 + 3 / 3, better half 3 + 2 / 3: (11 + 3.66667) / 25 = 0.58667. Places: (20 x 4.8 + 12 + 12 / 3) / 25 = 4.48.
  expect(advice).toMatchObject({ counts: 'places', best: [{ share: 58.7, mean_place: 4.5 }] })
  expect(advice?.best[0]?.own).toEqual({ battles: 7, won: 5, map_battles: 4, map_won: 3 })
})

test('places of other showdowns have another number of teams, so they give no mean place', () => {
  const soloAt = (place: number) =>
    sideOf({ format: 'showdown', mode: 'soloShowdown', result: null, teams: 10, place, eventId: HERE })
  const open = [onMap([scope('all', { [SHELLY]: 0.55 }, 2.6)], 'soloShowdown')]
  expect(playNow([owned(SHELLY)], [], open)[0]?.best).toMatchObject([{ share: 55, mean_place: null }])
  // Own places alone: (6 + 8 + 7 + 9 + 5) / 5. The share of the better half is of the same kind anywhere: (11 + 1) / 25.
  expect(playNow([owned(SHELLY)], [6, 8, 7, 9, 5].map(soloAt), open)[0]?.best).toMatchObject([
    { share: 48, mean_place: 7 },
  ])
})

test('in Ranked, whose maps are not known before, all battles of the mode count whole and trophies do not', () => {
  const ranked = [...won(SHELLY, HERE, [4, 2]), ...won(SHELLY, ELSEWHERE, [2, 2])].map((side) => ({
    ...side,
    family: 'ranked' as const,
  }))
  const others: Scope = {
    of: 'mode',
    shareOf: (_, bin) => (bin === null ? { share: 0.5, battles: 90, meanPlace: null } : null),
  }
  const open: Open = { family: 'ranked', mode: 'knockout', eventId: null, scopes: [others] }
  // (10 + 6) / 30.
  expect(playNow([owned(SHELLY)], [...ranked, ...won(SHELLY, HERE, [9, 0])], [open])[0]?.best).toMatchObject([
    { share: 53.3, own: { battles: 10, won: 6 } },
  ])
})

test('what others do is read from the picks of the bin alone, and drawn towards a half', () => {
  const tallies = createTallies()
  const put = (brawler: number, bin: number, counts: Partial<Record<keyof typeof COUNTS, number>>) => {
    const at = beginOf(tallies, brawler) + stratumOf('tracked', bin) * WIDTH
    for (const [name, count] of Object.entries(counts)) tallies.counts[at + COUNTS[name as keyof typeof COUNTS]] = count
  }
  put(SHELLY, 600, { picks: 40, wins: 30, losses: 10 })
  put(COLT, 600, { picks: 40, wins: 10, losses: 30 })
  put(PIPER, 600, { picks: 9, wins: 9 })
  put(SHELLY, 800, { placed: 10, places: 33, topHalves: 8, picks: 10 })
  const wins = createScope('map', 'wins', () => tallies)
  // All win 49 of 89: 0.5 + 0.75 - 0.55056 = 0.69944 corrected; (27.978 + 25) / 90.
  expect(wins.shareOf(SHELLY, 600)).toMatchObject({ share: expect.closeTo(0.58864, 5), battles: 40 })
  expect([wins.shareOf(PIPER, 600), wins.shareOf(SHELLY, 400)]).toEqual([null, null])
  const places = createScope('map', 'places', () => tallies)
  // (8 + 25) / 60.
  expect(places.shareOf(SHELLY, 800)).toEqual({ share: 0.55, battles: 10, meanPlace: 3.3 })
})

const anyOwned = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 16000000, max: 16000005 }),
    power: fc.option(fc.integer({ min: 1, max: 11 })),
    trophies: fc.option(fc.integer({ min: 0, max: 2600 })),
  }),
  { selector: ({ id }) => id },
)
const anyScope = fc
  .dictionary(fc.integer({ min: 16000000, max: 16000005 }).map(String), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(
    (shares): Scope => ({
      of: 'map',
      shareOf: (id) => (shares[id] === undefined ? null : { share: shares[id], battles: 10, meanPlace: 3 }),
    }),
  )
const anyOpen = fc.record({
  family: fc.constantFrom('ladder' as const, 'ranked' as const),
  mode: fc.constantFrom('knockout', 'brawlBall', 'soloShowdown', 'duels', 'never played'),
  eventId: fc.constantFrom(15000001, 15000901, 15000951, null),
  scopes: fc.array(anyScope, { maxLength: 3 }),
})

describe('of any player and rotation', () => {
  test('at most three owned and strong brawlers are named for each event, the best first, each within its interval', () => {
    fc.assert(
      fc.property(anyOwned, anySides, fc.array(anyOpen, { maxLength: 40 }), (brawlers, sides, open) => {
        const advice = playNow(brawlers, sides, open)
        expect(advice).toHaveLength(open.length)
        for (const { best } of advice) {
          expect(best.length).toBeLessThanOrEqual(3)
          for (const { brawler_id, share, low, high, own } of best) {
            const brawler = brawlers.find(({ id }) => id === brawler_id)
            expect(brawler?.power ?? 0).toBeGreaterThanOrEqual(LEAST_POWER)
            expect(0 <= low && low <= share && share <= high && high <= 100).toBe(true)
            expect(own === null || (own.battles >= 5 && own.won <= own.battles && own.map_won <= own.map_battles)).toBe(
              true,
            )
          }
          // As pages write them, in whole percent.
          const shares = best.map(({ share }) => Math.round(share))
          expect(shares).toEqual(shares.toSorted((one, other) => other - one))
        }
      }),
    )
  })

  test('nine wins more on the map give no lower share than nine losses more', () => {
    fc.assert(
      fc.property(anySides, anyScope, (sides, others) => {
        const shareWith = (more: ReturnType<typeof wonAndLost>) => {
          return playNow([owned(SHELLY)], [...sides, ...more], [onMap([others])])[0]?.best[0]?.share
        }
        expect(shareWith(wonAndLost(0, 9))).toBeLessThanOrEqual(shareWith(wonAndLost(9, 0)) ?? 0)
      }),
    )
  })
})
