import { describe, expect, it } from 'vitest'
import {
  type CoveredSpan,
  type Evidence,
  type FoughtBattle,
  type Look,
  type Played,
  playedDays,
  resetBetween,
  type TakenBetween,
} from './played-days.ts'

const at = (time: string) => new Date(`2026-03-${time}Z`)
const look = (time: string, trophies: number, given: Partial<Look> = {}): Look => ({
  at: at(time),
  trophies,
  isReset: false,
  club: '#2PP',
  ...given,
})
const fall = (time: string, trophies: number) => look(time, trophies, { isReset: true })
const fought = (time: string, trophyChange: number): FoughtBattle => ({ at: at(time), trophyChange })
const covered = (from: string, to: string): CoveredSpan => ({ from: at(from), to: at(to) })
const taken = (from: string, to: string, trophies: number): TakenBetween => ({ from: at(from), to: at(to), trophies })

type Given = { looks: Look[] } & Partial<Evidence>

const count = ({ looks, battles = [], coverage = [], taken = [] }: Given) =>
  playedDays(looks, { battles, coverage, taken })
const inOrder = ({ days }: Played) => [...days].sort(([one], [other]) => (one < other ? -1 : 1))

/** Games by day of March, with those that are estimates: `'2': '3'` is three counted, `'2': '3 of 3'` three estimated. */
function gamesOf(given: Given): Record<string, string> {
  const days = inOrder(count(given)).map(([day, { changes, estimated }]) => [
    Number(day.slice(8)),
    estimated === 0 ? `${changes}` : `${estimated} of ${changes}`,
  ])
  return Object.fromEntries(days) as Record<string, string>
}

/** What resets took, by day of March. */
function resetsOf(given: Given): Record<string, number> {
  const days = inOrder(count(given)).flatMap(([day, { reset }]) => (reset === 0 ? [] : [[Number(day.slice(8)), reset]]))
  return Object.fromEntries(days) as Record<string, number>
}

const morning = look('02T08:00', 1000)
const noon = look('02T12:00', 1016)

describe('the games of a day without a log', () => {
  it.each<[string, Look[], Record<string, string>]>([
    ['are none on the day of the first look', [morning], { 2: '0' }],
    ['are estimated from the change between two looks', [morning, noon], { 2: '3 of 3' }],
    ['are none between equal looks', [morning, look('02T12:00', 1000)], { 2: '0' }],
    [
      'are those of the later day when the change goes over midnight',
      [noon, look('03T00:05', 1024)],
      { 2: '0', 3: '2 of 2' },
    ],
    ['are as many after a loss as after a gain', [noon, look('02T13:00', 1000)], { 2: '3 of 3' }],
    ['are estimated for each change alone', [morning, look('02T09:00', 1008), look('02T10:00', 1000)], { 2: '4 of 4' }],
    [
      'begin anew at a look that found nothing new',
      [morning, look('02T20:00', 1000), look('03T08:00', 1006)],
      { 2: '0', 3: '1 of 1' },
    ],
    [
      'are unknown where nobody looked and trophies moved',
      [look('01T12:00', 1000), look('04T12:00', 1006)],
      { 1: '0', 4: '1 of 1' },
    ],
    [
      'are none on the days between two looks that are equal',
      [look('01T12:00', 1000), look('04T12:00', 1000)],
      { 1: '0', 2: '0', 3: '0', 4: '0' },
    ],
    ['are none where nobody ever looked', [], {}],
    [
      'are as many as the change stands for where the looks lie 36 hours apart',
      [look('01T12:00', 1000), look('03T00:00', 1060)],
      { 1: '0', 3: '10 of 10' },
    ],
    [
      'are not known where they lie farther apart: somebody played',
      [look('01T12:00', 1000), look('03T00:01', 3880)],
      { 1: '0', 3: '1 of 1' },
    ],
  ])('%s', (_story, looks, expected) => {
    expect(gamesOf({ looks })).toEqual(expected)
  })
})

