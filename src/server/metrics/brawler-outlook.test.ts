import { expect, it } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { type BrawlerCloses, brawlerDays, brawlerPassage } from './brawler-outlook.ts'
import { USUAL_WIDENING } from './forecast.ts'

const TODAY = calendarDay('2026-11-21')
const POCO = 16_000_013
const asked = { today: TODAY, target: 1000, seed: 7, widening: USUAL_WIDENING.player }

/** A profile on each of these days, counted from the first of the 28: Poco's trophies. */
function profilesOf(...closes: [day: number, trophies: number][]): BrawlerCloses {
  return new Map(closes.map(([day, trophies]) => [addDays(TODAY, day - 28), new Map([[POCO, trophies]])]))
}
const daily = (from: number, to: number, trophiesOf: (day: number) => number) =>
  Array.from({ length: to - from + 1 }, (_, place): [number, number] => [from + place, trophiesOf(from + place)])

it('a brawler has what changed from profile to profile, on days without one evenly', () => {
  const days = brawlerDays(profilesOf([-2, 900], [1, 906], ...daily(2, 13, () => 906), [16, 900]), TODAY)
  expect(days?.get(POCO)).toEqual({ gains: [2, 2, ...Array(12).fill(0), -2, -2, -2], active: 2 })
})

it('the first profile has no change, and a day on which a season end lowered the brawler none', () => {
  const closes = [...daily(0, 6, (day) => 1100 + 10 * day), ...daily(7, 14, () => 1000)]
  expect(brawlerDays(profilesOf(...closes), TODAY)?.get(POCO)).toEqual({
    gains: [...Array(6).fill(10), ...Array(7).fill(0)],
    active: 6,
  })
})

it('with profiles of fewer than 14 days, or of today alone, nothing is said', () => {
  expect(brawlerDays(profilesOf([-1, 900], ...daily(0, 12, () => 900), [28, 900]), TODAY)).toBeNull()
})

it('who wins ten a day reaches the next thousand when the days add up to it', () => {
  const poco = brawlerDays(profilesOf(...daily(0, 27, (day) => 100 + 10 * day)), TODAY)?.get(POCO)
  expect(brawlerPassage(poco, { ...asked, trophies: 950 })?.median).toBe(5)
  expect(brawlerPassage(poco, { ...asked, trophies: 10, target: 2000 })).toBeNull()
})

it('of a brawler that hardly plays, or that no profile shows, nothing is said', () => {
  const days = brawlerDays(profilesOf(...daily(0, 27, (day) => 900 + 10 * Math.min(3, day))), TODAY)
  expect(brawlerPassage(days?.get(POCO), { ...asked, trophies: 950 })).toBeNull()
  expect(brawlerPassage(days?.get(16_000_015), { ...asked, trophies: 950 })).toBeNull()
})
