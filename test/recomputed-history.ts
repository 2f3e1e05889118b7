import fc from 'fast-check'
import type { Observed, ObservedAnswer } from '#server/game/answers.ts'
import type { DailySeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, dayWindow, HOUR_MS, seasonEnds } from '#shared/days.ts'
import { battle, battleLog, member, profile, scan } from './club-history.ts'

type Answer = Observed<'club'> | Observed<'player'>
type Seen = { at: Date; trophies: number; changed: boolean; reset: number }

/** What docs/formulas.md makes of a plain list of answers, without a store: what the store is compared with. */
export type Recomputed = { players: Map<string, Seen[]>; club: Seen[]; inClubSince: Map<string, CalendarDay> }

/** Computes it from answers about one club and its members, in the order of time. */
export function recompute(answers: Answer[]): Recomputed {
  const known: Recomputed = { players: new Map(), club: [], inClubSince: new Map() }
  const listed = new Map<string, number>()
  for (const answer of answers) {
    if (answer.kind === 'player') {
      const { tag, trophies } = answer.body
      see(known, tag, { at: answer.observedAt, trophies, fellTogether: false })
    } else takeScan(known, listed, answer)
  }
  return known
}

function takeScan(known: Recomputed, listed: Map<string, number>, { observedAt: at, body }: Observed<'club'>): void {
  const before = known.club.at(-1)
  const there = body.members.filter(({ tag }) => known.inClubSince.has(tag))
  const falls = there.map(({ tag, trophies }) => trophies - (listed.get(tag) ?? 0)).filter((change) => change < 0)
  const fellTogether = falls.length >= 5 && falls.length >= 0.6 * there.length
  const isReset = fellTogether || (before !== undefined && seasonEnded(before.at, at))
  const reset = isReset ? falls.reduce((sum, fall) => sum + fall, 0) : 0
  known.club.push({ at, trophies: body.trophies, changed: false, reset })
  for (const { tag, trophies } of body.members) {
    const repeats = listed.get(tag) === trophies
    const current = known.players.get(tag)?.at(-1)?.trophies
    see(known, tag, { at, trophies: repeats ? (current ?? trophies) : trophies, fellTogether })
    listed.set(tag, trophies)
    if (!known.inClubSince.has(tag)) known.inClubSince.set(tag, dayOf(at))
  }
  if (!body.membersComplete) return
  for (const tag of [...known.inClubSince.keys()].filter((tag) => !body.members.some((row) => row.tag === tag))) {
    known.inClubSince.delete(tag)
    listed.delete(tag)
  }
}

function see(
  known: Recomputed,
  tag: string,
  { at, trophies, fellTogether }: { at: Date; trophies: number; fellTogether: boolean },
) {
  const seen = known.players.get(tag) ?? []
  const last = seen.at(-1)
  const change = last === undefined ? 0 : trophies - last.trophies
  const taken = change < 0 && (fellTogether || (last !== undefined && seasonEnded(last.at, at)))
  seen.push({ at, trophies, changed: change !== 0 && !taken, reset: taken ? change : 0 })
  known.players.set(tag, seen)
}

function seasonEnded(from: Date, to: Date): boolean {
  return seasonEnds(from, new Date(to.getTime() + 1)).some((end) => end > from && end <= to)
}

/** The observations as days of a window that ends with `today`. */
export function seriesOfSeen(seen: Seen[], today: CalendarDay, days: number): DailySeries {
  const dates = dayWindow(today, days)
  const byDay = dates.map((date) => seen.filter(({ at }) => dayOf(at) === date))
  const from = addDays(today, 1 - days)
  const before = seen.findLast(({ at }) => dayOf(at) < from)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    from,
    closes: byDay.map((ofDay) => ofDay.at(-1)?.trophies ?? null),
    changes: byDay.map((ofDay) => (ofDay.length === 0 ? null : ofDay.filter(({ changed }) => changed).length)),
    resets: byDay.map((ofDay) => sum(ofDay.map(({ reset }) => reset))),
    scans: byDay.map((ofDay) => ofDay.length),
    before: before === undefined ? null : { day: dayOf(before.at), close: before.trophies },
    firstObserved: seen[0] === undefined ? null : dayOf(seen[0].at),
    firstTrophies: seen[0]?.trophies ?? null,
  }
}

/** The club's members after the last answer, as the formulas take them. */
export function membersOf(known: Recomputed, today: CalendarDay, days: number): MemberHistory[] {
  return [...known.inClubSince].map(([tag, inClubSince]) => {
    const seen = known.players.get(tag) ?? []
    const lastChange = seen.findLast(({ changed }) => changed)
    return {
      tag,
      name: tag.slice(1),
      trophies: seen.at(-1)?.trophies ?? 0,
      inClubSince,
      lastChange: lastChange === undefined ? null : dayOf(lastChange.at),
      series: seriesOfSeen(seen, today, days),
    }
  })
}

