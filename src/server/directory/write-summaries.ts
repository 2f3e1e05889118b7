import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { CalendarDay } from '#shared/days.ts'
import { withCountersLocked } from './counters.ts'
import type { ClubSummary, PlayerSummary } from './summary-rows.ts'

/** Summaries of some tags as they are now. A tag of `tags` without a row is gone and is no longer counted. */
export type SummaryBatch<Row> = { tags: readonly string[]; rows: readonly Row[]; today: CalendarDay }

const PLAYER_COLUMNS = {
  tag: 'text',
  name: 'text',
  name_folded: 'text',
  search_text: 'text',
  short_grams: 'text[]',
  trophies: 'integer',
  club_tag: 'text',
  country: 'text',
  facet: 'smallint',
  activity_score: 'real',
  performance_score: 'real',
  consistency_rating: 'real',
  longest_streak: 'smallint',
  growth_7d: 'integer',
  growth_from: 'integer',
  growth_7d_percent: 'double precision',
  analytics_available: 'boolean',
  created_at: 'timestamptz',
} satisfies Record<keyof PlayerSummary, string>

const CLUB_COLUMNS = {
  tag: 'text',
  name: 'text',
  name_folded: 'text',
  search_text: 'text',
  short_grams: 'text[]',
  trophies: 'integer',
  member_count: 'integer',
  country: 'text',
  facet: 'smallint',
  activity_score: 'real',
  ghosts: 'smallint',
  growth_7d: 'integer',
  growth_from: 'integer',
  growth_7d_percent: 'double precision',
  analytics_available: 'boolean',
  created_at: 'timestamptz',
} satisfies Record<keyof ClubSummary, string>

/** Writes the rows of players, with the percentile's histogram and all counters, in one transaction. */
export async function writePlayerSummaries(db: Database, batch: SummaryBatch<PlayerSummary>): Promise<void> {
  const histogram = sql`, histogram as (
    insert into trophy_counts as stored (hundred, players)
    select hundred, sum(sign) from (
      select trophies / 100 as hundred, -1 as sign from before union all select trophies / 100, 1 from incoming
    ) change group by hundred having sum(sign) <> 0
    on conflict (hundred) do update set players = stored.players + excluded.players)`
  await write(db, batch, { type: 'player', columns: PLAYER_COLUMNS, histogram })
}

/** Writes the rows of clubs with all counters, in one transaction. */
export async function writeClubSummaries(db: Database, batch: SummaryBatch<ClubSummary>): Promise<void> {
  await write(db, batch, { type: 'club', columns: CLUB_COLUMNS, histogram: sql`` })
}

type Shape = { type: 'club' | 'player'; columns: Record<string, string>; histogram: RawBuilder<unknown> }

async function write(db: Database, batch: SummaryBatch<object>, shape: Shape): Promise<void> {
  await withCountersLocked(db, (transaction) => upsert(batch, shape).execute(transaction))
}

function upsert({ tags, rows, today }: SummaryBatch<object>, { type, columns, histogram }: Shape) {
  const table = sql.table(`${type}_summaries`)
  const names = Object.keys(columns)
  const list = sql.join(names.map((name) => sql.ref(name)))
  const record = sql.raw(names.map((name) => `${name} ${columns[name]}`).join(', '))
  const updates = sql.join(
    [...names.filter((name) => name !== 'tag'), 'summarised_on'].map(
      (name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`,
    ),
  )
  return sql`
    with incoming as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${record})),
    before as (select * from ${table} where tag = any(${tags})),
    gone as (delete from ${table} where tag = any(${tags}) and tag not in (select tag collate "C" from incoming)),
    written as (
      insert into ${table} as stored (${list}, popularity_weight, summarised_on)
      select ${list}, ${popularityOf(type)}, ${today}::date from incoming
      on conflict (tag) do update set ${updates}
    )${histogram}, arrived as (
      insert into arrivals as stored (day, type, entities)
      select (created_at at time zone 'UTC')::date, ${type}, count(*) from incoming
      where tag collate "C" not in (select tag from before) group by 1
      on conflict (day, type) do update set entities = stored.entities + excluded.entities
    )
    insert into entity_counts as stored (type, facet, thousand, entities, available, scored, activity_tenths)
    select ${type}, facet, thousand, sum(sign), sum(sign * available), sum(sign * scored), sum(sign * tenths)
    from (${counted(-1, sql`before`)} union all ${counted(1, sql`incoming`)}) change
    group by facet, thousand
    having sum(sign) <> 0 or sum(sign * available) <> 0 or sum(sign * scored) <> 0 or sum(sign * tenths) <> 0
    on conflict (type, facet, thousand) do update set entities = stored.entities + excluded.entities,
      available = stored.available + excluded.available, scored = stored.scored + excluded.scored,
      activity_tenths = stored.activity_tenths + excluded.activity_tenths`
}

/** What a row adds to its counter, or takes from it. */
function counted(sign: 1 | -1, rows: RawBuilder<unknown>) {
  return sql`select facet, trophies / 1000 as thousand, ${sql.lit(sign)} as sign, analytics_available::integer as available,
    (activity_score is not null)::integer as scored, coalesce(round(activity_score::numeric * 10), 0)::bigint as tenths
    from ${rows}`
}

/** Visits may have come before the row. */
function popularityOf(type: string) {
  return sql`coalesce((select sum(viewed::integer + 3 * searched::integer) from visits v
    where v.type = ${type} and v.tag = incoming.tag), 0)`
}
