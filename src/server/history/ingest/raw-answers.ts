import type { ClubAnswer, ClubMember, PlayerAnswer, PlayerBrawler, PlayerRankingRow } from '#server/game/answers.ts'
import { type LadderLook, ladderFacts, ladderLook, lookOf } from './ladder.ts'
import { recordFacts } from './player-records.ts'
import { type Facts, type RawDay, type RawLine, unpack } from './raw-lines.ts'

/** What a club's list seemed to be when it was folded: `held` was not believed, after `fell` falls are resets. */
export type ScanVerdict = 'usual' | 'fell' | 'held'

/** When an answer came, and the line that it was read from. The names of its facts are known to this file alone. */
type FromLine = { at: Date; line: RawLine }

type Row = { name: string; nameColor: string | null; iconId: number | null; trophies: number }

/** A club's list. Its members are read when they are asked for: a replay asks thousands of lists for one of them. */
export type RawList = FromLine & { kind: 'club'; trophies: number; isComplete: boolean; verdict: ScanVerdict }

/** A profile. `clubTag` is null where the player is in no club, and undefined where the profile does not tell. */
export type RawProfile = FromLine & Row & { kind: 'profile'; clubTag: string | null | undefined; look: LadderLook }

/** A place in a ranking. */
type RawPlace = FromLine & Row & { kind: 'ranking' }

/** An observation of an earlier version; `isReset`: it was the first after one. */
type RawObservation = FromLine & { kind: 'observation'; trophies: number; isReset: boolean }

export type RawAnswer = RawList | RawProfile | RawPlace | RawObservation

/** Reads days, given in their order. */
export function readAnswers(days: readonly RawDay[]): RawAnswer[] {
  return unpack(days).map(answerOf)
}

/** What a line tells. */
export function answerOf(line: RawLine): RawAnswer {
  const { at, kind, facts } = line
  const trophies = facts.T as number
  switch (kind) {
    case 'c':
      return { at, line, kind: 'club', trophies, isComplete: facts.i === undefined, verdict: verdictOf(facts) }
    case 'p': {
      const clubTag = facts.C as string | null | undefined
      return { at, line, kind: 'profile', ...rowOf(facts), clubTag, look: lookOf(facts) }
    }
    case 'r':
      return { at, line, kind: 'ranking', ...rowOf(facts) }
    case 'o':
    case 'O':
      return { at, line, kind: 'observation', trophies, isReset: kind === 'O' }
  }
}

function rowOf({ n, c, i, T }: Facts): Row {
  return { name: n as string, nameColor: c as string | null, iconId: i as number | null, trophies: T as number }
}

function rowFacts({ name, nameColor, iconId, trophies }: Row): Facts {
  return { n: name, c: nameColor, i: iconId, T: trophies }
}

/** A club's list as it is stored: `t` and the tag for a member's trophies, `m` and the tag for the rest of the row. */
export function clubLine(body: ClubAnswer, at: Date, verdict: ScanVerdict): RawLine {
  const facts: Record<string, unknown> = {
    n: body.name,
    d: body.description,
    y: body.type,
    b: body.badgeId,
    q: body.requiredTrophies,
    T: body.trophies,
    ...VERDICT_FACTS[verdict],
  }
  if (!body.membersComplete) facts.i = 1
  for (const member of body.members) Object.assign(facts, memberFacts(member))
  return { at, kind: 'c', facts }
}

function memberFacts({ tag, name, nameColor, iconId, role, trophies }: ClubMember): Facts {
  return { [`t${tag}`]: trophies, [`m${tag}`]: [name, nameColor, iconId, role] }
}

const VERDICT_FACTS: Record<ScanVerdict, Facts> = { usual: {}, fell: { f: 1 }, held: { h: 1 } }

function verdictOf({ f, h }: Facts): ScanVerdict {
  if (h === 1) return 'held'
  return f === 1 ? 'fell' : 'usual'
}

/** The same list with another verdict. */
export function withVerdict(list: RawList, verdict: ScanVerdict): RawList {
  const { f: _fell, h: _held, ...facts } = list.line.facts
  return { ...list, verdict, line: { ...list.line, facts: { ...facts, ...VERDICT_FACTS[verdict] } } }
}

/** The same list with another tag and name for a member, of whom it then tells nothing but trophies and role. */
export function withRenamed(list: RawList, from: string, to: { tag: string; name: string }): RawList {
  const member = memberOf(list, from)
  if (member === null) return list
  const { [`t${from}`]: _trophies, [`m${from}`]: _row, ...others } = list.line.facts
  const facts = { ...others, ...memberFacts({ ...member, ...to, nameColor: null, iconId: null }) }
  return { ...list, line: { ...list.line, facts } }
}

/** Whether the answer was held back: then it tells nothing (docs/formulas.md#scans-that-are-held-back). */
export function isHeldBack(answer: RawAnswer): boolean {
  return answer.kind === 'club' && answer.verdict === 'held'
}

/** What `clubLine` was made from. */
export function clubOf(tag: string, list: RawList): ClubAnswer {
  const { facts } = list.line
  const tags = Object.keys(facts).flatMap((name) => (name.length > 1 && name.startsWith('t') ? name.slice(1) : []))
  return {
    tag,
    name: facts.n as string,
    description: facts.d as string | null,
    type: facts.y as ClubAnswer['type'],
    badgeId: facts.b as number | null,
    requiredTrophies: facts.q as number | null,
    trophies: list.trophies,
    isFamilyFriendly: null,
    members: tags.flatMap((member) => memberOf(list, member) ?? []),
    membersComplete: list.isComplete,
  }
}

/** A member's row in a club's list; null where the list does not hold them. */
export function memberOf({ line: { facts } }: RawList, tag: string): ClubMember | null {
  const trophies = facts[`t${tag}`] as number | undefined
  if (trophies === undefined) return null
  const [name, nameColor, iconId, role] = facts[`m${tag}`] as [string, string | null, number | null, ClubMember['role']]
  return { tag, name, nameColor, iconId, role, trophies }
}

/** What a profile says that history needs, as it is stored; each brawler's trophies by its id. */
export function profileLine(profile: PlayerAnswer, at: Date): RawLine {
  const { club, brawlers } = profile
  const facts: Record<string, unknown> = {
    ...rowFacts(profile),
    ...ladderFacts(ladderLook(profile)),
    ...recordFacts(profile),
  }
  if (club !== undefined) facts.C = club?.tag ?? null
  for (const brawler of brawlers) facts[brawler.id] = brawler.trophies
  return { at, kind: 'p', facts }
}

/** What a place in a ranking says of the player, as it is stored. */
export function rankingLine(row: Omit<PlayerRankingRow, 'rank' | 'clubName'>, at: Date): RawLine {
  return { at, kind: 'r', facts: rowFacts(row) }
}

/** The trophies of each brawler in a profile, by id. */
export function brawlersOf({ line: { facts } }: RawProfile): Map<number, number> {
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
