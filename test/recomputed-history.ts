import fc from 'fast-check'
import type { Observed, ObservedAnswer, PlayerAnswer } from '#server/game/answers.ts'
import type { ClubSeries, DailySeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, dayWindow, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { battle, battleLog, member, NO_RANKED, ownedBrawler, profile, scan } from './club-history.ts'

type Answer = Observed<'club'> | Observed<'player'>

type Seen = {
  at: Date
  trophies: number
  games: number
  reset: number
  /** Whether this tells how many trophies there were; a list that lags behind the profile does not. */
  tells: boolean
}

type SeenClub = { at: Date; trophies: number; reset: number; joined: number; departed: number }

/** What docs/formulas.md makes of a plain list of answers, without a store: what the store is compared with. */
export type Recomputed = {
  players: Map<string, Seen[]>
  club: SeenClub[]
  inClubSince: Map<string, Date>
  heldSince: Date | null
  /** Scans that were held back count as scans of their day, and tell nothing else. */
  held: { at: Date; tags: string[] }[]
}

/** Computes it from answers about one club and its members, in the order of time. */
export function recompute(answers: Answer[]): Recomputed {
  const known: Recomputed = { players: new Map(), club: [], inClubSince: new Map(), heldSince: null, held: [] }
  const listed = new Map<string, number>()
  for (const answer of answers) {
    if (answer.kind === 'player') {
      const { tag, trophies } = answer.body
      see(known, tag, { at: answer.observedAt, trophies, fellTogether: false, tells: true })
    } else takeScan(known, listed, answer)
  }
  return known
}

/** Takes in a scan, unless it is held back: it takes more than half of a club of five or more, and is not the second one. */
function takeScan(known: Recomputed, listed: Map<string, number>, { observedAt: at, body }: Observed<'club'>): void {
  const stay = body.members.filter(({ tag }) => known.inClubSince.has(tag))
  const [before, now] = [sum(stay.map(({ tag }) => listed.get(tag) ?? 0)), sum(stay.map(({ trophies }) => trophies))]
  const isHalfGone = body.membersComplete && 2 * body.members.length < known.inClubSince.size
  const isPoor = 2 * body.trophies < (known.club.at(-1)?.trophies ?? 0) || 2 * now < before
  if (known.inClubSince.size >= 5 && (isHalfGone || isPoor)) {
    known.heldSince ??= at
    if (at.getTime() - known.heldSince.getTime() < 10 * MINUTE_MS) {
      known.held.push({ at, tags: body.members.map(({ tag }) => tag) })
      return
    }
  }
  known.heldSince = null
  const isFirst = known.club.length === 0
  const there = body.members.filter(({ tag }) => known.inClubSince.has(tag))
  const fallen = there.filter(({ tag, trophies }) => trophies < (listed.get(tag) ?? 0)).length
  const fellTogether = fallen >= 5 && fallen >= 0.6 * there.length
  const club: SeenClub = { at, trophies: body.trophies, reset: 0, joined: 0, departed: 0 }
  known.club.push(club)
  for (const { tag, trophies } of body.members) {
    const current = known.players.get(tag)?.at(-1)?.trophies ?? trophies
    const now = listed.get(tag) === trophies ? current : trophies
    club.reset += see(known, tag, { at, trophies: now, fellTogether, tells: now === trophies })
    listed.set(tag, trophies)
    if (known.inClubSince.has(tag)) continue
    known.inClubSince.set(tag, at)
    if (!isFirst) club.joined += trophies
  }
  if (!body.membersComplete) return
  for (const tag of [...known.inClubSince.keys()].filter((tag) => !body.members.some((row) => row.tag === tag))) {
    club.departed -= listed.get(tag) ?? 0
    known.inClubSince.delete(tag)
    listed.delete(tag)
  }
}

type Sighting = { at: Date; trophies: number; fellTogether: boolean; tells: boolean }

/** Returns what a reset took. */
function see(known: Recomputed, tag: string, { at, trophies, fellTogether, tells }: Sighting): number {
  const seen = known.players.get(tag) ?? []
  const last = seen.at(-1)
  const change = last === undefined ? 0 : trophies - last.trophies
  const reset = change < 0 && fellTogether ? change : 0
  const isUndated =
    last !== undefined && at.getTime() - (seen.findLast((each) => each.tells)?.at.getTime() ?? 0) > 36 * HOUR_MS
  const estimate = reset === 0 ? Math.ceil(Math.abs(change) / 6) : 0
  const games = isUndated ? Math.min(1, estimate) : estimate
  seen.push({ at, trophies, games, reset, tells })
  known.players.set(tag, seen)
  return reset
}

/** Days on which nobody looked are known where the looks around them found the same. */
function knownDays(seen: readonly Seen[]): Set<CalendarDay> {
  const days = new Set(seen.map(({ at }) => dayOf(at)))
  const looks = seen.filter(({ tells }) => tells)
  for (const [place, later] of looks.entries()) {
    const earlier = looks[place - 1]
    if (earlier === undefined || earlier.trophies !== later.trophies) continue
    for (let day = dayOf(earlier.at); day < dayOf(later.at); day = addDays(day, 1)) days.add(day)
  }
  return days
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

type Dated = { at: Date; trophies: number; reset: number }

/** The days of a window that ends with `today`, each with what was seen on it. `held`: scans that were held back. */
function window<T extends Dated>(seen: readonly T[], today: CalendarDay, days: number, held: readonly Date[]) {
  const dates = dayWindow(today, days)
  const byDay = dates.map((date) => seen.filter(({ at }) => dayOf(at) === date))
  const from = addDays(today, 1 - days)
  const before = seen.findLast(({ at }) => dayOf(at) < from)
  return {
    dates,
    byDay,
    series: {
      from,
      closes: byDay.map((ofDay) => ofDay.at(-1)?.trophies ?? null),
      resets: byDay.map((ofDay) => sum(ofDay.map(({ reset }) => reset))),
      scans: byDay.map((ofDay, place) => ofDay.length + held.filter((at) => dayOf(at) === dates[place]).length),
      before: before === undefined ? null : { day: dayOf(before.at), close: before.trophies },
      firstObserved: seen[0] === undefined ? null : dayOf(seen[0].at),
      firstTrophies: seen[0]?.trophies ?? null,
    },
  }
}

/** What was seen of a player, as days of a window that ends with `today`. */
export function seriesOfPlayer(recomputed: Recomputed, tag: string, today: CalendarDay, days: number): DailySeries {
  const seen = recomputed.players.get(tag) ?? []
  const held = recomputed.held.flatMap(({ at, tags }) => (tags.includes(tag) ? [at] : []))
  const { dates, byDay, series } = window(seen, today, days, held)
  const known = knownDays(seen)
  const games = byDay.map((ofDay) => sum(ofDay.map((each) => each.games)))
  return {
    ...series,
    changes: dates.map((date, place) => (known.has(date) ? (games[place] ?? 0) : null)),
    estimated: games,
  }
}

/** What was seen of the club. Its `changes` are 1 where the close differs from the one before. */
export function seriesOfClub({ club, held }: Recomputed, today: CalendarDay, days: number): ClubSeries {
  const heldAt = held.map(({ at }) => at)
  const { byDay, series } = window(club, today, days, heldAt)
  let close = series.before?.close ?? null
  const changes = series.closes.map((now) => {
    if (now === null) return null
    const differs = close !== null && close !== now
    close = now
    return differs ? 1 : 0
  })
  const total = (read: (each: SeenClub) => number) =>
    byDay.map((ofDay) => (ofDay.length === 0 ? null : sum(ofDay.map(read))))
  return {
    ...series,
    changes,
    estimated: changes.map(() => 0),
    joined: total(({ joined }) => joined),
    departed: total(({ departed }) => departed),
  }
}

/** The club's members after the last answer, as the formulas take them. */
export function membersOf(known: Recomputed, today: CalendarDay, days: number): MemberHistory[] {
  return [...known.inClubSince].map(([tag, inClubSince]) => {
    const seen = known.players.get(tag) ?? []
    return {
      tag,
      name: tag.slice(1),
      trophies: seen.at(-1)?.trophies ?? 0,
      inClubSince,
      lastChangeAt: seen.findLast(({ games }) => games > 0)?.at ?? null,
      lastBattleAt: null,
      series: seriesOfPlayer(known, tag, today, days),
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
    const told = answers.map((answer, place) =>
      withDetails(answer, { isRenamed: place >= renamedAt, brawler: brawlers[place] ?? 0 }),
    )
    const logs = extras.flatMap(({ after, minutes, of, battles }) => {
      const last = answers[after]
      return last === undefined ? [] : [logOf(TAGS[of] ?? '', last.observedAt.getTime() + minutes * MINUTE_MS, battles)]
    })
    return [...told, ...logs].sort((one, other) => one.observedAt.getTime() - other.observedAt.getTime())
  })

type Details = { isRenamed: boolean; brawler: number }

/** The first member gets another name and role from some moment on; profiles tell of brawlers that come and go. */
function withDetails(answer: Answer, { isRenamed, brawler }: Details): ObservedAnswer {
  if (answer.kind === 'player') {
    const { trophies } = answer.body
    const rest = [
      { id: 1, trophies: 1000 + brawler * 20 },
      { id: 2, trophies: 1000 + brawler * 30 },
    ]
    const owned = brawler === 3 ? rest : [...rest, { id: 3, trophies: 300 }]
    return {
      ...answer,
      body: {
        ...answer.body,
        ...laddersOf(answer.observedAt, brawler),
        trophies,
        brawlers: owned.map((each) => ({ ...ownedBrawler(each.id, each.trophies), ...reached(each, brawler) })),
      },
    }
  }
  const members = answer.body.members.map((row, place) =>
    place === 0 && isRenamed ? { ...row, name: 'Renamed', role: 'senior' as const } : row,
  )
  const name = isRenamed ? 'Orcas' : answer.body.name
  return { ...answer, body: { ...answer.body, name, members } }
}

/** A profile without the fields of 2026, one whose rating moves, one that cannot be right, and one without a season. */
function laddersOf(at: Date, kind: number): Pick<PlayerAnswer, 'ranked' | 'totalPrestigeLevel' | 'fame'> {
  if (kind === 0) return { ranked: NO_RANKED, totalPrestigeLevel: null, fame: null }
  const rating = kind === 2 ? 200 : 4500 + (at.getTime() % 7) * 100
  const now = { tier: rating < 5000 ? 'MYTHIC I' : 'MYTHIC II', rating }
  const season = kind === 3 ? null : at.getUTCMonth() + (kind === 2 ? 40 : 41)
  const ranked = { season, now, seasonBest: now, best: { tier: 'PRO', rating: 12_000 + at.getUTCDate() } }
  return { ranked, totalPrestigeLevel: 2 + kind, fame: at.getUTCDate() * 100 }
}

function reached({ id, trophies }: { id: number; trophies: number }, kind: number) {
  if (kind === 0) return {}
  return { prestigeLevel: Math.floor(trophies / 1000), maxWinStreak: (id * 7 + kind * 5) % 40 }
}

function logOf(tag: string, at: number, changes: [number, number][]): ObservedAnswer {
  let ended = at
  const battles = changes.map(([change, minutes]) => {
    ended -= minutes * MINUTE_MS
    return battle(new Date(ended).toISOString(), change, { key: `${tag} ${ended}` })
  })
  return battleLog(new Date(at).toISOString(), tag, battles)
}
