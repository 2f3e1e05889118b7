import { sql } from 'kysely'
import type { Context } from '../context.ts'

const FREE_TRIES_FROM_ONE_NETWORK = 5
const FREE_TRIES_FROM_ANYWHERE = 8
const LONGEST_DELAY_S = 60

/** Without a try for so long the tries before are forgotten. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000

/** The row that counts tries from anywhere. */
const ANYWHERE = Buffer.alloc(0)

/** When the next try is allowed after those of row `t`: at once, then after 1, 2, 4 ... 60 seconds. */
const nextAt = sql`t.last_at + interval '1 second' * (
  with free as (
    select t.tries - case when t.network = ${ANYWHERE} then ${sql.lit(FREE_TRIES_FROM_ANYWHERE)}
      else ${sql.lit(FREE_TRIES_FROM_ONE_NETWORK)} end as over)
  select case when over < 0 then 0 else least(${sql.lit(LONGEST_DELAY_S)}, 2 ^ least(over, 10)) end from free)`

type Place = { account: Buffer; network: Buffer }

/**
 * Counts a try at an account before its outcome is known, and returns 0; or counts nothing, and returns the seconds to
 * wait. Of tries at the same moment, in whatever process, only so many pass as are allowed.
 */
export async function countTry({ db, clock }: Pick<Context, 'db' | 'clock'>, place: Place): Promise<number> {
  const now = clock.now()
  const { account, network } = place
  const { rows } = await sql<{ until: Date | null; missed: number }>`
    with places as (
      select n.network from unnest(${[ANYWHERE, network]}::bytea[]) as n (network)
      where n.network = ${network} or not exists (
        select from login_tries where account = ${account} and network = ${network} and known_until > ${now})
    ), held as (
      select max(${nextAt}) as until from login_tries t join places using (network)
      where account = ${account} and ${nextAt} > ${now}
    ), counted as (
      insert into login_tries as t (account, network, tries, last_at)
      select ${account}, network, 1, ${now} from places where (select until from held) is null order by network
      on conflict (account, network) do update set
        tries = case when t.last_at > ${new Date(now.getTime() - FORGOTTEN_AFTER_MS)} then t.tries + 1 else 1 end,
        last_at = excluded.last_at
      where ${nextAt} <= excluded.last_at
      returning network
    )
    select until, (select count(*) from places)::integer - (select count(*) from counted)::integer as missed
    from held`.execute(db)
  const [row] = rows
  if (row === undefined || row.missed === 0) return 0
  // Nobody had to wait when we looked, but others came in between.
  if (row.until === null) return 1
  return Math.ceil((row.until.getTime() - now.getTime()) / 1000)
}
