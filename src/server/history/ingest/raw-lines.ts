import { type CalendarDay, dayOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'

/**
 * What an answer said, by names that stay the same from answer to answer, so that a line holds only what differs from the
 * line before (docs/decisions/0026-raw-answers.md).
 */
export type Facts = Readonly<Record<string, unknown>>

/** A club's list, a profile, a place in a ranking; `o` is an observation of an earlier version, `O` one after a reset. */
export type RawKind = 'c' | 'p' | 'r' | 'o' | 'O'

/** A raw answer as it is stored. What its facts mean is known to raw-answers.ts. */
export type RawLine = { at: Date; kind: RawKind; facts: Facts }

/** A row of `club_answers` or `player_answers`: the answers of one UTC day. */
export type RawDay = { day: CalendarDay; entries: string }

/**
 * The answers about one club or player in one week, the oldest first. The first `stored` of them are in the store;
 * `appends` while all others are newer than those.
 */
export type RawWeek = { answers: RawLine[]; stored: number; appends: boolean }

/** A line: milliseconds of the day, what differs from the line before of its kind, and which facts are gone. */
type Entry = [ms: number, kind: RawKind, changed: Facts, gone?: string[]]

/** Reads days, given in their order. The first line of each week is whole, because older weeks are dropped. */
export function unpack(days: readonly RawDay[]): RawLine[] {
  const lines: RawLine[] = []
  const before = new Map<string, Facts>()
  let week = ''
  for (const { day, entries } of days) {
    if (mondayOf(day) !== week) before.clear()
    week = mondayOf(day)
    const start = Date.parse(day)
    for (const text of entries.split('\n')) {
      if (text === '') continue
      const [ms, kind, changed, gone] = JSON.parse(text) as Entry
      const facts: Record<string, unknown> = { ...before.get(kind), ...changed }
      for (const name of gone ?? []) delete facts[name]
      before.set(kind, facts)
      lines.push({ at: new Date(start + ms), kind, facts })
    }
  }
  return lines
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
export function addRaw(week: RawWeek, answer: RawLine): boolean {
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
