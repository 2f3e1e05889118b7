import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { recountTrophyChanges } from './ingest/trophy-changes.ts'
import { RAW_DAYS } from './retention.ts'

const PLAYERS_AT_ONCE = 200

/**
 * Makes the closes, trophy changes and resets of the players' daily series again from the raw observations and battles,
 * as far back as those are kept. Scans are not in the raw data and stay as they are. To repeat it changes nothing.
 * Returns the number of players.
 */
export async function rebuildSeries({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const start = addDays(dayOf(clock.now()), 1 - RAW_DAYS)
  let done = 0
  for (let after = ''; ; ) {
    const tags = await db.transaction().execute((transaction) => rebuildSome(transaction, after, start))
    if (tags.length === 0) return done
    after = tags.at(-1) ?? after
    done += tags.length
  }
}

/** Rebuilds the next players after that tag, and returns their tags. Answers that come in meanwhile wait for the lock. */
async function rebuildSome(db: Database, after: string, start: CalendarDay): Promise<string[]> {
  const players = await db
    .selectFrom('players')
    .select('tag')
    .where('tag', '>', after)
    .orderBy('tag')
    .limit(PLAYERS_AT_ONCE)
    .forUpdate()
    .execute()
  const tags = players.map(({ tag }) => tag)
  if (tags.length === 0) return tags
  await addMissingMonths(db, tags, start)
  await rebuildCloses(db, tags, start)
  await rebuildResets(db, tags, start)
  const from = new Date(`${start}T00:00:00Z`)
  await recountTrophyChanges(
    db,
    tags.map((tag) => ({ tag, from })),
  )
  return tags
}

async function addMissingMonths(db: Database, tags: string[], start: CalendarDay): Promise<void> {
  await sql`
    insert into player_months (player_tag, month, trophies, changes, scans)
    select player_tag, month, array_fill(null::integer, array[days]), array_fill(null::smallint, array[days]),
      array_fill(null::smallint, array[days])
    from (
      select player_tag, date_trunc('month', observed_at, 'UTC') at time zone 'UTC' as month,
        max(extract(day from observed_at at time zone 'UTC'))::integer as days
      from observations where player_tag = any(${tags}) and observed_at >= ${`${start}T00:00:00Z`}::timestamptz group by 1, 2
    ) seen
    on conflict do nothing`.execute(db)
}

/** The close of an observed day is the last observation up to its end. Without an observation the close stays. */
async function rebuildCloses(db: Database, tags: string[], start: CalendarDay): Promise<void> {
  await sql`
    update player_months stored set trophies = rebuilt.trophies
    from (
      select player_tag, month, array_agg(case
          when day < ${start}::date or (close is null and seen_at < day at time zone 'UTC') then close
          else coalesce(seen, close) end order by i) as trophies
      from (
        select months.player_tag, months.month, i, close, (months.month + (i - 1)::integer)::timestamp as day
        from player_months months, unnest(months.trophies) with ordinality as closes(close, i)
        where months.player_tag = any(${tags}) and months.month >= date_trunc('month', ${start}::date)
      ) days left join lateral (
        select observations.trophies as seen, observed_at as seen_at from observations
        where observations.player_tag = days.player_tag
          and observed_at < (days.day + interval '1 day') at time zone 'UTC'
        order by observed_at desc limit 1
      ) last on true
      group by player_tag, month
    ) rebuilt
    where stored.player_tag = rebuilt.player_tag and stored.month = rebuilt.month
      and stored.trophies is distinct from rebuilt.trophies`.execute(db)
}

/** The `source` of an observation that a reset brought is a capital letter. */
async function rebuildResets(db: Database, tags: string[], start: CalendarDay): Promise<void> {
  await sql`
    with falls as (
      select player_tag, (observed_at at time zone 'UTC')::date as day, source::text <> lower(source::text) as is_reset,
        trophies - lag(trophies) over (partition by player_tag order by observed_at) as fall
      from observations where player_tag = any(${tags})
    ), resets as (
      select player_tag, day, sum(fall)::integer as trophies from falls
      where is_reset and fall is not null and day >= ${start}::date group by player_tag, day
    ), wrong as (
      delete from player_resets stored where player_tag = any(${tags}) and day >= ${start}::date
        and not exists (select from falls where falls.player_tag = stored.player_tag and falls.day = stored.day and is_reset)
    )
    insert into player_resets (player_tag, day, trophies) select player_tag, day, trophies from resets
    on conflict (player_tag, day) do update set trophies = excluded.trophies`.execute(db)
}
