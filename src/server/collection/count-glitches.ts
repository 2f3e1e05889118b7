import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Glitch } from '../game-api/payloads/glitch.ts'

/** Counts what was set aside, a row a kind and day, so that the status page can say how much. */
export async function countGlitches({ db, clock }: Context, glitches: Pick<Glitch, 'kind'>[]): Promise<void> {
  if (glitches.length === 0) return
  const rows = [...Map.groupBy(glitches, (glitch) => glitch.kind)].map(([kind, items]) => ({
    kind,
    count: items.length,
  }))
  const day = clock.now().toISOString().slice(0, 10)
  await sql`
    insert into glitches as stored (kind, day, count)
    select kind, ${day}::date, count from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, count integer)
    on conflict (kind, day) do update set count = stored.count + excluded.count`.execute(db)
}
