import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Renewed } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { readLadders } from '#server/history/ladders.ts'
import { readClubSeries, readPlayerSeries, type Subject } from '#server/history/series.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { dayOf } from '#shared/days.ts'
import { getKnown } from '#shared/records.ts'
import type { EntityType } from '#shared/tag.ts'
import { clubSummary, playerSummary, readClubs, readMembers, readPlayers, type StoredPlayer } from './summary-rows.ts'
import { trophyStandings } from './trophy-standings.ts'
import { writeClubSummaries, writePlayerSummaries } from './write-summaries.ts'

/** What summaries are read from, and the time that they are of. */
type Stored = { db: Database; clock: Clock }

/** Days over which all scores of summaries are made. */
const DAYS = 30

/** Small enough that one statement never holds the store up for long. */
const PLAYERS_AT_ONCE = 300
const CLUBS_AT_ONCE = 10

/**
 * Renews the summaries of these clubs and players from what is stored; to be called after each collection with everyone
 * it saw. Repeating it changes nothing but the count of updates. A tag that is not stored (any more) loses its summary.
 */
export async function summarise(context: Stored, renewed: Renewed): Promise<void> {
  await renewSummaries(context, renewed, { updated: true })
}

/** `updated`: new data were stored. Otherwise the scores have only grown old. */
type Reason = { updated: boolean }

async function renewSummaries(context: Stored, { clubs, players }: Renewed, reason: Reason): Promise<void> {
  // Clubs first: a player whose own country is not known has that of the club.
  for (const tags of chunks(clubs, CLUBS_AT_ONCE)) await summariseClubs(context, tags, reason)
  for (const tags of chunks(players, PLAYERS_AT_ONCE)) await summarisePlayers(context, tags, reason)
}

async function summariseClubs({ db, clock }: Stored, tags: string[], { updated }: Reason): Promise<void> {
  const now = clock.now()
  const clubs = await readClubs(db, tags)
  const members = await readMembers(db, tags)
  const seriesOf = await readPlayerSeries(db, members.map(subjectOf), { days: DAYS, now })
  const clubSeries = await readClubSeries(db, clubs.map(subjectOf), { days: DAYS, now })
  const membersOf = Map.groupBy(members, (member) => member.club_tag)
  const rows = clubs.map((club) => {
    const series = getKnown(clubSeries, club.tag)
    return clubSummary(club, { series, members: membersOf.get(club.tag) ?? [], seriesOf, now })
  })
  await writeClubSummaries(db, { tags, rows, now, updated })
}

async function summarisePlayers({ db, clock }: Stored, tags: string[], { updated }: Reason): Promise<void> {
  const now = clock.now()
  const players = await readPlayers(db, tags)
  const seriesOf = await readPlayerSeries(db, players.map(subjectOf), { days: DAYS, now })
  const standings = await trophyStandings(db, players)
  const countries = await clubCountries(db, players)
  const ladders = await readLadders(
    db,
    players.map(({ tag }) => tag),
    dayOf(now),
  )
  const rows = players.map((player) =>
    playerSummary(player, {
      series: getKnown(seriesOf, player.tag),
      ladder: ladders.get(player.tag),
      percentile: standings.get(player.tag)?.percentile ?? null,
      now,
      country: player.country ?? countries.get(player.club_tag ?? '') ?? null,
    }),
  )
  await writePlayerSummaries(db, { tags, rows, now, updated })
}

/** The countries that players without one of their own take from their clubs. */
async function clubCountries(db: Database, players: StoredPlayer[]): Promise<Map<string, string | null>> {
  const tags = new Set(
    players.flatMap(({ country, club_tag }) => (country === null && club_tag !== null ? club_tag : [])),
  )
  if (tags.size === 0) return new Map()
  const rows = await db
    .selectFrom('club_summaries')
    .select(['tag', 'country'])
    .where('tag', 'in', [...tags])
    .execute()
  return new Map(rows.map(({ tag, country }) => [tag, country]))
}

type Observed = { tag: string; first_seen_at: Date; first_trophies: number | null; observed_at: Date }

function subjectOf({ tag, first_seen_at, first_trophies, observed_at }: Observed): Subject {
  return { tag, firstSeenAt: first_seen_at, firstTrophies: first_trophies, asOf: observed_at }
}

function chunks(tags: readonly string[], size: number): string[][] {
  const all = [...new Set(tags)].sort()
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/**
 * Renews up to `limit` summaries whose scores are of an earlier UTC day: the activity of a player who does not play falls
 * from day to day. Returns how many; 0 when none is left.
 */
export async function summariseStale(context: Stored, limit: number): Promise<number> {
  const clubs = await staleTags(context, 'club', limit)
  const players = await staleTags(context, 'player', limit - clubs.length)
  await renewSummaries(context, { clubs, players }, { updated: false })
  return clubs.length + players.length
}

async function staleTags({ db, clock }: Stored, type: EntityType, limit: number): Promise<string[]> {
  if (limit <= 0) return []
  return tagsOf(
    db,
    sql`select tag from ${sql.table(`${type}_summaries`)} where summarised_on < ${dayOf(clock.now())}::date
      order by summarised_on limit ${limit}`,
  )
}

/** The last club and player that were summarised. */
type Cursor = { club: string; player: string }

const START: Cursor = { club: '', player: '' }

/**
 * Makes the summaries of the next `limit` stored clubs and, when those are done, players, in the order of tags after
 * `after`: for an import or the demo's history, which store without summarising. Returns where to go on; null at the end.
 */
export async function summariseStored(context: Stored, limit: number, after = START): Promise<Cursor | null> {
  const clubs = await nextTags(context.db, 'clubs', after.club, limit)
  const players = clubs.length > 0 ? [] : await nextTags(context.db, 'players', after.player, limit)
  await renewSummaries(context, { clubs, players }, { updated: false })
  if (clubs.length === 0 && players.length === 0) return null
  return { club: clubs.at(-1) ?? after.club, player: players.at(-1) ?? after.player }
}

function nextTags(db: Database, table: 'clubs' | 'players', after: string, limit: number): Promise<string[]> {
  return tagsOf(db, sql`select tag from ${sql.table(table)} where tag > ${after} order by tag limit ${limit}`)
}

async function tagsOf(db: Database, query: RawBuilder<unknown>): Promise<string[]> {
  return (await queryRows(db, { tag: z.string() }, query)).map(({ tag }) => tag)
}

/** Few, so that a stop need not wait long. */
const STORED_AT_ONCE = 100

/** Renews the summaries of all that is stored, a few at a time, until it is stopped. */
export async function summariseAll(context: Stored, signal: AbortSignal): Promise<void> {
  let cursor: Cursor | null | undefined
  while (!signal.aborted && cursor !== null) cursor = await summariseStored(context, STORED_AT_ONCE, cursor)
}
