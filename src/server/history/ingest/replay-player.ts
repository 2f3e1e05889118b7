import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { noteKnownLogs } from './battle-logs.ts'
import { emptyLedger } from './ledger.ts'
import { fillDays, writeDays } from './player-days.ts'
import { type Line, type Past, pastOf, readLines, readPlayed } from './player-past.ts'
import { replayLadder } from './replay-ladder.ts'
import { formerPart } from './write-ledger.ts'

type StoredPlayer = { tag: string; club_tag: string | null; first_seen_at: Date; changed_at: Date | null }

/** A player of whom more is known from a moment on. */
type Recount = StoredPlayer & { since: Date }

/**
 * Counts the games of players again from the raw answers, battles and logs, since more is known of each from a moment on.
 * Closes stay as they are. To repeat it changes nothing.
 */
export async function recountPlayers(db: Database, moments: ReadonlyMap<string, Date>): Promise<void> {
  const stored = await storedPlayers(db, [...moments.keys()])
  const players = stored.map(
    (player): Recount => ({ ...player, since: moments.get(player.tag) ?? player.first_seen_at }),
  )
  // Members of one club share its answers. Those of several clubs together may not fit into memory.
  for (const ofWeek of Map.groupBy(players, ({ club_tag, since }) => `${club_tag} ${weekBefore(since)}`).values()) {
    // Nor may all of those without a club.
    for (let first = 0; first < ofWeek.length; first += CLUB_SEATS) {
      const few = ofWeek.slice(first, first + CLUB_SEATS)
      const counted = await recountNear(db, few)
      const others = few.filter(({ tag }) => !counted.has(tag))
      if (others.length > 0) await recountAll(db, others)
    }
  }
}

function weekBefore(moment: Date): CalendarDay {
  return addDays(mondayOf(dayOf(moment)), -7)
}

/** Counts those whose looks before that day are near. All moments are of one week. Returns whom it counted. */
async function recountNear(db: Database, players: readonly Recount[]): Promise<ReadonlySet<string>> {
  const edge = weekBefore(players[0]?.since ?? new Date(0))
  const pasts = await readPasts(db, players, edge)
  const near = players.flatMap((player) => {
    const past = pasts.get(player.tag)
    const first = past?.looks[0]
    const from = past === undefined ? null : startOf(past, player.since)
    if (past === undefined || first === undefined || from === null) return []
    // The first of these looks counts no games, unless it is the first of all.
    const isKnown = dayOf(first.at) < from || first.at.getTime() === player.first_seen_at.getTime()
    return isKnown && from > edge ? [{ player, past, from }] : []
  })
  return recountDays(db, near)
}

/** Counts from all raw answers: where the look before lies farther back, what happened since then counts from there. */
async function recountAll(db: Database, players: readonly Recount[]): Promise<void> {
  const pasts = await readPasts(db, players, null)
  const known = players.flatMap((player) => {
    const past = pasts.get(player.tag)
    const first = past?.looks[0]
    if (past === undefined || first === undefined) return []
    const isWhole = first.at.getTime() === player.first_seen_at.getTime()
    const earliest = isWhole ? dayOf(first.at) : addDays(dayOf(first.at), 1)
    const wanted = startOf(past, player.since) ?? earliest
    return [{ player, past, from: wanted > earliest ? wanted : earliest }]
  })
  await recountDays(db, known)
}

async function readPasts(db: Database, players: readonly Recount[], since: CalendarDay | null) {
  const lines = await readLines(
    db,
    players.map(({ tag }) => tag),
    since,
  )
  return new Map([...lines].map(([tag, ofPlayer]) => [tag, pastOf(tag, ofPlayer)]))
}

type Count = { player: StoredPlayer; past: Past; from: CalendarDay }

/** Returns whom it counted: not those of whom these looks do not tell when they played last. */
async function recountDays(db: Database, counts: readonly Count[]): Promise<ReadonlySet<string>> {
  if (counts.length === 0) return new Set()
  const played = await readPlayed(
    db,
    counts.map(({ past }) => past),
  )
  const days = []
  const moved: { tag: string; changedAt: Date | null }[] = []
  for (const { player, past, from } of counts) {
    const { tag, first_seen_at, changed_at } = player
    const ofPlayer = played.get(tag)
    if (ofPlayer === undefined) continue
    const { lastChangeAt } = ofPlayer
    const first = past.looks[0]?.at ?? first_seen_at
    const isOlder = lastChangeAt === null && changed_at !== null && changed_at <= first
    if (lastChangeAt === null && changed_at !== null && !isOlder && first > first_seen_at) continue
    days.push({ tag, from, played: ofPlayer, closes: new Map(), held: new Set<CalendarDay>() })
    const isSame = isOlder || changed_at?.getTime() === lastChangeAt?.getTime()
    if (!isSame) moved.push({ tag, changedAt: lastChangeAt })
  }
  await writeDays(db, days)
  if (moved.length > 0) {
    await sql`
      update players set changed_at = moved.changed_at
      from unnest(${moved.map(({ tag }) => tag)}::text[], ${moved.map(({ changedAt }) => changedAt)}::timestamptz[])
        moved (tag, changed_at)
      where players.tag = moved.tag`.execute(db)
  }
  return new Set(days.map(({ tag }) => tag))
}

