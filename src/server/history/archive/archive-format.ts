import { hash } from 'node:crypto'
import * as z from 'zod'
import { knowsMigration } from '#server/database/migrate.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { formatThousands } from '#shared/number-format.ts'

/**
 * An archive is NDJSON: a header, a line for each row, and an end by which one that was cut short is recognised.
 * `{"format":"delphin-archive","version":1,"holds":"history","schema":"0004-collection","made_at":"..."}`
 * `{"table":"clubs","row":{"tag":"#2PP", ...}}` with columns by name, times as ISO text, lists as lists
 * `{"format":"delphin-archive","tables":{"clubs":{"rows":1,"checksum":"..."}},"sequences":[...],"sha256":"..."}`
 * The digest is of all text before `,"sha256"`.
 */
const FORMAT = 'delphin-archive'
const VERSION = 1

/** An export holds the history, for import into any store; a backup every table, for an empty store. */
export type Holds = 'history' | 'everything'

/** `schema` is the newest migration of the store that the archive was made from. */
export type Header = { version: number; holds: Holds; schema: string }

const tables = z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() }))
const sequences = z.array(z.object({ table: z.string(), column: z.string(), last: z.nullable(z.int()) }))
/** Where an identity column goes on from: the number that it gave last, null where it gave none yet. */
export type Sequence = z.output<typeof sequences>[number]

/** Rows and checksum of each table, by its name. */
export type TableSums = z.output<typeof tables>

/** What an archive says of the rows in it. */
export type Contents = { tables: TableSums; sequences: Sequence[] }

/** The newest migrations before version 0.1.0. Their exports hold rows of today's tables, so they carry a history over. */
const LAST_BEFORE_RELEASE = ['0027-news-of-days', '0028-held-back', '0028-proofs']

const format = z.literal(FORMAT)
const Header = z.object({ format, version: z.int(), holds: z.enum(['history', 'everything']), schema: z.string() })
const End = z.object({ format, tables, sequences, sha256: z.string() })

/** The header of an archive that is begun. */
export function headerLine(holds: Holds, storeSchema: string, madeAt: Date): string {
  const header = { format: FORMAT, version: VERSION, holds, schema: storeSchema, made_at: madeAt.toISOString() }
  return `${JSON.stringify(header)}\n`
}

/** The end of an archive up to its digest. `endDigest` completes the line. */
export function endContents(contents: Contents): string {
  return JSON.stringify({ format: FORMAT, ...contents }).slice(0, -1)
}

/** `digest` is the SHA-256, as hexadecimal digits, of all text up to here. */
export function endDigest(digest: string): string {
  return `,"sha256":"${digest}"}\n`
}

/** The header of an archive; null when it is none. */
export function readHeader(json: unknown): Header | null {
  return Header.safeParse(json).data ?? null
}

/** Whether this version of Delphin can read the archive. */
export function isKnown(header: Header): boolean {
  const { holds, schema } = header
  const isCarriedOver = holds === 'history' && LAST_BEFORE_RELEASE.includes(schema)
  return header.version === VERSION && (isCarriedOver || knowsMigration(schema))
}

/** Whether this is the end of an archive. */
export function isExportEnd(json: unknown): boolean {
  return End.safeParse(json).success
}

/** What the line after the rows says: the contents, and the digest of the text before it, `digested` the last of that. */
type ReadEnd = { contents: Contents; digested: string; sha256: string }

const DIGEST = /^(.*),"sha256":"[0-9a-f]{64}"\}$/s

/** Reads what stands after the rows. `missing` when the archive was cut short, `damaged` when it cannot be read. */
export function readEnd(lines: readonly string[]): ReadEnd | 'missing' | 'damaged' {
  const [last = '', another] = lines
  if (another !== undefined) return 'damaged'
  const [, digested] = DIGEST.exec(last) ?? []
  if (digested === undefined) return 'missing'
  const end = End.safeParse(parseJson(last)).data
  return end === undefined ? 'damaged' : { contents: end, digested, sha256: end.sha256 }
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ROW = /^\{"table":"(\w+)","row":(.*)\}$/s

/** Rows of a table, in the text that the store gave of them, as lines of an archive. */
export function rowLines(table: string, rows: readonly string[]): string {
  return rows.map((row) => `{"table":"${table}","row":${row}}\n`).join('')
}

/** A row in the text that the store gave of it. */
export type RowText = { table: string; row: string }

/** The row of a line that `rowLines` wrote; null for any other line. */
export function readRowLine(line: string): RowText | null {
  const [, table, row] = ROW.exec(line) ?? []
  return table === undefined || row === undefined ? null : { table, row }
}

/**
 * Adds up a checksum for each table: the sum of the SHA-256 digests of its rows, cut to 128 bits. The order of the rows
 * makes no difference, so that a table can be read in any order.
 */
export function createTableSums() {
  const sums = new Map<string, { rows: number; high: bigint; low: bigint }>()
  return {
    /** Adds rows of a table in the text that the store gave of them. */
    add(table: string, rows: readonly string[]): void {
      const sum = sums.get(table) ?? { rows: 0, high: 0n, low: 0n }
      sums.set(table, sum)
      for (const row of rows) {
        const digest = hash('sha256', row, 'buffer')
        sum.high = BigInt.asUintN(64, sum.high + digest.readBigUInt64LE(0))
        sum.low = BigInt.asUintN(64, sum.low + digest.readBigUInt64LE(8))
      }
      sum.rows += rows.length
    },
    /** Every table that was added to, also without rows. */
    result(): TableSums {
      const hex = (half: bigint) => half.toString(16).padStart(16, '0')
      return Object.fromEntries(
        [...sums].map(([table, { rows, high, low }]) => [table, { rows, checksum: hex(high) + hex(low) }]),
      )
    },
  }
}

const EVERY_MS = 2_000

/** Says what it is given, but at most every two seconds: a command that takes long shows that it goes on. */
export function sayNowAndThen(clock: Clock, say: (line: string) => void): (line: () => string) => void {
  let saidAt = clock.monotonic()
  return (line) => {
    if (clock.monotonic() - saidAt < EVERY_MS) return
    saidAt = clock.monotonic()
    say(line())
  }
}

/** Is told the table at work, and how many rows are done in all. */
export type OnRows = (table: string, rows: number) => void

/** Says now and then how many rows are done. */
export function createRowProgress(clock: Clock, say: (line: string) => void) {
  const sayPaced = sayNowAndThen(clock, say)
  let total = 0
  const onRows: OnRows = (table, rows) => {
    total = rows
    sayPaced(() => `${formatThousands(rows)} rows, now ${table}`)
  }
  return { onRows, total: () => total }
}
