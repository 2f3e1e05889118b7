import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { dayOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { freeCounterPart } from './counters.ts'
import type { ClubSummary, PlayerSummary } from './summary-rows.ts'

/** Summaries of some tags as they are now. */
export type SummaryBatch<Row> = {
  /** A tag without a row is gone: it loses its summary and is no longer counted. */
  tags: readonly string[]
  rows: readonly Row[]
  now: Date
  /** Whether the tags count as updated: new data of them were stored. */
  updated: boolean
}

const SHARED_COLUMNS = {
  tag: 'text',
  name: 'text',
  name_folded: 'text',
  search_text: 'text',
  short_grams: 'text[]',
  trophies: 'integer',
  country: 'text',
  facet: 'smallint',
  activity_score: 'real',
  growth_7d: 'integer',
  growth_from: 'integer',
  growth_7d_percent: 'double precision',
  analytics_available: 'boolean',
  created_at: 'timestamptz',
} as const

const PLAYER_COLUMNS = {
  ...SHARED_COLUMNS,
  club_tag: 'text',
  performance_score: 'real',
  consistency_rating: 'real',
  longest_streak: 'smallint',
  ranked_rating: 'smallint',
  ranked_tier: 'text',
  prestige: 'smallint',
} satisfies Record<keyof PlayerSummary, string>

const CLUB_COLUMNS = {
  ...SHARED_COLUMNS,
  member_count: 'integer',
  entry: 'text',
  required_trophies: 'integer',
  active_members: 'smallint',
  known_members: 'smallint',
  ghosts: 'smallint',
} satisfies Record<keyof ClubSummary, string>

/** Writes the rows of players and counts them. */
export async function writePlayerSummaries(db: Database, batch: SummaryBatch<PlayerSummary>): Promise<void> {
  await write(db, { type: 'player', columns: PLAYER_COLUMNS }, batch)
}

/** Writes the rows of clubs and counts them. */
export async function writeClubSummaries(db: Database, batch: SummaryBatch<ClubSummary>): Promise<void> {
  await write(db, { type: 'club', columns: CLUB_COLUMNS }, batch)
}

type Columns = Readonly<Record<string, string>>
type Table = { type: EntityType; columns: Columns }
type Batch = SummaryBatch<{ tag: string }>

const TAG = { tag: z.string() }

/**
 * Changes the rows that are stored, then inserts the others; each statement counts what it does. Writers of the same tag
 * wait for each other, always in the order of tags, so none of them waits in a circle.
 */
async function write(db: Database, table: Table, batch: Batch): Promise<void> {
  const changed = await queryRows(db, TAG, changeStored(table, batch))
  const missing = without(batch.rows, changed)
  if (missing.length === 0) return
  const inserted = await queryRows(db, TAG, insertMissing(table, { ...batch, rows: missing }))
  // Another writer inserted these in between.
  const stored = without(missing, inserted)
  if (stored.length > 0) await write(db, table, { ...batch, tags: stored.map(({ tag }) => tag), rows: stored })
}

function without(rows: Batch['rows'], written: readonly { tag: string }[]): Batch['rows'] {
  const tags = new Set(written.map(({ tag }) => tag))
  return rows.filter(({ tag }) => !tags.has(tag))
}

/**
 * Updates the rows that are stored, deletes those that are gone, counts the difference, and answers the tags of both. A
 * row is changed only after `before` has locked it, since each change joins `before`.
 */
function changeStored(table: Table, batch: Batch) {
  const { tags, rows, now } = batch
  const stored = sql.table(`${table.type}_summaries`)
  const changes = Object.keys(table.columns).flatMap((name) =>
    name === 'tag' ? [] : sql`${sql.ref(name)} = incoming.${sql.ref(name)}`,
  )
  return sql`
    with own as materialized (select ${freeCounterPart()} as part),
    incoming as materialized (select * from ${recordsOf(rows, table)}),
    before as materialized (
      select * from ${stored} where tag = any(${tags}) and ${PART} >= 0 order by tag for update
    ), gone as (
      delete from ${stored} stored using before
      where stored.tag = before.tag and before.tag not in (select tag collate "C" from incoming)
    ), updated as (
      update ${stored} stored set ${sql.join(changes)}, summarised_on = ${dayOf(now)}::date
      from incoming join before on before.tag = incoming.tag collate "C" where stored.tag = before.tag
    ), after as (select * from incoming where tag collate "C" in (select tag from before)),
    change as (${countsOf(-1, sql`before`)} union all ${countsOf(1, sql`after`)}),
    ${countChange(table)}, ${countWork(batch, sql`before`)}
    select tag from before`
}

/** Inserts rows, counts them and answers their tags; leaves out those that another writer has inserted meanwhile. */
function insertMissing(table: Table, batch: Batch) {
  const { type, columns } = table
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  // Visits may have come before the row.
  return sql`
    with own as materialized (select ${freeCounterPart()} as part),
    added as (
      insert into ${sql.table(`${type}_summaries`)} (${names}, popularity_weight, summarised_on)
      select ${names}, coalesce((select sum(viewed::integer + 3 * searched::integer) from visits v
        where v.type = ${type} and v.tag = incoming.tag), 0), ${dayOf(batch.now)}::date
      from ${recordsOf(batch.rows, table)} where ${PART} >= 0 order by tag collate "C"
      on conflict (tag) do nothing returning *
    ), change as (${countsOf(1, sql`added`)}),
    ${countChange(table)}, ${countWork(batch, sql`added`)}, arrived as (
      insert into arrivals as stored (day, type, part, entities)
      select (created_at at time zone 'UTC')::date as day, ${type}, ${PART}, count(*) from added group by day
      on conflict (day, type, part) do update set entities = stored.entities + excluded.entities
    )
    select tag from added`
}

/** The part that the statement counts in. Asked for before any row is locked, so that nobody waits for it in a circle. */
const PART = sql`(select part from own)`

/** Rows as a table named `incoming`. */
function recordsOf(rows: readonly object[], { columns }: Table) {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(${sql.raw(types.join(', '))})`
}

/** What rows add to the counters, or take from them. */
function countsOf(sign: 1 | -1, rows: RawBuilder<unknown>) {
  return sql`select facet, trophies, ${sql.lit(sign)} as sign, analytics_available::integer as available,
    (activity_score is not null)::integer as scored, coalesce(round(activity_score::numeric * 10), 0)::bigint as tenths
    from ${rows}`
}

/** Adds `change` to the totals and, for players, to the histogram of trophies. */
function countChange({ type }: Table) {
  const hundreds = sql`hundreds as (
      insert into trophy_counts as stored (hundred, part, players)
      select trophies / 100 as hundred, ${PART}, sum(sign) from change group by hundred having sum(sign) <> 0
      on conflict (hundred, part) do update set players = stored.players + excluded.players
    ), `
  return sql`${type === 'player' ? hundreds : sql``}counted as (
      insert into entity_counts as stored (type, facet, thousand, part, entities, available, scored, activity_tenths)
      select ${type}, facet, trophies / 1000 as thousand, ${PART}, sum(sign), sum(sign * available),
        sum(sign * scored), sum(sign * tenths)
      from change group by facet, thousand
      having sum(sign) <> 0 or sum(sign * available) <> 0 or sum(sign * scored) <> 0 or sum(sign * tenths) <> 0
      on conflict (type, facet, thousand, part) do update set entities = stored.entities + excluded.entities,
        available = stored.available + excluded.available, scored = stored.scored + excluded.scored,
        activity_tenths = stored.activity_tenths + excluded.activity_tenths
    )`
}

function countWork({ now, updated }: Batch, rows: RawBuilder<unknown>) {
  return sql`work as (
      insert into hourly_work as stored (hour, part, updates, summaries)
      select date_trunc('hour', ${now}::timestamptz, 'UTC'), ${PART}, case when ${updated} then count(*) else 0 end, count(*)
      from ${rows} having count(*) > 0
      on conflict (hour, part) do update set updates = stored.updates + excluded.updates,
        summaries = stored.summaries + excluded.summaries
    )`
}