/** The day of the last look that is not after the moment, or of the profile before a reset that goes back farther. */
function startOf({ looks, taken }: Past, from: Date): CalendarDay | null {
  const look = looks.findLast(({ at }) => at <= from)
  if (look === undefined) return null
  let start = dayOf(look.at)
  for (const { from: since, to } of taken.toReversed()) {
    if (dayOf(to) >= start && dayOf(since) < start) start = dayOf(since)
  }
  return start
}

/**
 * Whether these raw answers are all that ever came: the first is among them, and none after it was dropped for its age. A
 * dump may bring the first one back long after that.
 */
export function tellAll(answers: readonly { at: Date }[], firstSeenAt: Date, rawSince: CalendarDay | null): boolean {
  const wasDropped = rawSince !== null && dayOf(firstSeenAt) < rawSince
  return !wasDropped && answers.some(({ at }) => at.getTime() === firstSeenAt.getTime())
}

/** Makes all that is stored of a player again from the raw answers, after one came late. To repeat it changes nothing. */
export async function replayPlayer(db: Database, tag: string, rawSince: CalendarDay | null): Promise<void> {
  const [stored = null] = await storedPlayers(db, [tag])
  const lines = (await readLines(db, [tag], null)).get(tag) ?? []
  const isWhole = stored === null || tellAll(lines, stored.first_seen_at, rawSince)
  const edge = isWhole ? null : (rawSince ?? dayOf(stored.first_seen_at))
  const past = pastOf(tag, edge === null ? lines : lines.filter(({ at }) => dayOf(at) >= edge))
  const first = past.looks[0]
  if (first === undefined || past.state === null) return
  const played = (await readPlayed(db, [past])).get(tag)
  if (played === undefined) return
  const from = isWhole ? dayOf(first.at) : addDays(dayOf(first.at), 1)
  await writeDays(db, [{ tag, from, played, closes: past.closes, held: past.held }])
  if (edge !== null) {
    const older = lines.filter(({ at }) => dayOf(at) < edge)
    await fillDays(db, tag, pastOf(tag, older).closes)
  }
  await replayLadder(db, tag, { lines, edge })
  await writeState(db, past, { isWhole, lastChangeAt: played.lastChangeAt, lines })
  await writeNames(db, tag, past)
  if (stored === null) await noteKnownLogs(db, [tag])
}

/** In one order, so that two transactions do not block each other. */
async function storedPlayers(db: Database, tags: readonly string[]): Promise<StoredPlayer[]> {
  if (tags.length === 0) return []
  return db
    .selectFrom('players')
    .select(['tag', 'club_tag', 'first_seen_at', 'changed_at'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .orderBy('tag')
    .forUpdate()
    .execute()
}

type Known = { isWhole: boolean; lastChangeAt: Date | null; lines: readonly Line[] }

/** Who the player is does not change by an older answer, unless it is the only one. */
async function writeState(db: Database, { state, looks }: Past, known: Known): Promise<void> {
  if (state === null || looks[0] === undefined) return
  const { lastChangeAt, isWhole, lines } = known
  const first = isWhole ? { first_seen_at: looks[0].at, first_trophies: looks[0].trophies } : {}
  const changed = { changed_at: lastChangeAt }
  const isNamed = lines.some(({ kind }) => kind !== 'observation')
  const { name, nameColor, iconId, trophies, rosterTrophies, clubTag, role, observedAt } = state
  const identity = {
    name,
    name_color: nameColor,
    icon_id: iconId,
    trophies,
    roster_trophies: rosterTrophies,
    club_tag: clubTag,
    role,
    observed_at: observedAt,
  }
  const set = { ...first, ...(isWhole || lastChangeAt !== null ? changed : {}), ...(isNamed ? identity : {}) }
  await db
    .insertInto('players')
    .values({ tag: state.tag, ...identity, first_seen_at: looks[0].at, first_trophies: looks[0].trophies, ...changed })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet(set))
    .execute()
}

/** All names of the player but the present one. */
async function writeNames(db: Database, tag: string, { state, names }: Past): Promise<void> {
  const ledger = emptyLedger()
  if (state !== null) ledger.players.set(tag, state)
  for (const [name, lastSeenAt] of names) ledger.formerNames.push({ tag, type: 'player', name, lastSeenAt })
  const part = formerPart(ledger)
  if (part !== null) await sql`with ${part} select 1`.execute(db)
}
