import { sql } from 'kysely'
import { type Database, insertRows, runAll } from '#server/database/database.ts'
import { addDays, type CalendarDay, monthOf } from '#shared/days.ts'
import type { Played } from './played-days.ts'

/** The days of a player from that one on. */
export type NewDays = {
  tag: string
  from: CalendarDay
  played: Played
  /** The last trophies of each day. The stored ones of other days stay, but for days of which all lists are held back. */
  closes: ReadonlyMap<CalendarDay, number>
  held: ReadonlySet<CalendarDay>
}

type Month = {
  month: CalendarDay
  trophies: (number | null)[]
  changes: (number | null)[]
  estimated: (number | null)[]
}
/** Replaces the days of these players; a day of which nothing is known stays unknown. */
export async function writeDays(db: Database, players: readonly NewDays[]): Promise<void> {
  if (players.length === 0) return
  const stored = await storedMonths(db, players)
  const rows = players.flatMap((days) => {
    const changed = changedMonths(days, stored.get(days.tag) ?? [])
    return changed.map((month) => ({ player_tag: days.tag, ...month, scans: '{NULL}' }))
  })
  const conflict = sql`
    on conflict (player_tag, month) do update set trophies = excluded.trophies, changes = excluded.changes,
      estimated = excluded.estimated`
  await runAll(db, insertRows('player_months', rows, conflict))
  await writeResets(db, players)
}

async function storedMonths(db: Database, players: readonly NewDays[]): Promise<Map<string, Month[]>> {
  const rows = await db
    .selectFrom('player_months')
    .select(['player_tag', 'month', 'trophies', 'changes', 'estimated'])
    .where('player_tag', '=', sql<string>`any(${players.map(({ tag }) => tag)})`)
    .where('month', '>=', monthOf(earliestOf(players)))
    .orderBy('player_tag')
    .orderBy('month')
    .forUpdate()
    .execute()
  const months = Map.groupBy(rows, (row) => row.player_tag)
  return new Map([...months].map(([tag, of]) => [tag, of.map(({ player_tag: _, ...month }) => month)]))
}

function earliestOf(players: readonly NewDays[]): CalendarDay {
  return players.map(({ from }) => from).reduce((earliest, from) => (from < earliest ? from : earliest))
}

/** The months that differ from what is stored, and those that are not stored. */
function changedMonths(days: NewDays, stored: readonly Month[]): Month[] {
  const known = new Map(stored.map((month) => [month.month, month]))
  const told = [...days.played.days.keys(), ...days.closes.keys()].filter((day) => day >= days.from)
  const names = new Set([...known.keys(), ...told.map(monthOf)])
  return [...names].flatMap((month) => {
    const before = known.get(month)
    const now = monthWith(before ?? { month, trophies: [], changes: [], estimated: [] }, days)
    return month >= monthOf(days.from) && JSON.stringify(now) !== JSON.stringify(before) ? [now] : []
  })
}

function monthWith({ month, trophies, changes, estimated }: Month, { from, played, closes, held }: NewDays): Month {
  const made: Month = { month, trophies: [], changes: [], estimated: [] }
  for (let place = 0; place < 31; place++) {
    const day = addDays(month, place)
    if (!day.startsWith(month.slice(0, 7))) break
    const isKept = day < from
    const stored = !isKept && held.has(day) ? null : trophies[place]
    const close = (isKept ? null : closes.get(day)) ?? stored ?? null
    const known = played.days.get(day)
    const unknown = close === null ? null : 0
    made.trophies.push(close)
    made.changes.push(isKept ? (changes[place] ?? null) : (known?.changes ?? unknown))
    made.estimated.push(isKept ? (estimated[place] ?? null) : (known?.estimated ?? unknown))
  }
  return { month, ...trimMonth(made) }
}

/** Without the days after the last one of which something is known. An empty array would begin with another day. */
function trimMonth({ trophies, changes, estimated }: Month): Omit<Month, 'month'> {
  const upTo = (values: (number | null)[]) =>
    values.slice(0, Math.max(1, values.findLastIndex((value) => value !== null) + 1))
  return { trophies: upTo(trophies), changes: upTo(changes), estimated: upTo(estimated) }
}

