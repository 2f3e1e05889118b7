import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { trophyChangeOf, unpackDay } from '../battles/pack-battles.ts'
import { endMembership, noteLastSeen, takeMembership } from './fold-club.ts'
import { observePlayer, profileSighting, rankingSighting, type Sighting, takeClub } from './fold-player.ts'
import { emptyLedger, type Ledger, type PlayerState } from './ledger.ts'
import { type Look, type Played, playedDays, resetBetween, type TakenBetween } from './played-days.ts'
import { brawlersOf, isHeldBack, memberOf, type RawAnswer, type RawProfile, readAnswers } from './raw-answers.ts'

/** A raw answer that may tell of the player; of which club, where it is a club's list. */
export type Line = RawAnswer & { club: string | null }

/** What the raw answers tell of a player. */
export type Past = {
  tag: string
  /** After the last answer; null when none tells of the player. */
  state: PlayerState | null
  looks: Look[]
  /** The last trophies of each day on which an answer told of the player. */
  closes: Map<CalendarDay, number>
  /** Days on which a list of a club of theirs was held back. */
  held: Set<CalendarDay>
  /** The names of the player, and when each was seen last. */
  names: Map<string, Date>
  taken: TakenBetween[]
}

/**
 * The raw answers that may tell of each of these players, in the order of time: of all clubs that they were in, and their
 * own. Those who were in the same clubs share their lines, so that the answers of a club are unpacked once.
 */
export async function readLines(
  db: Database,
  tags: readonly string[],
  since: CalendarDay | null,
): Promise<Map<string, Line[]>> {
  const ofPlayers = sql<string>`any(${tags})`
  const memberships = await db
    .selectFrom('club_members')
    .select(['player_tag', 'club_tag'])
    .where('player_tag', '=', ofPlayers)
    .execute()
  const ofClubs = await db
    .selectFrom('club_answers')
    .select(['club_tag as tag', 'day', 'entries'])
    .where('club_tag', '=', sql<string>`any(${[...new Set(memberships.map((row) => row.club_tag))]})`)
    .$if(since !== null, (query) => query.where(sql<boolean>`day >= ${since}::date`))
    .orderBy('club_tag')
    .orderBy('day')
    .execute()
  // All of a player's own answers, since a reset shows between two profiles that may lie far apart.
  const own = await db
    .selectFrom('player_answers')
    .select(['player_tag as tag', 'day', 'entries'])
    .where('player_tag', '=', ofPlayers)
    .orderBy('player_tag')
    .orderBy('day')
    .execute()
  const clubLines = linesOf(ofClubs, (club) => club)
  const ownLines = linesOf(own, () => null)
  const clubs = Map.groupBy(memberships, (row) => row.player_tag)
  return new Map(
    tags.map((tag) => {
      const listed = (clubs.get(tag) ?? []).flatMap(({ club_tag }) => clubLines.get(club_tag) ?? [])
      return [tag, [...listed, ...(ownLines.get(tag) ?? [])].sort(byTime)]
    }),
  )
}

type TaggedDay = { tag: string; day: CalendarDay; entries: string }

function linesOf(days: readonly TaggedDay[], clubOf: (tag: string) => string | null): Map<string, Line[]> {
  const ofTags = [...Map.groupBy(days, (day) => day.tag)]
  return new Map(
    ofTags.map(([tag, ofTag]) => [tag, readAnswers(ofTag).map((answer): Line => ({ ...answer, club: clubOf(tag) }))]),
  )
}

/** At the same moment the club's list counts first. */
const ORDER = { club: 0, ranking: 1, profile: 2, observation: 3 }

function byTime(one: Line, other: Line): number {
  const byKind = ORDER[one.kind] - ORDER[other.kind]
  return one.at.getTime() - other.at.getTime() || byKind || ((one.club ?? '') < (other.club ?? '') ? -1 : 1)
}

/** Folds the answers as they were folded when they came in. */
export function pastOf(tag: string, lines: readonly Line[]): Past {
  const ledger = emptyLedger()
  const past: Past = { tag, state: null, looks: [], closes: new Map(), held: new Set(), names: new Map(), taken: [] }
  let profile: RawProfile | null = null
  for (const line of lines) {
    if (isHeldBack(line)) {
      past.held.add(dayOf(line.at))
      continue
    }
    const sighting = sightingOf(tag, line)
    if (sighting === null) {
      takeAbsence(ledger, ledger.players.get(tag), line)
      continue
    }
    if (line.kind === 'profile') {
      addTaken(past, profile, line)
      profile = line
    }
    const player = observePlayer(ledger, sighting)
    if (player !== null) takeLook(past, ledger, player, { line, sighting })
  }
  past.state = ledger.players.get(tag) ?? null
  return past
}

