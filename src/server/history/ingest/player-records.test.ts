import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { NO_RANKED, ownedBrawler, profile } from '#test/club-history.ts'
import { noRecords, packRecords, recordFacts, takeProfile, takeRawProfile, unpackRecords } from './player-records.ts'
import { answerOf, profileLine } from './raw-answers.ts'

type Told = {
  day: number
  level: number | null
  streak: number | null
  best: number | null
  tier?: string | null | undefined
}

const START = calendarDay('2026-08-01')

function profileOf({ level, streak, best, tier = 'PRO' }: Told) {
  const shelly = { ...ownedBrawler(16000000, 1500), prestigeLevel: level, maxWinStreak: streak }
  const ranked = { ...NO_RANKED, best: { tier: best === null ? null : tier, rating: best } }
  return profile('2026-08-01', '#ADA', 1500, { brawlers: [shelly], ranked }).body
}

function recordsOf(...profiles: Told[]) {
  const records = noRecords()
  for (const told of profiles) takeProfile(records, profileOf(told), addDays(START, told.day))
  return packRecords(records)
}

const anyTold: fc.Arbitrary<Told> = fc.record({
  day: fc.nat(4),
  level: fc.option(fc.nat(4)),
  streak: fc.option(fc.nat(45)),
  best: fc.option(fc.nat(5)),
  tier: fc.option(fc.constantFrom('PRO', 'MASTERS I')),
})

describe('what a player ever reached', () => {
  it('is each level, each ten wins in a row and the highest rating, with the first day', () => {
    const told = [
      { day: 0, level: 1, streak: 9, best: 4500 },
      { day: 2, level: 1, streak: 12, best: 4700 },
      { day: 5, level: 2, streak: 31, best: 4700 },
    ]
    const tens = [
      [1, '2026-08-03'],
      [3, '2026-08-06'],
    ]
    const levels = [
      [1, '2026-08-01'],
      [2, '2026-08-06'],
    ]
    expect(recordsOf(...told)).toEqual([
      [START, START, START],
      ['PRO', 4700, '2026-08-03'],
      [[16000000, 31, tens, levels]],
    ])
  })

  it('has the tier of the highest rating, whichever profile named it', () => {
    const told = [null, 'PRO', 'MASTERS I'].map((tier, day) => ({ day, level: null, streak: null, best: 9300, tier }))
    const best = ['MASTERS I', 9300, START]
    expect(recordsOf(...told)).toMatchObject([[START, null, null], best, []])
    expect(recordsOf(...told.toReversed())).toMatchObject([[START, null, null], best, []])
  })

  it('is nothing where profiles lack the fields', () => {
    expect(recordsOf({ day: 0, level: null, streak: null, best: null })).toEqual([[null, null, null], null, []])
    expect(recordFacts(profileOf({ day: 0, level: null, streak: null, best: null }))).toEqual({})
  })

  it('is the same in any order, twice, stored in between, and from raw answers', () => {
    const check = (told: Told[], turned: Told[]) => {
      const inOrder = recordsOf(...told)
      expect(recordsOf(...turned, ...told)).toEqual(inOrder)
      let stored: unknown = null
      for (const each of turned) {
        const records = unpackRecords(stored)
        const answer = answerOf(profileLine(profileOf(each), new Date(addDays(START, each.day))))
        if (answer.kind === 'profile') takeRawProfile(records, answer)
        stored = packRecords(records)
      }
      expect(stored ?? packRecords(noRecords())).toEqual(inOrder)
    }
    const anyTwo = fc.array(anyTold, { maxLength: 8 }).chain((told) => {
      const all = { minLength: told.length, maxLength: told.length }
      return fc.tuple(fc.constant(told), fc.shuffledSubarray(told, all))
    })
    fc.assert(fc.property(anyTwo, ([told, turned]) => check(told, turned)))
  })
})