describe('the games of a day that a log covers', () => {
  const twoWins = [fought('02T09:00', 8), fought('02T10:00', 8)]
  it.each<[string, Given, Record<string, string>]>([
    [
      'are its battles',
      { looks: [morning, noon], battles: twoWins, coverage: [covered('02T07:00', '02T12:30')] },
      { 2: '2' },
    ],
    [
      'are its battles also when their changes cancel each other out',
      {
        looks: [morning, look('02T12:00', 1000)],
        battles: [fought('02T09:00', 8), fought('02T10:00', -8)],
        coverage: [covered('02T07:00', '02T12:30')],
      },
      { 2: '2' },
    ],
    [
      'are none for a battle without a trophy change',
      {
        looks: [morning, noon],
        battles: [fought('02T09:00', 16), fought('02T10:00', 0)],
        coverage: [covered('02T07:00', '02T12:30')],
      },
      { 2: '1' },
    ],
    [
      'count each battle on its own day',
      {
        looks: [look('01T20:00', 1000), look('02T08:00', 1024)],
        battles: [fought('01T23:59:59', 8), fought('02T00:00:00', 8), fought('02T00:10', 8)],
        coverage: [covered('01T10:00', '02T09:00')],
      },
      { 1: '1', 2: '2' },
    ],
    [
      'are known to be none on a day between the looks without a battle',
      {
        looks: [look('01T12:00', 1000), look('04T12:00', 1008)],
        battles: [fought('03T09:00', 8)],
        coverage: [covered('01T00:00', '04T13:00')],
      },
      { 1: '0', 2: '0', 3: '1', 4: '0' },
    ],
    [
      'are estimated where the log covers a part of the time only, but for the battles that it tells',
      {
        looks: [morning, noon],
        battles: [fought('02T11:00', 8), fought('02T11:30', 8)],
        coverage: [covered('02T10:00', '02T12:30')],
      },
      { 2: '1 of 3' },
    ],
    [
      'are estimated where two logs leave a gap, but for the battles that they tell',
      {
        looks: [morning, noon],
        battles: twoWins,
        coverage: [covered('02T07:00', '02T10:00'), covered('02T10:30', '02T12:30')],
      },
      { 2: '1 of 3' },
    ],
    [
      'are counted before an unchanged look, and after it too where stored battles are as many as would be estimated',
      {
        looks: [morning, look('02T12:00', 1000), look('02T18:00', 1006)],
        battles: [fought('02T09:00', 8), fought('02T10:00', -8), fought('02T17:00', 6)],
        coverage: [covered('02T07:00', '02T12:30')],
      },
      { 2: '3' },
    ],
    [
      'leave out battles before the first look and at it',
      {
        looks: [morning, noon],
        battles: [fought('02T07:30', 8), fought('02T08:00', 8), fought('02T12:00', 16), fought('02T12:01', 8)],
        coverage: [covered('02T07:00', '02T13:00')],
      },
      { 2: '2' },
    ],
    [
      'are known to be at least so many where battles are stored of a day that the log does not cover',
      {
        looks: [look('01T12:00', 1000), look('04T12:00', 1040)],
        battles: [fought('02T09:00', 8), fought('02T10:00', 0), fought('02T23:00', 8), fought('04T13:00', 8)],
        coverage: [],
      },
      { 1: '0', 2: '2', 4: '1 of 2' },
    ],
    [
      'are known on each day that lies within a log, also where the looks around it are not covered',
      {
        looks: [look('01T12:00', 1000), look('07T12:00', 1040)],
        battles: [fought('03T09:00', 8)],
        coverage: [covered('02T10:00', '05T10:00')],
      },
      { 1: '0', 3: '1', 4: '0', 7: '1 of 1' },
    ],
    [
      'are known on days within a log that was read after the last look',
      {
        looks: [look('01T12:00', 1000)],
        battles: [fought('02T09:00', 8)],
        coverage: [covered('01T10:00', '04T10:00')],
      },
      { 1: '0', 2: '1', 3: '0' },
    ],
  ])('%s', (_story, given, expected) => {
    expect(gamesOf(given)).toEqual(expected)
  })

  it('end with the last battle that moved trophies, or with the look that shows a change', () => {
    const battles = [fought('02T09:00', 16), fought('02T11:00', 0)]
    const coverage = [covered('02T07:00', '02T12:30')]
    expect(count({ looks: [morning, noon], battles, coverage }).lastChangeAt).toEqual(at('02T09:00'))
    expect(count({ looks: [morning, noon], battles }).lastChangeAt).toEqual(at('02T12:00'))
    expect(count({ looks: [morning] }).lastChangeAt).toBeNull()
  })
})

