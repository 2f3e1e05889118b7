import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { anySides, SUNDAY, sideOf, wonAndLost } from '#test/player-sides.ts'
import { clubBattles, clubBattlesSentence, clubHours } from './club-battles.ts'
import { sumClub } from './club-sums.ts'
import type { PlayerSide } from './player-side.ts'

type MemberSides = { tag: string; name: string; sides: PlayerSide[] | null }

const member = (tag: string, ...sides: PlayerSide[]): MemberSides => ({ tag, name: tag.slice(1), sides })
const battles = (...members: MemberSides[]) => {
  const ordered = members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))
  const sums = sumClub(
    ordered.map(({ tag }) => tag),
    (tag) => members.find((one) => one.tag === tag)?.sides ?? undefined,
  )
  const named = ordered.map(({ tag, name, sides }) => ({ tag, name, hasLog: sides !== null }))
  return { ...clubBattles(named, sums, () => 0.56), ...clubHours(sums, KNOWN) }
}

/** Each hour of the week is known on four dates. */
const KNOWN = Array.from({ length: 168 }, () => 4)

const NOON = SUNDAY + 12 * HOUR_MS

describe('the hours of a club', () => {
  it('count battles of all kinds by weekday and hour in UTC', () => {
    const { hours, battles: all } = battles(
      member('#A', sideOf({ at: NOON }), sideOf({ at: NOON + 1000, family: 'other', lobby: 'bots' })),
      member('#B', sideOf({ at: NOON + 3 * DAY_MS + HOUR_MS })),
    )
    expect(all).toBe(3)
    expect([hours[6]?.[12], hours[2]?.[13]]).toEqual([2, 1])
  })

  it('are best where most members are on average, however many battles they have and however many ever came', () => {
    const evenings = (...weeks: number[]) => weeks.map((week) => sideOf({ at: NOON + 9 * HOUR_MS + 7 * week * DAY_MS }))
    const { best_hours } = battles(
      member('#A', ...wonAndLost(30, 0, { at: NOON }), ...evenings(0, 1, 2)),
      member('#B', sideOf({ at: NOON }), ...evenings(0, 1, 2)),
      member('#C', sideOf({ at: NOON }), ...evenings(0)),
      member('#D', sideOf({ at: NOON })),
    )
    expect(best_hours).toEqual([
      { weekday: 6, hour: 21, battles: 7, mean_members: 1.8 },
      { weekday: 6, hour: 12, battles: 33, mean_members: 1 },
    ])
  })

  it('are not compared before they are known on three dates, nor for two members', () => {
    const fought = [0, 7, 14].map((days) => sideOf({ at: NOON + days * DAY_MS }))
    expect(battles(member('#A', ...fought), member('#B', ...fought)).best_hours).toEqual([])
    const [tags, sides] = [['#A', '#B', '#C'], fought]
    const sums = sumClub(tags, () => sides)
    const best = (dates: number) =>
      clubHours(
        sums,
        Array.from({ length: 168 }, () => dates),
      ).best_hours
    expect(best(2)).toEqual([])
    expect(best(3)).toEqual([{ weekday: 6, hour: 12, battles: 9, mean_members: 3 }])
  })
})

describe('battles played together', () => {
  const together = (...mates: string[]) => ({ mates })

  it('count once, though the logs of all on the team tell of them', () => {
    const [ofA, ofB] = [wonAndLost(15, 5, together('#B')), wonAndLost(15, 5, together('#A'))]
    const { pairs, trios } = battles(member('#B', ...ofB), member('#A', ...ofA))
    expect(pairs).toMatchObject([{ players: [{ tag: '#A' }, { tag: '#B' }], battles: 20, wins: 15 }])
    expect(trios).toEqual([])
    // Two of them are known from one log alone.
    expect(battles(member('#B', ...ofB.slice(2)), member('#A', ...ofA)).pairs[0]?.battles).toBe(20)
  })

  it('stand beside the mean of what both usually win in the same modes', () => {
    const shared = { mode: 'gemGrab' }
    const a = [...wonAndLost(15, 5, { ...shared, ...together('#B') }), ...wonAndLost(0, 10, { at: NOON + HOUR_MS })]
    const b = [
      ...wonAndLost(15, 5, { ...shared, ...together('#A') }),
      ...wonAndLost(20, 0, { ...shared, at: NOON + HOUR_MS }),
    ]
    // A: (15 + 20 x 0.56) / 50 = 0.524, in Gem Grab (15 + 25 x 0.524) / 45 = 0.62444.
    // B: (35 + 20 x 0.56) / 60 = 0.77, in Gem Grab (35 + 25 x 0.77) / 65 = 0.83462. Usual: 0.72953.
    // Together: (15 + 25 x 0.72953) / 45 = 0.73863.
    expect(battles(member('#A', ...a), member('#B', ...b)).pairs).toMatchObject([
      { rate: 73.9, usual: 73, prior: 73, prior_weight: 25, edge: 0.9 },
    ])
  })

  it('are told from 20 decided battles on', () => {
    const draws = [sideOf({ result: 'draw', at: NOON + 30 * HOUR_MS, ...together('#B') })]
    const pairsOf = (wins: number) => {
      return battles(member('#A', ...wonAndLost(wins, 0, together('#B')), ...draws), member('#B')).pairs
    }
    expect(pairsOf(19)).toEqual([])
    expect(pairsOf(20)).toMatchObject([{ battles: 21, draws: 1, sample: 'building', edge: expect.any(Number) }])
  })

  it('count for a member whose log nobody has read, and are then compared with nothing', () => {
    const unread = { tag: '#B', name: 'B', sides: null }
    const { pairs, members } = battles(member('#A', ...wonAndLost(15, 5, together('#B'))), unread)
    // A: (15 + 11.2) / 40 = 0.655, in Knockout (15 + 25 x 0.655) / 45 = 0.69722; together (15 + 25 x 0.69722) / 45.
    expect(pairs).toMatchObject([{ battles: 20, rate: 72.1, usual: null, edge: null }])
    expect(members.map(({ tag }) => tag)).toEqual(['#A'])
  })

  it('of three members make three pairs and a trio', () => {
    const { pairs, trios } = battles(
      member('#A', ...wonAndLost(17, 3, together('#C', '#B'))),
      member('#B'),
      member('#C', ...wonAndLost(17, 3, together('#A', '#B'))),
    )
    expect(pairs.map(({ players, battles }) => [players.map(({ tag }) => tag).join(''), battles])).toEqual([
      ['#A#B', 20],
      ['#A#C', 20],
      ['#B#C', 20],
    ])
    expect(trios).toMatchObject([{ players: [{ tag: '#A' }, { tag: '#B' }, { tag: '#C' }], battles: 20, wins: 17 }])
  })

  it('count once whichever logs tell of them, and whatever these have missed', () => {
    const fought = (from: number, to: number) => {
      return Array.from({ length: to - from }, (_, place) => sideOf({ at: NOON + (from + place) * HOUR_MS }))
    }
    const of = (mate: string, sides: PlayerSide[]) => sides.map((side) => ({ ...side, mates: [mate] }))
    // A's log lacks the battles from the 5th to the 10th, B's those before the 5th and after the 25th.
    const { pairs } = battles(
      member('#A', ...of('#B', [...fought(0, 5), ...fought(10, 30)])),
      member('#B', ...of('#A', fought(5, 25))),
    )
    expect(pairs).toMatchObject([{ battles: 30 }])
  })

  it('are a share of the battles in teams, also against bots; strangers are no clubmates', () => {
    const sides = [
      ...wonAndLost(3, 0, together('#B')),
      ...wonAndLost(1, 0, { ...together('#B'), lobby: 'bots' }),
      ...wonAndLost(4, 0, together('#STRANGER')),
      sideOf({ format: 'showdown', mode: 'soloShowdown', result: null, place: 1, teams: 10 }),
    ]
    const { members, together_share } = battles(member('#A', ...sides), member('#B'))
    expect(together_share).toBe(50)
    expect(members.map(({ tag, together_share }) => [tag, together_share])).toEqual([
      ['#A', 50],
      ['#B', null],
    ])
  })
})

