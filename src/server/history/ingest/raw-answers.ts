import type { ClubAnswer, ClubMember, PlayerAnswer, PlayerBrawler, PlayerRankingRow } from '#server/game/answers.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { ladderFacts, ladderLook } from './ladder.ts'
import { recordFacts } from './player-records.ts'

/**
 * What an answer said, by names that stay the same from answer to answer, so that a line holds only what differs from the
 * line before (docs/decisions/0026-raw-answers.md).
 */
export type Facts = Readonly<Record<string, unknown>>

/** A club's list, a profile, a place in a ranking; `o` is an observation of an earlier version, `O` one after a reset. */
export type RawKind = 'c' | 'p' | 'r' | 'o' | 'O'

export type RawAnswer = { at: Date; kind: RawKind; facts: Facts }

/** A row of `club_answers` or `player_answers`: the answers of one UTC day. */
export type RawDay = { day: CalendarDay; entries: string }

/**
 * The answers about one club or player in one week, the oldest first. The first `stored` of them are in the store;
 * `appends` while all others are newer than those.
 */
export type RawWeek = { answers: RawAnswer[]; stored: number; appends: boolean }

/** The Monday of a day's week: the first line of each week is whole, because older weeks are dropped. */
export function weekOf(day: CalendarDay): CalendarDay {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** A line: milliseconds of the day, what differs from the line before of its kind, and which facts are gone. */
type Entry = [ms: number, kind: RawKind, changed: Facts, gone?: string[]]

/** Reads days, given in their order. */
export function unpack(days: readonly RawDay[]): RawAnswer[] {
  const answers: RawAnswer[] = []
  const before = new Map<string, Facts>()
  let week = ''
  for (const { day, entries } of days) {
    if (weekOf(day) !== week) before.clear()
    week = weekOf(day)
    const start = Date.parse(day)
    for (const text of entries.split('\n')) {
      if (text === '') continue
      const [ms, kind, changed, gone] = JSON.parse(text) as Entry
      const facts: Record<string, unknown> = { ...before.get(kind), ...changed }
      for (const name of gone ?? []) delete facts[name]
      before.set(kind, facts)
      answers.push({ at: new Date(start + ms), kind, facts })
    }
  }
  return answers
}

/** The entries of a day up to a moment, and how many came later. No line needs one that comes after it. */
export function cutEntries({ day, entries }: RawDay, until: Date): { entries: string; gone: number } {
  const lines = entries.split('\n').filter((text) => text !== '')
  const kept = lines.filter((text) => Date.parse(day) + (JSON.parse(text) as Entry)[0] <= until.getTime())
  return { entries: kept.map((text) => `${text}\n`).join(''), gone: lines.length - kept.length }
}

/**
 * Adds an answer to its week. False when it was there before. Where it is older than what is stored, all days from its own
 * on are written anew, since each line holds what differs from the line before.
 */
export function addRaw(week: RawWeek, answer: RawAnswer): boolean {
  const { answers } = week
  let place = answers.length
  while ((answers[place - 1]?.at ?? answer.at) > answer.at) place -= 1
  for (let same = place - 1; same >= 0 && answers[same]?.at.getTime() === answer.at.getTime(); same -= 1) {
    if (answers[same]?.kind === answer.kind) return false
  }
  answers.splice(place, 0, answer)
  if (place < week.stored) {
    week.stored = answers.findIndex(({ at }) => dayOf(at) === dayOf(answer.at))
    week.appends = false
  }
  return true
}

/** A day to write: `appends` adds the entries to those that are stored, otherwise they replace them. */
export type PackedDay = { day: CalendarDay; entries: string; appends: boolean }

/** The days of a week that are not in the store as they are. */
export function pack({ answers, stored, appends }: RawWeek): PackedDay[] {
  if (stored === answers.length) return []
  const days = new Map<CalendarDay, PackedDay>()
  const before = new Map<string, Facts>()
  for (const [place, { at, kind, facts }] of answers.entries()) {
    if (place >= stored) {
      const day = dayOf(at)
      const packed = days.get(day) ?? { day, entries: '', appends }
      packed.entries += `${line(at.getTime() - Date.parse(day), kind, before.get(kind) ?? {}, facts)}\n`
      days.set(day, packed)
    }
    before.set(kind, facts)
  }
  return [...days.values()]
}

/** Names are sorted, so that the same answers make the same text whatever the order in which they came. */
function line(ms: number, kind: RawKind, before: Facts, now: Facts): string {
  const changed: Record<string, unknown> = {}
  for (const name of Object.keys(now).sort()) if (!isSame(before[name], now[name])) changed[name] = now[name]
  const gone = Object.keys(before)
    .filter((name) => !Object.hasOwn(now, name))
    .sort()
  return JSON.stringify(gone.length === 0 ? [ms, kind, changed] : [ms, kind, changed, gone])
}

/** Facts are numbers, texts, null, or short arrays of these. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((value, place) => value === other[place])
}

/** What a club's list seemed to be when it was folded: `held` was not believed, after `fell` falls are resets. */
export type ScanVerdict = 'usual' | 'fell' | 'held'

/** A club's list as facts: `t` and the tag for a member's trophies, `m` and the tag for the rest of the row. */
export function clubFacts(body: ClubAnswer, verdict: ScanVerdict): Facts {
  const facts: Record<string, unknown> = {
    n: body.name,
    d: body.description,
    y: body.type,
    b: body.badgeId,
    q: body.requiredTrophies,
    T: body.trophies,
  }
  if (!body.membersComplete) facts.i = 1
  Object.assign(facts, VERDICT_FACTS[verdict])
  for (const { tag, name, nameColor, iconId, role, trophies } of body.members) {
    facts[`t${tag}`] = trophies
    facts[`m${tag}`] = [name, nameColor, iconId, role]
  }
  return facts
}

const VERDICT_FACTS: Record<ScanVerdict, Facts> = { usual: {}, fell: { f: 1 }, held: { h: 1 } }

export function verdictOf({ f, h }: Facts): ScanVerdict {
  if (h === 1) return 'held'
  return f === 1 ? 'fell' : 'usual'
}

/** The same facts with another verdict. */
export function withVerdict({ f: _fell, h: _held, ...facts }: Facts, verdict: ScanVerdict): Facts {
  return { ...facts, ...VERDICT_FACTS[verdict] }
}

/** Whether the answer was held back: then it tells nothing (docs/formulas.md#scans-that-are-held-back). */
export function isHeldBack({ facts }: RawAnswer): boolean {
  return verdictOf(facts) === 'held'
}

/** What `clubFacts` was made from. */
export function clubOf(tag: string, facts: Facts): ClubAnswer {
  const tags = Object.keys(facts).flatMap((name) => (name.length > 1 && name.startsWith('t') ? name.slice(1) : []))
  return {
    tag,
    name: facts.n as string,
    description: facts.d as string | null,
    type: facts.y as ClubAnswer['type'],
    badgeId: facts.b as number | null,
    requiredTrophies: facts.q as number | null,
    trophies: facts.T as number,
    isFamilyFriendly: null,
    members: tags.flatMap((member) => memberOf(facts, member) ?? []),
    membersComplete: facts.i === undefined,
  }
}

/** A member's row in a club's list; null where the list does not hold them. */
export function memberOf(facts: Facts, tag: string): ClubMember | null {
  const trophies = facts[`t${tag}`] as number | undefined
  if (trophies === undefined) return null
  const [name, nameColor, iconId, role] = facts[`m${tag}`] as [string, string | null, number | null, ClubMember['role']]
  return { tag, name, nameColor, iconId, role, trophies }
}

/** What a profile says that history needs; each brawler's trophies by its id. */
export function profileFacts(profile: PlayerAnswer): Facts {
  const { name, nameColor, iconId, trophies, club, brawlers } = profile
  const facts: Record<string, unknown> = { n: name, c: nameColor, i: iconId, T: trophies }
  Object.assign(facts, ladderFacts(ladderLook(profile)), recordFacts(profile))
  if (club !== undefined) facts.C = club?.tag ?? null
  for (const brawler of brawlers) facts[brawler.id] = brawler.trophies
  return facts
}

/** What a place in a ranking says of the player. */
export function rankingFacts({
  name,
  nameColor,
  iconId,
  trophies,
}: Omit<PlayerRankingRow, 'rank' | 'clubName'>): Facts {
  return { n: name, c: nameColor, i: iconId, T: trophies }
}

/** The trophies of each brawler in a profile, by id. */
export function brawlersOf(facts: Facts): Map<number, number> {
  const ids = Object.keys(facts).filter((name) => /^\d+$/.test(name))
  return new Map(ids.map((id) => [Number(id), facts[id] as number]))
}

const STORED_FIELDS = ['id', 'name', 'power', 'rank', 'trophies', 'highestTrophies'] as const

/** What is stored of a brawler in a player's profile. */
export type StoredBrawler = Pick<PlayerBrawler, (typeof STORED_FIELDS)[number]>

/** The column `player_profiles.brawlers`: without the names of the fields, which would take most of the space. */
export function packBrawlers(brawlers: readonly PlayerBrawler[]): string {
  return JSON.stringify(brawlers.map((brawler) => STORED_FIELDS.map((field) => brawler[field])))
}

/** The brawlers of a profile from the column that `packBrawlers` made. */
export function unpackBrawlers(column: unknown): StoredBrawler[] {
  return (column as unknown[][]).map((values) => {
    const brawler: Record<string, unknown> = {}
    for (const [place, field] of STORED_FIELDS.entries()) brawler[field] = values[place]
    return brawler as StoredBrawler
  })
}
