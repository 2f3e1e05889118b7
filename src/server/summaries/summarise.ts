import { dayOf } from '#shared/calendar-day.ts'
import type { Context } from '../context.ts'
import { readClubSeries, readPlayerSeries, type Subject } from '../history/read-series.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { clubSummary } from './club-summary.ts'
import { countWork } from './count-work.ts'
import { playerSummary } from './player-summary.ts'
import { readClubs, readMembers, readPlayers, type StoredPlayer } from './read-subjects.ts'
import { trophyStandings } from './trophy-standings.ts'
import { writeClubSummaries, writePlayerSummaries } from './write-summaries.ts'

/** All that summaries are made of. */
type Stored = Pick<Context, 'db' | 'clock'>

/** Whose summaries are meant. */
export type Subjects = { clubs: readonly string[]; players: readonly string[] }

/** The window of all scores. */
const DAYS = 30

/** Small enough that one statement never holds the store up for long. */
const PLAYERS_AT_ONCE = 300
const CLUBS_AT_ONCE = 10

/**
 * Renews the summaries of these tags from what is stored; to be called after each collection with everyone it saw.
 * Repeating it changes nothing. A tag that is not stored (any more) loses its summary.
 */
export async function summarise(context: Stored, subjects: Subjects): Promise<void> {
  await renewSummaries(context, subjects)
  const size = subjects.clubs.length + subjects.players.length
  await countWork(context, { updates: size, summaries: size })
}

/** The same without counting the tags as updated: for scores that have only grown old. */
export async function renewSummaries(context: Stored, { clubs, players }: Subjects): Promise<void> {
  // Clubs first: where a player's own country is not known, his club's counts.
  for (const tags of chunks(clubs, CLUBS_AT_ONCE)) await summariseClubs(context, tags)
  for (const tags of chunks(players, PLAYERS_AT_ONCE)) await summarisePlayers(context, tags)
}

async function summariseClubs({ db, clock }: Stored, tags: string[]): Promise<void> {
  const now = clock.now()
  const clubs = await readClubs(db, tags)
  const members = await readMembers(db, tags)
  const seriesOf = await readPlayerSeries(db, members.map(subjectOf), { days: DAYS, now })
  const membersOf = Map.groupBy(members, (member) => member.club_tag)
  const rows = []
  for (const club of clubs) {
    const series = await readClubSeries(db, subjectOf(club), { days: DAYS, now })
    rows.push(clubSummary(club, { series, members: membersOf.get(club.tag) ?? [], seriesOf }))
  }
  await writeClubSummaries(db, { tags, rows, today: dayOf(now) })
}

async function summarisePlayers({ db, clock }: Stored, tags: string[]): Promise<void> {
  const now = clock.now()
  const players = await readPlayers(db, tags)
  const seriesOf = await readPlayerSeries(db, players.map(subjectOf), { days: DAYS, now })
  const standings = await trophyStandings(db, players)
  const countries = await clubCountries({ db }, players)
  const rows = players.map((player) =>
    playerSummary(player, {
      series: seriesOf.get(player.tag) as DailySeries,
      percentile: standings.get(player.tag)?.percentile ?? null,
      country: player.country ?? countries.get(player.club_tag ?? '') ?? null,
    }),
  )
  await writePlayerSummaries(db, { tags, rows, today: dayOf(now) })
}

/** The countries that players without one of their own take from their clubs. */
async function clubCountries(
  { db }: Pick<Context, 'db'>,
  players: StoredPlayer[],
): Promise<Map<string, string | null>> {
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

type Observed = { tag: string; first_seen_at: Date; first_trophies: number | null }

function subjectOf({ tag, first_seen_at, first_trophies }: Observed): Subject {
  return { tag, firstSeenAt: first_seen_at, firstTrophies: first_trophies }
}

function chunks(tags: readonly string[], size: number): string[][] {
  const all = [...new Set(tags)].sort()
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}
