import * as z from 'zod'

/**
 * A backup is NDJSON: a header, then one line a stored row of every table, then checksums, then the digest of all that:
 * `{"format":"delphin-backup","version":1,"schema":"0008-limits","made_at":"..."}`
 * `{"table":"clubs","row":{"tag":"#2PP", ...}}` as in an export
 * `{"format":"delphin-backup","tables":{"clubs":{"rows":1,"checksum":"..."}},"sequences":[...]}`
 * `{"format":"delphin-backup","sha256":"..."}`
 */
export const FORMAT = 'delphin-backup'
export const VERSION = 1

const format = z.literal(FORMAT)
const Checksum = z.object({ rows: z.int(), checksum: z.string() })

export const Header = z.object({ format, version: z.int(), schema: z.string(), made_at: z.string() })
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
export type Sequence = Contents['sequences'][number]
