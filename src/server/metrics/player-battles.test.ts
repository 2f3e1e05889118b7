import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { battlesSentence } from '#shared/battles-sentence.ts'
import { HOUR_MS } from '#shared/days.ts'
import { anySides, SUNDAY, sideOf, sidesOf, wonAndLost } from '#test/player-sides.ts'
import { playerBattles } from './player-battles.ts'
import type { PlayerSide } from './player-side.ts'

type Asked = Parameters<typeof playerBattles>[1]

const [SHELLY, PIPER, BO] = [16000000, 16000015, 16000020]
const of = (id: number, trophies: number | null = 750) => ({ brawlers: [{ id, trophies }] })
const asked: Asked = { family: 'ladder', lobby: 'people', baselines: () => 0.56, clubmates: new Set(['#MATE']) }
const battles = (sides: PlayerSide[], given: Partial<Asked> = {}) => playerBattles(sides, { ...asked, ...given })

/** 68 of 96 with Piper in Knockout, 20 of 50 with Shelly in Gem Grab. */
const MONTH = [
  ...wonAndLost(68, 28, of(PIPER)),
  ...wonAndLost(20, 30, { ...of(SHELLY), mode: 'gemGrab', eventId: 15000002, at: SUNDAY + 15 * HOUR_MS }),
]

describe('the rates of a player', () => {
  it('are drawn towards what others win, those of parts towards the player’s own', () => {
    const { totals, by_mode, by_brawler, by_map } = battles(MONTH)
    // (88 + 20 x 0.56) / (146 + 20) = 0.59759
    expect(totals).toMatchObject({ battles: 146, wins: 88, rate: 59.8, prior: 56, prior_weight: 20 })
    // (68 + 25 x 0.59759) / (96 + 25) = 0.68545; (20 + 25 x 0.59759) / (50 + 25) = 0.46586
    const piper = { wins: 68, losses: 28, rate: 68.5, low: 61.1, high: 79, prior: 59.8, prior_weight: 25 }
    expect(by_mode).toMatchObject([
      { mode: 'knockout', ...piper },
      { mode: 'gemGrab', rate: 46.6, sample: 'building' },
    ])
    expect(by_brawler).toMatchObject([
      { brawler_id: PIPER, ...piper },
      { brawler_id: SHELLY, rate: 46.6 },
    ])
    // Drawn towards the mode: (68 + 25 x 0.68545) / 121 = 0.70361
    expect(by_map[0]).toMatchObject({ event_id: 15000001, mode: 'knockout', rate: 70.4, prior: 68.5 })
    // Drawn towards Piper in Knockout, who is drawn towards Piper: (68 + 25 x 0.70361) / 121 = 0.70736
    expect(by_map[0]?.best).toMatchObject({ brawler_id: PIPER, rate: 70.7, prior: 70.4 })
  })

  it('stand beside what others win in the same lobbies, in 100 battles', () => {
    // 100 x (88 - 146 x 0.56) / 146
    expect(battles(MONTH).totals.above_expected).toBe(4.3)
    const ofBins = (_family: string, bin: number | null) => (bin === 600 ? 0.5 : bin === 2000 ? 0.6 : null)
    const sides = [
      ...wonAndLost(8, 2, of(PIPER, 799)),
      ...wonAndLost(4, 6, of(PIPER, 2600)),
      ...wonAndLost(9, 0, of(BO)),
    ]
    // The nine at 750 are in the bin of 600 as well: (21 - 19 x 0.5 - 10 x 0.6) / 29
    expect(battles(sides, { baselines: ofBins }).totals.above_expected).toBe(19)
    // Battles of which nothing is known are left out here, and count as even in the prior: (10 x 0.6 + 5 x 0.5) / 15
    const known = [...wonAndLost(4, 6, of(PIPER, 2600)), ...wonAndLost(5, 0, of(BO, null))]
    expect(battles(known, { baselines: ofBins }).totals).toMatchObject({ above_expected: -20, prior: 56.7 })
    expect(battles(MONTH, { baselines: () => null }).totals).toMatchObject({ above_expected: null, prior: 50 })
  })

  it('leave out other families and lobbies of bots, unless all battles are asked for', () => {
    const lobbies = (['people', 'bots', 'likely_bots', 'unknown'] as const).flatMap((lobby, index) =>
      wonAndLost(index + 10, 1, { lobby }),
    )
    const sides = [...lobbies, ...wonAndLost(30, 0, { family: 'other' }), ...wonAndLost(0, 12, { family: 'ranked' })]
    expect(battles(sides).totals).toMatchObject({ wins: 23, losses: 2 })
    expect(battles(sides, { lobby: 'all' }).totals).toMatchObject({ wins: 46, losses: 4 })
    expect(battles(sides, { family: 'ranked' }).totals).toMatchObject({ wins: 0, losses: 12 })
    expect(battles(sides).by_lobby).toEqual({ people: 11, bots: 12, likely_bots: 13, unknown: 14 })
  })

  it('are not given with too few battles; the counts are', () => {
    const few = battles(sidesOf('wwwwwwll'))
    expect(few).toMatchObject({ enough: false, needed: 10, strongest: null })
    expect(few.totals).toMatchObject({
      battles: 8,
      wins: 6,
      losses: 2,
      rate: null,
      sample: 'none',
      above_expected: null,
    })
    expect(battles([])).toMatchObject({ enough: false, by_mode: [], by_brawler: [], by_map: [], latest: [] })
  })
})