async function addMonths(db: Database, tag: string, months: ReadonlySet<string>): Promise<void> {
  if (months.size === 0) return
  await sql`
    insert into player_months (player_tag, month, trophies, changes, scans)
    select ${tag}, month::date, '{NULL}', '{NULL}', '{NULL}' from unnest(${[...months]}::text[]) month
    on conflict do nothing`.execute(db)
}

/** Puts closes where no better ones are known: of days whose raw answers were dropped. */
export async function fillDays(db: Database, tag: string, closes: ReadonlyMap<CalendarDay, number>): Promise<void> {
  const first = [...closes.keys()][0]
  if (first === undefined) return
  await addMonths(db, tag, new Set([...closes.keys()].map(monthOf)))
  for (const [day, close] of closes) {
    const i = sql.lit(Number(day.slice(8, 10)))
    await sql`
      update player_months set trophies[${i}] = ${close}, changes[${i}] = coalesce(changes[${i}], 0),
        estimated[${i}] = coalesce(estimated[${i}], 0)
      where player_tag = ${tag} and month = ${monthOf(day)}::date and trophies[${i}] is null`.execute(db)
  }
}

type ResetRow = { player_tag: string; day: CalendarDay; trophies: number; club_tag: string | null }

/** Replaces the resets of these players, and moves the lines of their clubs by as much. */
async function writeResets(db: Database, players: readonly NewDays[]): Promise<void> {
  const stored = await db
    .selectFrom('player_resets')
    .select(['player_tag', 'day', 'trophies', 'club_tag'])
    .where('player_tag', '=', sql<string>`any(${players.map(({ tag }) => tag)})`)
    .where('day', '>=', earliestOf(players))
    .execute()
  const ofPlayers = Map.groupBy(stored, (row) => row.player_tag)
  const changes = players.map((player) => {
    const before = (ofPlayers.get(player.tag) ?? []).filter(({ day }) => day >= player.from)
    return changedResets(before, resetsOf(player))
  })
  const [gone, now] = [changes.flatMap((change) => change.gone), changes.flatMap((change) => change.now)]
  for (const { player_tag, day } of gone) {
    await db.deleteFrom('player_resets').where('player_tag', '=', player_tag).where('day', '=', day).execute()
  }
  await runAll(db, insertRows('player_resets', now))
  await addClubResets(db, [...gone.map((row) => ({ ...row, trophies: -row.trophies })), ...now], gone)
}

function resetsOf({ tag, from, played }: NewDays): ResetRow[] {
  return [...played.days].flatMap(([day, { reset, club }]) =>
    day >= from && reset !== 0 ? [{ player_tag: tag, day, trophies: reset, club_tag: club }] : [],
  )
}

function changedResets(before: readonly ResetRow[], now: readonly ResetRow[]) {
  const isIn = (rows: readonly ResetRow[], row: ResetRow) =>
    rows.some(
      ({ day, trophies, club_tag }) => day === row.day && trophies === row.trophies && club_tag === row.club_tag,
    )
  return { gone: before.filter((row) => !isIn(now, row)), now: now.filter((row) => !isIn(before, row)) }
}

/** Adds to the clubs' lines. The line has a reset of an earlier version already, which does not tell the club (''). */
async function addClubResets(db: Database, moved: readonly ResetRow[], gone: readonly ResetRow[]): Promise<void> {
  const old = new Set(gone.flatMap(({ player_tag, day, club_tag }) => (club_tag === '' ? `${player_tag} ${day}` : [])))
  const lines = new Map<string, { club_tag: string; day: CalendarDay; trophies: number }>()
  for (const { player_tag, day, club_tag, trophies } of moved) {
    if (club_tag === null || old.has(`${player_tag} ${day}`)) continue
    const line = lines.get(`${club_tag} ${day}`) ?? { club_tag, day, trophies: 0 }
    line.trophies += trophies
    lines.set(`${club_tag} ${day}`, line)
  }
  const rows = [...lines.values()].filter(({ trophies }) => trophies !== 0)
  const conflict = sql`on conflict (club_tag, day) do update set trophies = stored.trophies + excluded.trophies`
  await runAll(db, insertRows('club_resets', rows, conflict))
  const clubs = [...new Set(rows.map(({ club_tag }) => club_tag))]
  if (clubs.length > 0) {
    await db
      .deleteFrom('club_resets')
      .where('club_tag', '=', sql<string>`any(${clubs})`)
      .where('trophies', '=', 0)
      .execute()
  }
}
