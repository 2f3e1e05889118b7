import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { EXPORTED_TABLES, type ExportedTable } from '#server/history/archive/exported-rows.ts'
import { importFiles } from '#server/history/archive/import-files.ts'
import { fixRowText } from '#server/history/archive/table-rows.ts'
import { manualClock } from './manual-clock.ts'
import { threeDaysOfAClub } from './recorded-dump.ts'

/** Every exported row as text, by table: two stores with equal contents hold the same history. */
export function storeContents(db: Database): Promise<Record<ExportedTable, string[]>> {
  return readAlike(db, exportedContents)
}

/** Reads in a transaction in which every store writes rows as the same text, whatever the time zones of its machines. */
function readAlike<Read>(db: Database, read: (transaction: Database) => Promise<Read>): Promise<Read> {
  return db.transaction().execute(async (transaction) => {
    await fixRowText(transaction)
    return read(transaction)
  })
}

async function exportedContents(db: Database): Promise<Record<ExportedTable, string[]>> {
  const contents: [string, string[]][] = []
  for (const [table, { key }] of Object.entries(EXPORTED_TABLES)) {
    const order = sql.join(key.map((column) => sql`r.${sql.ref(column)}::text collate "C"`))
    contents.push([
      table,
      await textOf(db, sql`select to_jsonb(r)::text as text from ${sql.table(table)} r order by ${order}`),
    ])
  }
  return Object.fromEntries(contents) as Record<ExportedTable, string[]>
}

async function textOf(db: Database, query: RawBuilder<unknown>): Promise<string[]> {
  const rows = await queryRows(db, { text: z.string() }, query)
  return rows.map(({ text }) => text)
}

const HISTORY_TABLES = [
  'clubs',
  'players',
  'club_members',
  'former_names',
  'club_answers',
  'player_answers',
  'player_profiles',
  'player_months',
  'club_months',
  'player_resets',
  'club_resets',
  'battles',
  'player_battles',
  'battle_log_coverage',
] as const

/** Every row of the tables that ingestion writes, as text: equal before and after what must change nothing. */
export function storedHistory(db: Database): Promise<Record<string, string[]>> {
  return readAlike(db, historyRows)
}

async function historyRows(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of HISTORY_TABLES) {
    const rows = await textOf(db, sql`select t::text as text from ${sql.table(table)} t order by 1`)
    // A month tells the same with and without unknown days at its end.
    tables[table] = table.endsWith('_months') ? rows.map((row) => row.replaceAll(/(?:,NULL)+}/g, '}')) : rows
  }
  // In their order, which counts, but without their numbers, which do not.
  tables.roster_events = await textOf(
    db,
    sql`
    select concat_ws(' ', club_tag, kind, player_tag, player_name, before, after, observed_after, observed_at) as text
    from roster_events order by club_tag, id`,
  )
  return tables
}

/** Imports three days of a club, and puts a row into every table that holds no history. */
export async function fillStore(db: Database): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-fill-'))
  const file = join(directory, 'dump.ndjson')
  writeFileSync(file, threeDaysOfAClub().join('\n'))
  const clock = manualClock(new Date('2026-07-01T00:00:00Z'))
  await importFiles({ db, clock, files: [file], stdin: Readable.from([]), say: () => {} })
  rmSync(directory, { recursive: true })
  await sql.raw(ACCOUNTS).execute(db)
  await sql.raw(REST).execute(db)
}

const TIME = `'2026-06-02T01:02:03.456789Z'`

const ACCOUNTS = `
  insert into users (username, email, password_hash, search_history, created_at)
    values ('eve', 'e@x.org', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', '{#2PP,"odd, \\"tag\\""}', ${TIME}),
           ('bob', 'b@x.org', 'hash', '{}', ${TIME});
  delete from users where username = 'bob';
  insert into user_sessions values ('\\x00ff', 1, ${TIME}, ${TIME}, ${TIME});
  insert into api_keys values (1, 'key', '\\x01', '\\xdeadbeef', 'active', ${TIME});
  insert into guest_sessions values ('\\x0102', ${TIME}, ${TIME}, 3, '{#2PP}');`

const REST = `
  insert into settings values ('demo', '{"epoch": 1.10, "list": [null, "\\u00e9\\n"]}');
  insert into incidents (kind, message, started_at) values ('maintenance', 'line' || chr(10) || 'line', ${TIME});
  insert into rankings values ('players', 'global', 0, ${TIME}, '[{"rank": 1, "name": "<c1>x</c>"}]');
  insert into glitches values ('tag', '2026-06-01', 3);
  insert into tombstones values ('#2LL', 'hide', 'alias', ${TIME});
  insert into hourly_work values (${TIME}, 1, 2);
  insert into visits values ('club', '#2PP', '2026-06-01', '\\x07', true, false);
  insert into player_summaries (tag, name, name_folded, search_text, trophies, facet, activity_score, growth_7d_percent,
    analytics_available, created_at, summarised_on)
    values ('#2PP', 'Ä', 'a', 'a', 1, 1, 0.1, 1.0 / 3, true, ${TIME}, '2026-06-01')`

/** A digest of every table, made by the store itself: two stores with equal digests hold the same. */
export function tableDigests(db: Database): Promise<Record<string, string>> {
  return readAlike(db, digestsOf)
}

async function digestsOf(db: Database): Promise<Record<string, string>> {
  const tables = await textOf(
    db,
    sql`
    select table_name::text as text from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
      and not exists (select from pg_inherits where inhrelid = (quote_ident(table_name))::regclass)
      and (select relpersistence from pg_class where oid = (quote_ident(table_name))::regclass) <> 'u'
      and table_name <> 'migrations'`,
  )
  const digests: Record<string, string> = {}
  for (const table of tables) {
    const [digest = ''] = await textOf(
      db,
      sql`
      select count(*) || ' ' || md5(coalesce(string_agg(to_jsonb(r)::text, chr(10) order by to_jsonb(r)::text collate "C"), ''))
        as text from ${sql.table(table)} r`,
    )
    digests[table] = digest
  }
  return digests
}
