import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import { MOVED_TABLES, type MovedTable } from '#server/transfer/moved-tables.ts'

/** Every row of history and directory as text, by table: two stores with equal contents hold the same. */
export async function storeContents(db: Database): Promise<Record<MovedTable, string[]>> {
  const contents: [string, string[]][] = []
  for (const [table, { key }] of Object.entries(MOVED_TABLES)) {
    const order = sql.join(key.map((column) => sql`r.${sql.ref(column)}::text collate "C"`))
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(r)::text as text from ${sql.table(table)} r order by ${order}`.execute(db)
    contents.push([table, rows.map((row) => row.text)])
  }
  return Object.fromEntries(contents) as Record<MovedTable, string[]>
}
