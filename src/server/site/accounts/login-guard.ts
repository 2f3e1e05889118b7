import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { admitShared, type SharedLimit } from '../http/shared-rate-limit.ts'

const KNOWN_MS = 30 * DAY_MS

const SENTENCE = 'Too many logins. Please wait a moment and try again.'

type Needs = Pick<Context, 'db' | 'clock' | 'config'>

/**
 * Lets one guess at a password through, or throws 429 with Retry-After. Slows guessing down without locking anybody out:
 * guesses at one account are delayed per network, and beyond that wherever they come from; but networks its owner has
 * logged in from are exempt from the latter. Everything goes by the name as typed: an unknown one behaves like a known.
 */
export async function admitLogin(context: Needs, identifier: string, address: string): Promise<void> {
  await admitShared(context, networkLimits(context).logins, address, SENTENCE)
  const seconds = await countTry(context, placeOf(identifier, address))
  if (seconds > 0) throw new AppError('too_many', SENTENCE, { retryAfterSeconds: seconds })
}

/** The password was right: this network is known to the account for a month, under each of its names. */
export async function rememberNetwork(context: Needs, identifiers: string[], address: string): Promise<void> {
  const now = context.clock.now()
  const known = { tries: 0, last_at: now, known_until: new Date(now.getTime() + KNOWN_MS) }
  await context.db
    .insertInto('login_tries')
    .values(identifiers.map((identifier) => ({ ...placeOf(identifier, address), ...known })))
    .onConflict((conflict) => conflict.columns(['account', 'network']).doUpdateSet(known))
    .execute()
}

/** Forgets all guesses at the account, and from where its owner logged in. */
export async function forgetTries({ db }: Pick<Context, 'db'>, identifiers: string[]): Promise<void> {
  const accounts = identifiers.map(accountHash)
  await sql`delete from login_tries where account = any (${accounts})`.execute(db)
}

/** Names that differ only in case are one account. */
export function accountKey(identifier: string): string {
  return identifier.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function placeOf(identifier: string, address: string): { account: Buffer; network: Buffer } {
  return { account: accountHash(identifier), network: hash(`${accountKey(identifier)} ${networkOf(address, 24)}`) }
}

const accountHash = (identifier: string) => hash(accountKey(identifier))

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

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
async function countTry({ db, clock }: Pick<Context, 'db' | 'clock'>, place: Place): Promise<number> {
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

const MINUTE_MS = 60_000

/** What a network may do how often, whatever name or session it goes by. */
export function networkLimits({ config }: Pick<Context, 'config'>) {
  const minutely = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: MINUTE_MS })
  const hourly = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: HOUR_MS })
  return {
    guestSessions: hourly('guest sessions', config.GUEST_SESSIONS_PER_HOUR),
    guestSearches: hourly('guest searches', config.GUEST_SEARCHES_PER_HOUR),
    registrations: hourly('registrations', config.REGISTRATIONS_PER_HOUR),
    logins: minutely('logins', config.LOGINS_PER_MINUTE),
    // Each is a call to the game from our address, with a key that anybody may have made up.
    triedKeys: minutely('tried keys', config.LOGINS_PER_MINUTE),
  }
}