const TAGS = ['#PP0', '#PP2', '#PP8', '#PP9', '#PPP', '#PPY', '#PPL', '#PPQ']
const START = Date.parse('2026-02-23T06:00:00Z')

const often = <T>(value: T, other: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })

const eachOne = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: TAGS.length, maxLength: TAGS.length })

const step = fc.record({
  hours: often(5, fc.integer({ min: 1, max: 90 }), 4),
  won: eachOne(often(0, fc.integer({ min: -40, max: 60 }), 2)),
  present: eachOne(often(true, fc.boolean(), 9)),
  /** The list repeats what it said of the member before. */
  lagging: eachOne(often(false, fc.constant(true), 12)),
  fall: often(0, fc.integer({ min: 20, max: 90 }), 5),
  complete: often(true, fc.constant(false), 8),
  profileOf: often(null, fc.nat(TAGS.length - 1), 5) as fc.Arbitrary<number | null>,
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Answers about a club of up to eight members: play, resets, members who join and leave, gaps, incomplete lists. */
export const anyClubAnswers: fc.Arbitrary<Answer[]> = fc.array(step, { minLength: 2, maxLength: 45 }).map(answersOf)

/** The same; half of them are of some weeks, which is long enough for analytics. */
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

/** Battle logs and renamed members beside scans and profiles with brawlers. */
const extra = fc.record({
  /** After which of the answers, and how long. */
  after: fc.nat(44),
  minutes: fc.integer({ min: 1, max: 300 }),
  of: fc.nat(TAGS.length - 1),
  /** Trophy changes of battles, and the minutes between them, newest first. */
  battles: fc.array(fc.tuple(fc.integer({ min: -8, max: 12 }), fc.integer({ min: 2, max: 300 })), { maxLength: 25 }),
})

/** Answers of all kinds about one club and its members, in the order of time. */
export const anyHistory: fc.Arbitrary<ObservedAnswer[]> = fc
  .tuple(anyClubAnswers, fc.array(extra, { maxLength: 12 }), fc.nat(44), fc.array(fc.nat(3), { maxLength: 45 }))
  .map(([answers, extras, renamedAt, brawlers]) => {
    const told = answers.map((answer, place) => withDetails(answer, { isRenamed: place >= renamedAt, brawler: brawlers[place] ?? 0 }))
    const logs = extras.flatMap(({ after, minutes, of, battles }) => {
      const last = answers[after]
      return last === undefined ? [] : [logOf(TAGS[of] ?? '', last.observedAt.getTime() + minutes * MINUTE_MS, battles)]
    })
    return [...told, ...logs].sort((one, other) => one.observedAt.getTime() - other.observedAt.getTime())
  })

const MINUTE_MS = HOUR_MS / 60

type Details = { isRenamed: boolean; brawler: number }

/** The first member gets another name and role from some moment on; profiles tell of brawlers that come and go. */
function withDetails(answer: Answer, { isRenamed, brawler }: Details): ObservedAnswer {
  if (answer.kind === 'player') {
    const { trophies } = answer.body
    const rest = [{ id: 1, trophies: 1000 + brawler * 20 }, { id: 2, trophies: 1000 + brawler * 30 }]
    const owned = brawler === 3 ? rest : [...rest, { id: 3, trophies: 300 }]
    return { ...answer, body: { ...answer.body, trophies, brawlers: owned.map((each) => ({ ...UNTOLD, ...each })) } }
  }
  const members = answer.body.members.map((row, place) =>
    place === 0 && isRenamed ? { ...row, name: 'Renamed', role: 'senior' as const } : row,
  )
  const name = isRenamed ? 'Orcas' : answer.body.name
  return { ...answer, body: { ...answer.body, name, members } }
}

const UNTOLD = {
  name: null,
  power: null,
  rank: null,
  highestTrophies: null,
  prestigeLevel: null,
  currentWinStreak: null,
  maxWinStreak: null,
  gadgets: null,
  starPowers: null,
  gears: null,
  hyperCharges: null,
}

function logOf(tag: string, at: number, changes: [number, number][]): ObservedAnswer {
  let ended = at
  const battles = changes.map(([change, minutes]) => {
    ended -= minutes * MINUTE_MS
    return battle(new Date(ended).toISOString(), change, { key: `${tag} ${ended}` })
  })
  return battleLog(new Date(at).toISOString(), tag, battles)
}