describe('what a reset took', () => {
  const all = [covered('02T07:00', '02T20:00')]
  it.each<[string, Given, Record<string, number>, Record<string, string>]>([
    [
      'is nothing after a fall that nothing tells apart from play',
      { looks: [noon, look('02T13:00', 1000)] },
      {},
      { 2: '3 of 3' },
    ],
    [
      'is the whole fall of a club that fell together',
      { looks: [noon, fall('02T13:00', 900)] },
      { 2: -116 },
      { 2: '0' },
    ],
    [
      'is nothing when the player gained while the club fell',
      { looks: [noon, fall('02T13:00', 1022)] },
      {},
      { 2: '1 of 1' },
    ],
    [
      'lets play after it count',
      { looks: [noon, fall('02T13:00', 900), look('02T14:00', 894)] },
      { 2: -116 },
      { 2: '1 of 1' },
    ],
    [
      'leaves out what battles lost',
      { looks: [noon, fall('02T13:00', 900)], battles: [fought('02T12:30', -16)], coverage: all },
      { 2: -100 },
      { 2: '1' },
    ],
    [
      'is more than the fall where battles won',
      { looks: [noon, fall('02T13:00', 900)], battles: [fought('02T12:30', 8)], coverage: all },
      { 2: -124 },
      { 2: '1' },
    ],
    [
      'is nothing when battles explain the whole fall',
      {
        looks: [noon, fall('02T13:00', 1006)],
        battles: [fought('02T12:20', -6), fought('02T12:40', -4)],
        coverage: all,
      },
      {},
      { 2: '2' },
    ],
    [
      'leaves out lost battles where a log knows only some of them, and the rest is an estimate',
      { looks: [noon, fall('02T13:00', 900)], battles: [fought('02T12:30', -16)] },
      { 2: -100 },
      { 2: '2 of 3' },
    ],
    [
      'is what two profiles tell, and the rest of the change is play',
      { looks: [morning, look('02T13:00', 700)], taken: [taken('02T08:00', '02T13:00', -312)] },
      { 2: -312 },
      { 2: '2 of 2' },
    ],
    [
      'is on the day of the largest fall between two profiles',
      {
        looks: [look('01T08:00', 1000), look('02T08:00', 994), look('03T08:00', 694), look('04T08:00', 700)],
        taken: [taken('01T08:00', '04T08:00', -300)],
      },
      { 3: -300 },
      { 1: '0', 2: '1 of 1', 3: '0', 4: '1 of 1' },
    ],
    [
      'is on the day of the last look where the player gained more than that',
      {
        looks: [look('01T08:00', 1000), look('02T08:00', 1006), look('03T08:00', 1006)],
        taken: [taken('01T08:00', '03T08:00', -300)],
      },
      { 3: -300 },
      { 1: '0', 2: '1 of 1', 3: '50 of 50' },
    ],
    [
      'is what profiles tell, also in a club that fell together',
      { looks: [noon, fall('02T13:00', 900)], taken: [taken('02T12:00', '02T13:00', -110)] },
      { 2: -110 },
      { 2: '1 of 1' },
    ],
    [
      'adds up over two pairs of profiles',
      {
        looks: [morning, look('02T12:00', 700), look('02T16:00', 500)],
        taken: [taken('02T08:00', '02T12:00', -300), taken('02T12:00', '02T16:00', -200)],
      },
      { 2: -500 },
      { 2: '0' },
    ],
  ])('%s', (_story, given, resets, games) => {
    expect(resetsOf(given)).toEqual(resets)
    expect(gamesOf(given)).toEqual(games)
  })

  it('goes to the line of the club in which the player was then', () => {
    const looks = [noon, look('02T13:00', 900, { isReset: true, club: '#8PP' })]
    expect([...count({ looks }).days.values()]).toEqual([{ changes: 0, estimated: 0, reset: -116, club: '#8PP' }])
  })
})

describe('what a reset took between two profiles', () => {
  const brawlers = (...trophies: (number | null)[]) =>
    new Map(trophies.flatMap((each, id) => (each === null ? [] : [[id, each] as const])))
  it.each<[string, (number | null)[], (number | null)[], number]>([
    ['is nothing when nothing fell', [1100, 400], [1108, 400], 0],
    ['is nothing when brawlers lost battles', [1100, 1050], [1092, 1042], 0],
    ['is what two brawlers lost that fell to exactly 1,000', [1100, 1050, 400], [1000, 1000, 400], -150],
    ['is nothing when one brawler alone fell to exactly 1,000', [1004, 1050], [1000, 1046], 0],
    ['leaves out brawlers that had no more than 1,000', [1100, 1000, 1050], [1000, 1000, 1000], -150],
    ['leaves out brawlers that fell to another number', [1100, 1050, 1030], [1000, 1000, 1001], -150],
    ['is all that a withdrawn brawler had', [1100, 308], [1100, null], -308],
    ['is that of a withdrawn brawler beside one that fell alone', [1100, 308], [1000, null], -308],
    ['is both together', [1100, 1050, 308], [1000, 1000, null], -458],
    ['is nothing for new brawlers', [1100, null], [1100, 0], 0],
    ['is nothing when a profile leaves out its brawlers', [1100, 1050], [], 0],
  ])('%s', (_story, before, now, expected) => {
    expect(resetBetween(brawlers(...before), brawlers(...now))).toBe(expected)
  })
})