/** A list that does not name the player: if it is complete, they have left. */
function takeAbsence(ledger: Ledger, player: PlayerState | undefined, line: Line): void {
  if (player === undefined || line.kind !== 'club' || line.club === null) return
  if (line.isComplete) endMembership(ledger, player, line.club)
  else noteLastSeen(ledger, player, line.club)
}

type Seen = { line: Line; sighting: Sighting }

function takeLook(past: Past, ledger: Ledger, player: PlayerState, { line, sighting }: Seen): void {
  if (line.kind === 'club') {
    takeMembership(ledger, player, line.club ?? '', memberOf(line, player.tag)?.role ?? null)
    if (!line.isComplete) noteLastSeen(ledger, player, line.club ?? '')
  }
  if (line.kind === 'profile' && line.clubTag !== undefined) takeClub(ledger, player, line.clubTag)
  past.closes.set(dayOf(line.at), player.trophies)
  if (sighting.name !== null) past.names.set(sighting.name, line.at)
  // A list that lags behind the profile tells nothing new.
  if (sighting.trophies !== player.trophies) return
  past.looks.push({ at: line.at, trophies: player.trophies, isReset: sighting.isReset, club: player.clubTag })
}

function addTaken(past: Past, before: RawProfile | null, now: RawProfile): void {
  if (before === null) return
  const trophies = resetBetween(brawlersOf(before), brawlersOf(now))
  if (trophies < 0) past.taken.push({ from: before.at, to: now.at, trophies })
}

/** What the line tells of the player; null where it does not name them. */
export function sightingOf(tag: string, line: Line): Sighting | null {
  const { at: observedAt, trophies } = line
  switch (line.kind) {
    case 'club': {
      const member = memberOf(line, tag)
      return member && { ...member, source: 'club', observedAt, club: line.club, isReset: line.verdict === 'fell' }
    }
    case 'profile':
      return profileSighting({ ...line, tag }, observedAt)
    case 'ranking':
      return rankingSighting({ ...line, tag }, observedAt)
    case 'observation': {
      const unknown = { name: null, nameColor: null, iconId: null, club: null }
      return { tag, ...unknown, trophies, source: 'observation', observedAt, isReset: line.isReset }
    }
  }
}

/** When these players played, by their looks, battles and logs. Each of them has a look. */
export async function readPlayed(db: Database, pasts: readonly Past[]): Promise<Map<string, Played>> {
  const tags = sql<string>`any(${pasts.map(({ tag }) => tag)})`
  const since = new Date(Math.min(...pasts.map((past) => firstLookOf(past).getTime())))
  const days = await db
    .selectFrom('player_battles')
    .select(['player_tag', 'day', 'sides', 'keys'])
    .where('player_tag', '=', tags)
    .where('day', '>=', dayOf(since))
    .orderBy('day')
    .execute()
  const spans = await db
    .selectFrom('battle_log_coverage')
    .select(['player_tag', 'covered_from as from', 'covered_to as to'])
    .where('player_tag', '=', tags)
    .where('covered_to', '>', since)
    .orderBy('covered_from')
    .execute()
  const daysOf = Map.groupBy(days, (row) => row.player_tag)
  const spansOf = Map.groupBy(spans, (row) => row.player_tag)
  return new Map(
    pasts.map((past) => {
      const first = firstLookOf(past)
      const battles = (daysOf.get(past.tag) ?? []).flatMap(battlesOf).filter(({ at }) => at > first)
      const coverage = (spansOf.get(past.tag) ?? []).filter(({ to }) => to > first)
      return [past.tag, playedDays(past.looks, { battles, coverage, taken: past.taken })]
    }),
  )
}

function firstLookOf({ looks }: Past): Date {
  return looks[0]?.at ?? new Date(0)
}

function battlesOf({ day, ...packed }: { day: CalendarDay; sides: Buffer; keys: Buffer }) {
  return unpackDay(packed).map(({ second, side }) => ({
    at: new Date(Date.parse(day) + second * 1000),
    trophyChange: trophyChangeOf(side),
  }))
}
