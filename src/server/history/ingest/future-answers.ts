import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, dateColumn, queryRows } from '#server/database/database.ts'
import type { ClubMonths, PlayerMonths } from '#server/database/tables.ts'
import { type CalendarDay, dayOf, HOUR_MS, monthOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { ladderOf, packMonths } from './ladder.ts'
import { cutEntries } from './raw-lines.ts'
import { LISTS } from './write-catalogue.ts'

/** The clocks of two machines differ less, and a clock that was less ahead is soon overtaken. */
const AHEAD_MS = HOUR_MS

type DaysOf<Month> = Record<Exclude<keyof Month, 'club_tag' | 'player_tag' | 'month'>, 'array' | 'packed'>

/** All columns of days, by whose they are: an array with an element a day, or the packed ladder. */
const SERIES: { club: DaysOf<ClubMonths>; player: DaysOf<PlayerMonths> } = {
  club: { trophies: 'array', members: 'array', scans: 'array', joined: 'array', departed: 'array' },
  player: { trophies: 'array', changes: 'array', estimated: 'array', scans: 'array', ladder: 'packed' },
}

/**
 * Sets aside what was stored by a clock that was ahead and has been put back since: newer answers would count as late ones
 * until that time comes. What remains of those concerned is replayed. Returns how many answers were set aside.
 */
export async function setAsideFuture(db: Database, now: Date): Promise<number> {
  const limit = new Date(now.getTime() + AHEAD_MS)
  const [found] = await queryRows(
    db,
    { some: z.boolean() },
    sql`select exists (select from clubs where greatest(observed_at, held_since) > ${limit})
      or exists (select from players where greatest(observed_at, changed_at) > ${limit}) as some`,
  )
  return found?.some ? db.transaction().execute((transaction) => setAside(transaction, now, limit)) : 0
}

async function setAside(db: Database, now: Date, limit: Date): Promise<number> {
  const ofClubs = await queryRows(
    db,
    { tag: z.string() },
    sql`select tag from clubs where greatest(observed_at, held_since) > ${limit} order by tag for update`,
  )
  const clubs = ofClubs.map(({ tag }) => tag)
  const ofPlayers = await queryRows(
    db,
    { tag: z.string() },
    sql`select tag from players where greatest(observed_at, changed_at) > ${limit}
      or tag in (select player_tag from club_members where club_tag = any(${clubs})) order by tag for update`,
  )
  const players = ofPlayers.map(({ tag }) => tag)
  const count = (await cutDays(db, 'club', clubs, now)) + (await cutDays(db, 'player', players, now))
  await cutRows(db, { clubs, players, now })
  await sql`
    insert into due_replays (type, tag)
    select 'club', tag from unnest(${clubs}::text[]) tag union all select 'player', tag from unnest(${players}::text[]) tag
    on conflict do nothing`.execute(db)
  return count
}

/** Cuts the raw answers after this moment, and the series and resets from today on, which the replay makes again. */
async function cutDays(db: Database, type: EntityType, tags: readonly string[], now: Date): Promise<number> {
  const [today, tag] = [dayOf(now), sql.ref(`${type}_tag`)]
  const answers = sql.table(`${type}_answers`)
  const days = await queryRows(
    db,
    { tag: z.string(), day: dateColumn, entries: z.string() },
    sql`select ${tag} as tag, day, entries from ${answers} where ${tag} = any(${tags}) and day >= ${today}::date`,
  )
  let count = 0
  for (const { tag: of, ...ofDay } of days) {
    const { entries, gone } = cutEntries(ofDay, now)
    if (gone === 0) continue
    count += gone
    const change = entries === '' ? sql`delete from ${answers}` : sql`update ${answers} set entries = ${entries}`
    await sql`${change} where ${tag} = ${of} and day = ${ofDay.day}::date`.execute(db)
  }
  await cutSeries(db, type, tags, today)
  if (type === 'player') await cutLadders(db, tags, today)
  await sql`
    delete from ${sql.table(`${type}_resets`)} where ${tag} = any(${tags}) and day >= ${today}::date`.execute(db)
  return count
}

async function cutSeries(db: Database, type: EntityType, tags: readonly string[], today: CalendarDay): Promise<void> {
  const [table, tag] = [sql.table(`${type}_months`), sql.ref(`${type}_tag`)]
  await sql`delete from ${table} where ${tag} = any(${tags}) and month > ${monthOf(today)}::date`.execute(db)
  const before = Number(today.slice(8, 10)) - 1
  const arrays = Object.entries(SERIES[type]).filter(([, kept]) => kept === 'array')
  const cut = arrays.map(([name]) => {
    const column = sql.ref(name)
    // An empty array would begin with another day.
    return before === 0 ? sql`${column} = '{NULL}'` : sql`${column} = ${column}[1:${sql.lit(before)}]`
  })
  await sql`
    update ${table} set ${sql.join(cut)} where ${tag} = any(${tags}) and month = ${monthOf(today)}::date`.execute(db)
}

/** The ladders of this month, without today and what comes after it. */
async function cutLadders(db: Database, tags: readonly string[], today: CalendarDay): Promise<void> {
  const months = await db
    .selectFrom('player_months')
    .select(['player_tag', 'month', 'ladder'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .where('month', '=', monthOf(today))
    .where('ladder', 'is not', null)
    .execute()
  for (const { player_tag, ...month } of months) {
    const { before, days } = ladderOf([month])
    const kept = new Map([...days].filter(([day]) => day < today))
    if (kept.size === days.size) continue
    const ladder = packMonths({ before, days: kept }).get(month.month) ?? null
    await db
      .updateTable('player_months')
      .set({ ladder })
      .where('player_tag', '=', player_tag)
      .where('month', '=', month.month)
      .execute()
  }
}

type Cut = { clubs: string[]; players: string[]; now: Date }

/** What has no raw answers to be made from again is taken as seen now. */
async function cutRows(db: Database, { clubs, players, now }: Cut): Promise<void> {
  const cut = (...columns: string[]) =>
    sql.join(
      columns.map(
        (name) => sql`${sql.ref(name)} = case when ${sql.ref(name)} > ${now} then ${now} else ${sql.ref(name)} end`,
      ),
    )
  const moments = ['observed_at', 'first_seen_at', 'country_at']
  await sql`update clubs set ${cut(...moments)}, held_since = null where tag = any(${clubs})`.execute(db)
  await sql`
    update players set ${cut(...moments, 'changed_at', 'log_until')} where tag = any(${players})`.execute(db)
  await sql`
    update club_members set ${cut('first_seen_at', 'joined_at', 'left_at')} where club_tag = any(${clubs})`.execute(db)
  await sql`delete from roster_events where club_tag = any(${clubs}) and observed_at > ${now}`.execute(db)
  await sql`delete from battle_log_coverage where player_tag = any(${players}) and covered_from > ${now}`.execute(db)
  await sql`
    update battle_log_coverage set covered_to = ${now} where player_tag = any(${players}) and covered_to > ${now}`.execute(
    db,
  )
  await sql`
    update player_profiles set read_at = ${now} where player_tag = any(${players}) and read_at > ${now}`.execute(db)
  await sql`delete from rankings where collected_at > ${now}`.execute(db)
  for (const table of LISTS) {
    await sql`update ${sql.table(table)} set seen_at = ${now} where seen_at > ${now}`.execute(db)
  }
}
