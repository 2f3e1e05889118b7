import fc from 'fast-check'
import type { Observed } from '#server/ingestion/observed-answer.ts'
import { member, profile, scan } from './club-history.ts'

type Answer = Observed<'club'> | Observed<'player'>

const TAGS = ['#PP0', '#PP2', '#PP8', '#PP9', '#PPP', '#PPY', '#PPL', '#PPQ']
const START = Date.parse('2026-02-23T06:00:00Z')
const HOUR_MS = 3_600_000

const often = <T>(value: T, other: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })

const eachOne = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: TAGS.length, maxLength: TAGS.length })

const step = fc.record({
  hours: often(5, fc.integer({ min: 1, max: 90 }), 4),
  won: eachOne(often(0, fc.integer({ min: -40, max: 60 }), 2)),
  present: eachOne(often(true, fc.boolean(), 9)),
  /** The list repeats what it said of them before. */
  lagging: eachOne(often(false, fc.constant(true), 12)),
  fall: often(0, fc.integer({ min: 20, max: 90 }), 5),
  complete: often(true, fc.constant(false), 8),
  profileOf: often(null, fc.nat(TAGS.length - 1), 5) as fc.Arbitrary<number | null>,
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Some days of a club of up to eight as the game tells them: play, resets, comings and goings, gaps, glitches. */
export const anyClubAnswers: fc.Arbitrary<Answer[]> = fc.array(step, { minLength: 2, maxLength: 45 }).map(answersOf)

/** The same, as often as not some weeks of it: long enough for analytics. */
export const anyWeeksOfAnswers: fc.Arbitrary<Answer[]> = fc.oneof(
  anyClubAnswers,
  fc.array(step, { minLength: 35, maxLength: 45 }).map(answersOf),
)

function answersOf(steps: Step[]): Answer[] {
  const trophies = TAGS.map((_, index) => 3000 + 2000 * index)
  const listed = [...trophies]
  let at = START
  return steps.map(({ hours, won, present, lagging, fall, complete, profileOf }) => {
    at += hours * HOUR_MS
    won.forEach((change, index) => {
      trophies[index] = (trophies[index] ?? 0) + (fall > 0 ? -fall - index : change)
    })
    if (profileOf !== null) return profile(new Date(at), TAGS[profileOf] ?? '', trophies[profileOf] ?? 0)
    TAGS.forEach((_, index) => {
      if (!lagging[index]) listed[index] = trophies[index] ?? 0
    })
    const members = TAGS.map((tag, index) => member(tag, listed[index] ?? 0))
    const shown = members.filter((_, index) => present[index] || index === 0)
    return scan(new Date(at), shown, { membersComplete: complete })
  })
}
