import { expect, it } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { RANKED_TIERS } from '#shared/ranked-tiers.ts'
import { allLadderEvents, ladderEvents, newTiers } from './ladder-events.ts'
import { type LadderDay, NOTHING_KNOWN } from './ranked-days.ts'

const FIRST = calendarDay('2026-08-01')
const SINCE = { best: FIRST, levels: FIRST, tens: FIRST }

/** A day for each pair of season and rating. */
function daysOf(...told: [season: number, rating: number][]) {
  return new Map(
    told.map(([season, rating], place): [typeof FIRST, LadderDay] => {
      const tier = RANKED_TIERS.findLast(({ from }) => from <= rating)?.name ?? null
      return [addDays(FIRST, place), { ...NOTHING_KNOWN, season, tier, rating, seasonTier: tier, seasonRating: rating }]
    }),
  )
}

it.each([
  ['none on the first day', daysOf([47, 4600]), []],
  ['each above all before it', daysOf([47, 2900], [47, 3100], [47, 2900], [47, 3100], [47, 3600]), [2, 5]],
  ['none below Gold', daysOf([47, 600], [47, 1400], [47, 1600]), [3]],
  ['none at a season start, and again in the new season', daysOf([47, 4600], [48, 2900], [48, 3100]), [3]],
])('new tiers are %s', (_story, days, expected) => {
  expect(newTiers(days).map(({ on }) => Number(on.slice(8)))).toEqual(expected)
})

it('a tier that nobody knows is none, and ends nothing', () => {
  const days = daysOf([47, 2900], [47, 3100])
  const [first = FIRST] = days.keys()
  days.set(addDays(first, 0), { ...NOTHING_KNOWN, tier: 'GRAND CHAMPION', rating: 12_000 })
  expect(newTiers(days)).toEqual([])
})

it('events are the highest of each kind from a day on, and what the first profile told is none', () => {
  const day = (number: number) => addDays(FIRST, number - 1)
  const poco = { tens: [[1, day(1)] as const, [2, day(4)] as const], levels: [[1, day(3)] as const] }
  const records = { since: SINCE, best: { tier: 'PRO', rating: 12_000, on: day(3) }, brawlers: new Map([[13, poco]]) }
  const days = daysOf([47, 2900], [47, 3100], [47, 3600])
  const told = (from: number, until = 9) =>
    ladderEvents(days, records, { from: day(from), until: day(until) }).map(({ kind, on, tier, figure }) => [
      kind,
      on.slice(8),
      tier,
      figure,
    ])
  expect(told(1)).toEqual([
    ['tier', '03', 'DIAMOND II', null],
    ['best', '03', 'PRO', 12_000],
    ['prestige', '03', null, 1],
    ['streak', '04', null, 20],
  ])
  expect(told(4)).toEqual([['streak', '04', null, 20]])
})

it('what the first profile with its kind of record told is no event, though others were told before', () => {
  const day = (number: number) => addDays(FIRST, number - 1)
  const poco = { tens: [[1, day(3)] as const], levels: [[1, day(3)] as const] }
  const since = { best: day(3), levels: FIRST, tens: day(3) }
  const records = { since, best: { tier: 'PRO', rating: 12_000, on: day(3) }, brawlers: new Map([[13, poco]]) }
  expect(allLadderEvents(new Map(), records, FIRST).map(({ kind }) => kind)).toEqual(['prestige'])
})

it('what was reached in a span of days stays true of it when more is reached after', () => {
  const day = (number: number) => addDays(FIRST, number - 1)
  const poco = {
    tens: [[1, day(3)] as const, [2, day(9)] as const],
    levels: [[1, day(3)] as const, [2, day(9)] as const],
  }
  const records = { since: SINCE, best: null, brawlers: new Map([[13, poco]]) }
  const days = daysOf([47, 2900], [47, 3100], [47, 3600])
  const told = ladderEvents(days, records, { from: day(1), until: day(3) })
  expect(told.map(({ kind, on, figure }) => [kind, on.slice(8), figure])).toEqual([
    ['tier', '03', null],
    ['prestige', '03', 1],
    ['streak', '03', 10],
  ])
  expect(ladderEvents(days, records, { from: day(1), until: day(2) }).map(({ tier }) => tier)).toEqual(['DIAMOND I'])
})
