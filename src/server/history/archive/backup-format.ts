import { hash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/database/database.ts'

/**
 * A backup is NDJSON: a header, then one line a stored row of every table, then checksums, then the digest of all that:
 * `{"format":"delphin-backup","version":1,"schema":"0008-limits","made_at":"..."}`
 * `{"table":"clubs","row":{"tag":"#2PP", ...}}` as in an export
 * `{"format":"delphin-backup","tables":{"clubs":{"rows":1,"checksum":"..."}},"sequences":[...]}`
 * `{"format":"delphin-backup","sha256":"..."}`
 */
export const BACKUP_FORMAT = 'delphin-backup'
export const BACKUP_VERSION = 1

const format = z.literal(BACKUP_FORMAT)
const Checksum = z.object({ rows: z.int(), checksum: z.string() })

export const BackupHeader = z.object({ format, version: z.int(), schema: z.string(), made_at: z.string() })
export const Contents = z.object({
  format,
  /** By table. */
  tables: z.record(z.string(), Checksum),
  /** Where each identity column goes on from; null where none was given yet. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.nullable(z.int()) })),
})
export const Digest = z.object({ format, sha256: z.string() })

export type Contents = z.output<typeof Contents>
export type TableSum = z.output<typeof Checksum>
type Sequence = Contents['sequences'][number]

type Sum = { rows: number; high: bigint; low: bigint }

export type TableSums = {
  /** Adds rows of a table in the text that a store gives of them. */
  add(table: string, rows: readonly string[]): void
  /** Every table that was added to, even if no rows. */
  result(): Contents['tables']
}

/**
 * A checksum a table: the sum of the SHA-256 digests of its rows, cut to 128 bits. Rows in any order give the same, so
 * that a table can be read as it lies.
 */
export function createTableSums(): TableSums {
  const sums = new Map<string, Sum>()
  return {
    add(table, rows) {
      const sum = sums.get(table) ?? { rows: 0, high: 0n, low: 0n }
      sums.set(table, sum)
      for (const row of rows) {
        const digest = hash('sha256', row, 'buffer')
        sum.high = BigInt.asUintN(64, sum.high + digest.readBigUInt64LE(0))
        sum.low = BigInt.asUintN(64, sum.low + digest.readBigUInt64LE(8))
      }
      sum.rows += rows.length
    },
    result: () => Object.fromEntries([...sums].map(([table, sum]) => [table, { rows: sum.rows, checksum: text(sum) }])),
  }
}

function text({ high, low }: Sum): string {
  return [high, low].map((half) => half.toString(16).padStart(16, '0')).join('')
}

/** Every table of ours by name, those first that others refer to. Which migrations were applied is not data. */
export async function storedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
      and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
    order by (select count(*) from pg_constraint where conrelid = c.oid and contype = 'f'), relname collate "C"
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** The identity columns, and the number each gave last. */
export async function storedSequences(db: Database): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select c.relname::text as table, attname::text as column,
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), attname)::regclass) as last
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attidentity <> ''
    order by 1, 2`.execute(db)
  return rows
}

/** Makes identity columns go on from where they were. */
export async function continueSequences(db: Database, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last } of sequences) {
    if (last === null) continue
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`.execute(db)
  }
}

/** The newest migration that was applied. */
export async function storedSchema(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name collate "C") as name from migrations`.execute(db)
  return rows[0]?.name ?? ''
}
