import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import { countGlitches } from './count-glitches.ts'

/** Asks the game for its brawlers and stores them; one that was withdrawn is kept. Throws GameApiError. */
export async function collectBrawlers(context: Context, options: CallOptions): Promise<number> {
  const { body, observedAt, glitches } = await context.gameApi.getBrawlers(options)
  const rows = body.map(({ id, name }) => ({ id, name: name.replaceAll('\n', ' ') }))
  await sql`
    insert into brawlers (id, name, seen_at)
    select id, name, ${observedAt} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, name text)
    order by id
    on conflict (id) do update set name = excluded.name, seen_at = excluded.seen_at`.execute(context.db)
  await countGlitches(context, glitches)
  return rows.length
}
