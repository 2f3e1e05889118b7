import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import type { LOG_KINDS } from '#shared/contract/desk-records.ts'
import { changedMeanwhile, writeLog } from './desk-log.ts'
import type { Desk } from './open-desk.ts'

/** A change of a mark or an absence that was not taken away, or of a channel. */
type RecordChange = {
  table: 'absences' | 'member_marks' | 'club_channels'
  id: number
  player: string | null
  /** The version that the caller knows. */
  version: number
  /** Columns with their new values, and with those that undo the change. */
  set: Record<string, unknown>
  restored: Record<string, unknown>
  kind: (typeof LOG_KINDS)[number]
  text: string
}

/**
 * Changes a record that is still as the caller knows it, and writes the change into the log. Returns the entry's id.
 * @throws AppError `changed_meanwhile` with what `readNow` tells of the record
 */
export async function changeRecord(
  context: Context,
  desk: Desk,
  { table, id, player, version, set, restored, kind, text }: RecordChange,
  readNow: () => Promise<object>,
): Promise<number> {
  const columns = sql.join(Object.keys(set).map((column) => sql.ref(column)))
  const logged = await context.db.transaction().execute(async (db) => {
    const [row] = await queryRows(
      db,
      { version: z.number() },
      sql`
        update ${sql.table(table)} set (${columns}) = (
            select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(set)}::jsonb)),
          changed_at = ${context.clock.now()}, version = version + 1
        where desk = ${desk.key} and id = ${id} and version = ${version}
          ${table === 'club_channels' ? sql`` : sql`and removed_at is null`} returning version`,
    )
    if (row === undefined) return null
    return writeLog(context, db, desk, {
      kind,
      player,
      text,
      undo: [{ table, key: id, version: row.version, set: restored }],
    })
  })
  if (logged === null) throw changedMeanwhile(await readNow().catch(() => undefined))
  return logged
}