describe('the strongest brawler and mode', () => {
  const withPiper = (wins: number, losses: number) =>
    wonAndLost(wins, losses, { brawlers: [{ id: PIPER, trophies: 500 }] })
  const others = (wins: number, losses: number) =>
    Array.from({ length: 10 }, (_, id) =>
      wonAndLost(wins, losses, { brawlers: [{ id: 100 + id, trophies: 500 }] }),
    ).flat()

  it('has won no less than the player does: the only pair with 20 battles is not named for its number alone', () => {
    expect(battles([...withPiper(11, 15), ...others(6, 4)]).strongest).toBeNull()
    expect(battles([...withPiper(16, 10), ...others(6, 4)]).strongest).toMatchObject({ brawler_id: PIPER, wins: 16 })
    expect(battles(withPiper(11, 15)).strongest).toMatchObject({ brawler_id: PIPER, battles: 26 })
  })
})

describe('showdowns and duels', () => {
  const showdown = (place: number, teams: number) =>
    sideOf({ format: 'showdown', mode: 'soloShowdown', eventId: 15000900, result: null, place, teams })

  it('places are never mixed with wins: the mean, and the better half of the teams', () => {
    // Of 10 the better half ends with 5, of 5 with 2.
    const places = [showdown(1, 10), showdown(5, 10), showdown(6, 10), showdown(2, 5), showdown(3, 5)]
    const { totals, by_mode } = battles([...places, ...wonAndLost(2, 1)])
    expect(totals).toMatchObject({ battles: 3, wins: 2, places: { battles: 5, mean_place: 3.4, top_half: 60 } })
    expect(by_mode).toMatchObject([
      { mode: 'knockout', battles: 3, places: null },
      { mode: 'soloShowdown', battles: 0, rate: null, places: { battles: 5, mean_place: 3.4, top_half: 60 } },
    ])
  })

  it('a place counts only where the number of teams is known', () => {
    expect(battles([{ ...showdown(1, 10), teams: null }]).totals.places).toBeNull()
  })

  it('a duel is one result, which all its brawlers share, each once', () => {
    const brawlers = [PIPER, BO, BO].map((id) => ({ id, trophies: 500 }))
    const { totals, by_brawler } = battles(wonAndLost(3, 1, { format: 'duels', mode: 'duels', brawlers }))
    expect(totals).toMatchObject({ battles: 4, wins: 3, trophies_won: 19 })
    // An earlier version stored what the three won together.
    expect(by_brawler).toMatchObject([
      { brawler_id: PIPER, battles: 4, wins: 3, trophies_won: null },
      { brawler_id: BO, battles: 4, wins: 3, trophies_won: null },
    ])
  })

  it('what each brawler won in duels is in its sum, and unknown where one of them does not tell it', () => {
    const brawlers = [PIPER, BO, BO].map((id) => ({ id, trophies: 500 }))
    const duels = wonAndLost(2, 0, { format: 'duels', mode: 'duels', brawlers, changes: [3, 2, 3], trophyChange: 8 })
    const plain = sideOf({ brawlers: [{ id: PIPER, trophies: 500 }], trophyChange: -5 })
    const wonBy = (sides: PlayerSide[]) =>
      battles(sides).by_brawler.map(({ brawler_id, trophies_won }) => [brawler_id, trophies_won])
    expect(wonBy([...duels, plain])).toEqual([
      [PIPER, 1],
      [BO, 10],
    ])
    const [untold] = wonAndLost(1, 0, { format: 'duels', mode: 'duels', brawlers: brawlers.slice(0, 1) })
    expect(wonBy([...duels, ...(untold ? [untold] : []), plain])).toEqual([
      [PIPER, null],
      [BO, 10],
    ])
  })
})