describe('the rates of a club', () => {
  it('are of ladder battles against people, members with the most battles first', () => {
    const { members, by_mode } = battles(
      member('#A', ...wonAndLost(10, 10), ...wonAndLost(50, 0, { lobby: 'bots' })),
      member('#B', ...wonAndLost(20, 10), ...wonAndLost(50, 0, { family: 'ranked' })),
    )
    // (20 + 11.2) / 50 and (10 + 11.2) / 40
    expect(members).toMatchObject([
      { tag: '#B', battles: 30, rate: 62.4, prior: 56 },
      { tag: '#A', battles: 20, rate: 53 },
    ])
    // All: (30 + 11.2) / 70 = 0.58857; the mode (30 + 25 x 0.58857) / 75
    expect(by_mode).toMatchObject([{ mode: 'knockout', battles: 50, rate: 59.6, prior: 58.9 }])
  })

  it('are not given with too few battles; the counts are', () => {
    expect(battles(member('#A', ...wonAndLost(5, 4)))).toMatchObject({ enough: false, needed: 10, battles: 9 })
    expect(battles()).toMatchObject({ enough: false, battles: 0, best_hours: [], members: [], together_share: null })
  })
})

describe('the sentence on a club’s battles', () => {
  const sentence = (...members: MemberSides[]) => clubBattlesSentence(battles(...members), 30)

  it('tells how much is played together, and of the best pair', () => {
    const [a, b] = [wonAndLost(38, 2, { mates: ['#B'] }), wonAndLost(0, 20, { at: NOON + HOUR_MS })]
    // A: (38 + 11.2) / 80 = 0.615, in Knockout (38 + 25 x 0.615) / 85 = 0.62794. B: 11.2 / 40 = 0.28, 25 x 0.28 / 45 =
    // 0.15556. Usual: 0.39175. Together: (38 + 25 x 0.39175) / 65 = 0.73529.
    expect(sentence(member('#A', ...a, ...b), member('#B', ...b))).toBe(
      '80 battles of 2 members in 30 days, 50% of those in teams with clubmates, A and B win 34 points more together than usual.',
    )
  })

  it('tells of no pair that does about as usual, and nothing of too few battles', () => {
    expect(sentence(member('#A', ...wonAndLost(30, 20)))).toBe(
      '50 battles of 1 member in 30 days, 0% of those in teams with clubmates.',
    )
    expect(sentence(member('#A', ...wonAndLost(3, 2)))).toBeNull()
  })
})

describe('any battles of a club', () => {
  const anyClub = fc
    .tuple(anySides, anySides, anySides)
    .map((all) => all.map((sides, index) => member(['#AAA', '#BBB', '#CCC'][index] ?? '', ...sides)))

  it('do not depend on the order of members, and modes add up to them', () => {
    fc.assert(
      fc.property(anyClub, (members) => {
        const answer = battles(...members)
        expect(battles(...members.toReversed())).toEqual(answer)
        const sum = (rows: { battles: number }[]) => rows.reduce((all, row) => all + row.battles, 0)
        expect(sum(answer.by_mode)).toBe(sum(answer.members))
        expect(answer.hours.flat().reduce<number>((all, battles) => all + (battles ?? 0), 0)).toBe(answer.battles)
      }),
    )
  })
})
