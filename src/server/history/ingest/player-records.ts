import type { PlayerAnswer } from '#server/game/answers.ts'
import { higher, type Standing } from '#server/metrics/ranked-days.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { type LadderLook, ladderLook } from './ladder.ts'
import type { RawProfile } from './raw-answers.ts'
import type { Facts } from './raw-lines.ts'

/** A number, and the UTC day on which a profile first told of it. */
type Reached = [number: number, on: CalendarDay]

const RECORD_KINDS = ['best', 'levels', 'tens'] as const
type RecordKind = (typeof RECORD_KINDS)[number]

/** Of a brawler: the best win streak, and when each ten wins in a row and each level of prestige were first seen. */
type BrawlerRecord = { streak: number; tens: Reached[]; levels: Reached[] }

/**
 * What a player has ever reached. Profiles may come in any order and twice: the highest count, and of equals the earliest.
 * `since` is the first day of which a profile tells each kind, since the fields may come one by one: what was there on that
 * day was reached before.
 */
export type PlayerRecords = {
  since: Record<RecordKind, CalendarDay | null>
  best: (Standing & { on: CalendarDay }) | null
  brawlers: Map<number, BrawlerRecord>
}

export function noRecords(): PlayerRecords {
  return { since: { best: null, levels: null, tens: null }, best: null, brawlers: new Map() }
}

/** What a profile says of a brawler: its level of prestige and its best streak, each null where it does not say. */
type Told = { id: number; level: number | null; streak: number | null }

/** The facts of raw answers that records are made from, beside those of `ladderFacts`: `b` and the id for each brawler. */
export function recordFacts({ brawlers }: PlayerAnswer): Facts {
  const told = brawlers.filter(({ prestigeLevel, maxWinStreak }) => (prestigeLevel ?? maxWinStreak) !== null)
  return Object.fromEntries(
    told.map(({ id, prestigeLevel, maxWinStreak }) => [`b${id}`, [prestigeLevel, maxWinStreak]]),
  )
}

/** Takes in a profile. */
export function takeProfile(records: PlayerRecords, profile: PlayerAnswer, day: CalendarDay): void {
  const told = profile.brawlers.map(({ id, prestigeLevel, maxWinStreak }) => {
    return { id, level: prestigeLevel, streak: maxWinStreak }
  })
  take(records, { look: ladderLook(profile), told, day })
}

/** The same from a raw answer. */
export function takeRawProfile(records: PlayerRecords, { at, line, look }: RawProfile): void {
  const told = Object.entries(line.facts).flatMap(([name, value]): Told[] => {
    if (!/^b\d+$/.test(name)) return []
    const [level, streak] = value as [number | null, number | null]
    return [{ id: Number(name.slice(1)), level, streak }]
  })
  take(records, { look, told, day: dayOf(at) })
}

type Seen = { look: LadderLook; told: Told[]; day: CalendarDay }

function take(records: PlayerRecords, { look, told, day }: Seen): void {
  const { best, seasonBest } = look
  const found = { ...higher(best, seasonBest), on: day }
  const tells = {
    best: found.rating !== null,
    levels: told.some(({ level }) => level !== null),
    tens: told.some(({ streak }) => streak !== null),
  }
  for (const kind of RECORD_KINDS) {
    const known = records.since[kind]
    if (tells[kind] && (known === null || day < known)) records.since[kind] = day
  }
  if (found.rating !== null) takeBest(records, found)
  for (const each of told) takeBrawler(records.brawlers, each, day)
}

/** Of equal ratings the earliest day, and of their tiers, which may not all be told, the first by name. */
function takeBest(records: PlayerRecords, found: NonNullable<PlayerRecords['best']>): void {
  const known = records.best
  const isHigher = (found.rating ?? -1) > (known?.rating ?? -1)
  if (known === null || isHigher) records.best = found
  else if (found.rating === known.rating) {
    const [tier = null] = [known.tier, found.tier].filter((each) => each !== null).sort()
    records.best = { tier, rating: known.rating, on: found.on < known.on ? found.on : known.on }
  }
}

function takeBrawler(brawlers: PlayerRecords['brawlers'], { id, level, streak }: Told, day: CalendarDay): void {
  const tens = Math.floor((streak ?? 0) / 10)
  if (!(level ?? 0) && !(streak ?? 0)) return
  const record = brawlers.get(id) ?? { streak: 0, tens: [], levels: [] }
  record.streak = Math.max(record.streak, streak ?? 0)
  if (tens > 0) record.tens = reach(record.tens, [tens, day])
  if (level !== null && level > 0) record.levels = reach(record.levels, [level, day])
  brawlers.set(id, record)
}

/** Each number with its earliest day, the lowest first. A higher number that was seen earlier makes a lower one needless. */
function reach(list: readonly Reached[], [number, on]: Reached): Reached[] {
  const days = new Map(list)
  const known = days.get(number)
  if (known === undefined || on < known) days.set(number, on)
  return [...days]
    .filter(([each, day]) => ![...days].some(([higherOne, earlier]) => higherOne > each && earlier <= day))
    .sort(([one], [other]) => one - other)
}

/** The column `player_profiles.records`, by the ids of the brawlers: equal records have equal text. */
export function packRecords({ since, best, brawlers }: PlayerRecords): unknown {
  const ofBrawlers = [...brawlers]
    .sort(([one], [other]) => one - other)
    .map(([id, { streak, tens, levels }]) => [id, streak, tens, levels])
  const began = RECORD_KINDS.map((kind) => since[kind])
  return [began, best === null ? null : [best.tier, best.rating, best.on], ofBrawlers]
}

type Packed = [
  /** In the order of `RECORD_KINDS`; one day for all of them in a store of before. */
  since: (CalendarDay | null)[] | CalendarDay | null,
  best: [tier: string | null, rating: number, on: CalendarDay] | null,
  brawlers: [id: number, streak: number, tens: Reached[], levels: Reached[]][],
]

/** What `packRecords` made; null is a store of a version before it. */
export function unpackRecords(column: unknown): PlayerRecords {
  if (column === null || column === undefined) return noRecords()
  const [began, best, brawlers] = column as Packed
  const [ofBest = null, ofLevels = null, ofTens = null] = Array.isArray(began) ? began : [began, began, began]
  return {
    since: { best: ofBest, levels: ofLevels, tens: ofTens },
    best: best === null ? null : { tier: best[0], rating: best[1], on: best[2] },
    brawlers: new Map(brawlers.map(([id, streak, tens, levels]) => [id, { streak, tens, levels }])),
  }
}