describe('the sums of a player', () => {
  it.each([
    ['', 0, 0],
    ['wwlwww', 3, 3],
    ['wwwwll', -2, 4],
    ['wwwd', 0, 3],
    ['lldl', -1, 0],
  ])('streaks of %s: now %i, the longest %i', (signs, current, longest) => {
    expect(battles(sidesOf(signs)).totals).toMatchObject({ current_streak: current, longest_streak: longest })
  })

  it('star awards are counted per win of battles that name a star player', () => {
    const starred = [
      ...wonAndLost(4, 0, { star: true }),
      ...wonAndLost(6, 2, { star: false }),
      ...wonAndLost(0, 1, { star: true }),
    ]
    expect(battles([...starred, ...wonAndLost(9, 0, { star: null })]).totals.stars_per_win).toBe(0.5)
  })

  it('time is that of battles whose duration is told', () => {
    const sides = [sideOf({ seconds: 90 }), sideOf({ seconds: null }), sideOf({ seconds: 60 })]
    expect(battles(sides).totals).toMatchObject({ seconds_played: 150, battles_timed: 2, trophies_won: 24 })
  })

  it('hours begin with Monday, in UTC', () => {
    const monday = SUNDAY + 24 * HOUR_MS
    const { hours } = battles([sideOf({ at: monday }), sideOf({ at: SUNDAY + 24 * HOUR_MS - 1000 })])
    expect(hours.flat().reduce((sum, battles) => sum + battles)).toBe(2)
    expect([hours[0]?.[0], hours[6]?.[23]]).toEqual([1, 1])
  })

  it('the latest 25 begin with the newest', () => {
    const { latest } = battles(sidesOf('w'.repeat(30)))
    expect(latest).toHaveLength(25)
    expect(latest[0]?.at).toBe(SUNDAY + 12 * HOUR_MS + 29 * 60_000)
  })

  it('clubmates stand beside what the player usually wins in the same modes', () => {
    const sides = [
      ...wonAndLost(15, 5, { mates: ['#MATE', '#STRANGER'] }),
      ...wonAndLost(10, 20),
      ...wonAndLost(30, 20, { mode: 'gemGrab' }),
    ]
    // Family: (55 + 20 x 0.56) / 120 = 0.55167; in Knockout (25 + 25 x 0.55167) / 75 = 0.51722.
    // Together: (15 + 25 x 0.51722) / 45 = 0.62068.
    expect(battles(sides).played_with).toMatchObject([
      { tag: '#MATE', battles: 20, wins: 15, rate: 62.1, usual: 51.7, edge: 10.3 },
    ])
    const few = sidesOf('w'.repeat(19), { mates: ['#MATE'] })
    expect(battles(few).played_with[0]).toMatchObject({ battles: 19, sample: 'few', edge: null })
  })
})

describe('the sentence on battles', () => {
  const sentence = (sides: PlayerSide[]) => {
    const { strongest, ...figures } = battles(sides)
    return battlesSentence({ ...figures, days: 30, strongest: strongest && { brawler_name: 'PIPER', ...strongest } })
  }

  it.each([
    [
      'names the brawler and mode',
      MONTH,
      '88 of 146 battles won in 30 days, strongest with Piper in Knockout: 68 of 96.',
    ],
    ['names none with fewer than 20 battles', wonAndLost(9, 3, of(PIPER)), '9 of 12 battles won in 30 days.'],
    ['is not made of too few battles', wonAndLost(4, 3), null],
  ])('%s', (_, sides, text) => {
    expect(sentence(sides)).toBe(text)
  })

  it('tells of a player of showdowns how often they end in the better half', () => {
    const showdowns = Array.from({ length: 12 }, (_, index) =>
      sideOf({ format: 'showdown', mode: 'soloShowdown', result: null, place: 1 + (index % 10), teams: 10 }),
    )
    // Places 1 to 10 and 1, 2 again: 7 of 12.
    expect(sentence(showdowns)).toBe('58% of 12 showdowns in 30 days ended in the better half.')
  })
})

describe('any battles of a player', () => {
  const choices = fc.record({ family: fc.constantFrom('ladder', 'ranked'), lobby: fc.constantFrom('people', 'all') })

  it('add up: modes and maps to the totals, the hours and lobbies to all battles', () => {
    fc.assert(
      fc.property(anySides, choices, (sides, choice) => {
        const { totals, by_mode, by_map, hours, by_lobby, latest } = battles(sides, choice)
        for (const rows of [by_mode, by_map]) {
          for (const field of ['battles', 'wins', 'losses', 'draws'] as const) {
            expect(rows.reduce((sum, row) => sum + row[field], 0)).toBe(totals[field])
          }
          expect(rows.reduce((sum, { places }) => sum + (places?.battles ?? 0), 0)).toBe(totals.places?.battles ?? 0)
        }
        const lobbies = choice.lobby === 'all' ? by_lobby : { people: by_lobby.people, unknown: by_lobby.unknown }
        const all = Object.values(lobbies).reduce((sum, battles) => sum + battles, 0)
        expect(hours.flat().reduce((sum, battles) => sum + battles, 0)).toBe(all)
        expect(latest).toHaveLength(Math.min(25, all))
      }),
    )
  })

  it('give the same whatever the order in which equal ones are counted', () => {
    fc.assert(
      fc.property(anySides, choices, (sides, choice) => {
        const { latest, totals, ...rest } = battles(sides, choice)
        const { current_streak, longest_streak, ...sums } = totals
        const other = battles(sides.toReversed(), choice)
        expect(other).toMatchObject(rest)
        expect(other.totals).toMatchObject(sums)
      }),
    )
  })
})
