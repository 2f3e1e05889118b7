import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Job } from './scheduler.ts'

/** Clocks and waits are not exact: a turn may come this share of the time early. */
const EARLY_SHARE = 0.1

/** A last turn further ahead than clocks of different machines differ is one of before our clock was put back. */
const AHEAD_MS = 60_000

/** The same job, done by one process at a time of all that share the store: whoever comes first takes the turn. */
export function shared(context: Pick<Context, 'db' | 'clock'>, job: Job): Job {
  const run = async (signal: AbortSignal) => ((await takeTurn(context, job)) ? job.run(signal) : undefined)
  return { ...job, run }
}

async function takeTurn({ db, clock }: Pick<Context, 'db' | 'clock'>, { name, everyMs }: Job): Promise<boolean> {
  const now = clock.now()
  const lastBefore = new Date(now.getTime() - everyMs * (1 - EARLY_SHARE))
  const ahead = new Date(now.getTime() + AHEAD_MS)
  const { rows } = await sql`
    insert into settings as stored (key, value) values (${`job: ${name}`}, to_jsonb(${now}::timestamptz))
    on conflict (key) do update set value = excluded.value
    where (stored.value #>> '{}')::timestamptz <= ${lastBefore} or (stored.value #>> '{}')::timestamptz > ${ahead}
    returning key`.execute(db)
  return rows.length === 1
}
