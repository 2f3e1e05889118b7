import { hash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { admitShared, type SharedLimit } from '../http/shared-rate-limit.ts'

/** How often a network may do what, under whatever name or session; `mails`: how many an account gets on request. */
export function networkLimits({ config }: Pick<Context, 'config'>) {
  const minutely = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: MINUTE_MS })
  const hourly = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: HOUR_MS })
  return {
    guestSessions: hourly('guest sessions', config.GUEST_SESSIONS_PER_HOUR),
    guestSearches: hourly('guest searches', config.GUEST_SEARCHES_PER_HOUR),
    guestRefreshes: hourly('guest refreshes', config.GUEST_REFRESHES_PER_HOUR),
    registrations: hourly('registrations', config.REGISTRATIONS_PER_HOUR),
    logins: minutely('logins', config.LOGINS_PER_MINUTE),
    mailRequests: hourly('mail requests', config.MAIL_REQUESTS_PER_HOUR),
    mails: hourly('mails', config.MAILS_PER_HOUR),
    // Each try is a call of the game from our address, with a key that may be made up.
    triedKeys: minutely('tried keys', config.LOGINS_PER_MINUTE),
  }
}

const TOO_MANY = said('error.manyLogins')

type Needs = Pick<Context, 'db' | 'clock' | 'config'>

/**
 * Lets a guess at a password through, or throws 429 with Retry-After (docs/decisions/0011-limits-in-the-store.md).
 * Guesses at one account are delayed per network and, from unknown networks, all together. While strangers use up what
 * all have together, each network has a try of its own a minute, so that nobody waits longer. Only the name as typed
 * counts, so that unknown names behave like known ones.
 */
export async function admitLogin(context: Needs, identifier: string, address: string): Promise<void> {
  await admitShared(context, networkLimits(context).logins, address, TOO_MANY)
  const place = placeOf(identifier, address)
  const seconds = await countTry(context, place)
  if (seconds > 0 && !(await countApart(context, place)))
    throw new AppError('too_many', TOO_MANY, { retryAfterSeconds: seconds })
}

const NETWORK_KNOWN_MS = 30 * DAY_MS

/** Notes a right password: for a month, guesses from elsewhere do not delay this network, under any name of the account. */
export async function rememberNetwork(context: Needs, identifiers: string[], address: string): Promise<void> {
  const now = context.clock.now()
  const known = { tries: 0, last_at: now, known_until: new Date(now.getTime() + NETWORK_KNOWN_MS) }
  await context.db
    .insertInto('login_tries')
    .values(identifiers.map((identifier) => ({ ...placeOf(identifier, address), ...known })))
    .onConflict((conflict) => conflict.columns(['account', 'network']).doUpdateSet(known))
    .execute()
}

/** Forgets all guesses at an account, and the networks that its owner logged in from. */
export async function forgetTries({ db }: Pick<Context, 'db'>, identifiers: string[]): Promise<void> {
  await db.deleteFrom('login_tries').where('account', 'in', identifiers.map(accountHash)).execute()
}

/** Time without a guess after which the guesses before count no more. */
const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS

/** Deletes the counts of guesses that count no more. */
export async function forgetOldTries({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('login_tries')
    .where('last_at', '<=', new Date(now.getTime() - FORGOTTEN_AFTER_MS))
    .where((row) => row.or([row('known_until', 'is', null), row('known_until', '<=', now)]))
    .execute()
}

/** The name that identifies an account: upper and lower case are the same. */
export function accountKey(identifier: string): string {
  return identifier.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type Place = { account: Buffer; network: Buffer }

function placeOf(identifier: string, address: string): Place {
  const network = hash('sha256', `${accountKey(identifier)} ${networkOf(address, 24)}`, 'buffer')
  return { account: accountHash(identifier), network }
}

function accountHash(identifier: string): Buffer {
  return hash('sha256', accountKey(identifier), 'buffer')
}

const FREE_TRIES_FROM_ONE_NETWORK = 5
const FREE_TRIES_FROM_ANYWHERE = 8
const LONGEST_DELAY_S = 60

/** The network of the row that counts guesses from anywhere. */
const ANYWHERE = Buffer.alloc(0)

/** SQL for the time of the next allowed guess after those of row `t`: free ones at once, then after 1, 2, 4 ... 60 s. */
const nextAt = sql`t.last_at + interval '1 second' * (
  with free as (
    select t.tries - case when t.network = ${ANYWHERE} then ${sql.lit(FREE_TRIES_FROM_ANYWHERE)}
      else ${sql.lit(FREE_TRIES_FROM_ONE_NETWORK)} end as over)
  select case when over < 0 then 0 else least(${sql.lit(LONGEST_DELAY_S)}, 2 ^ least(over, 10)) end from free)`

/**
 * Counts a guess before its outcome is known and returns 0, or counts nothing and returns the seconds to wait. One
 * statement decides, so that simultaneous guesses in several processes pass only as often as allowed.
 */
async function countTry({ db, clock }: Pick<Context, 'db' | 'clock'>, { account, network }: Place): Promise<number> {
  const now = clock.now()
  const [row] = await queryRows(
    db,
    { until: z.nullable(z.date()), missed: z.number() },
    sql`
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
    from held`,
  )
  if (row === undefined || row.missed === 0) return 0
  // No wait was needed when the statement began, but other guesses were counted in the meantime.
  if (row.until === null) return 1
  return Math.ceil((row.until.getTime() - now.getTime()) / 1000)
}

/** Tries that a network has apart from the others, until it has made none for a while. */
const APART_FROM_ONE_NETWORK = 5
/** Tries apart in a minute over all networks of strangers. */
const APART_FROM_ANYWHERE = 15

/** The network of the row that counts the tries apart. */
const APART = Buffer.alloc(1)

/**
 * Counts a guess that must wait for those of strangers as the network's own, and answers whether it may be tried: a
 * network has one a minute, and a few until it rests. All such networks have 15 a minute together, or a crowd of them would
 * guess without end.
 */
async function countApart({ db, clock }: Pick<Context, 'db' | 'clock'>, { account, network }: Place): Promise<boolean> {
  const now = clock.now()
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const [row] = await queryRows(
    db,
    { counted: z.number() },
    sql`
    with own as (
      select from login_tries where account = ${account} and network = ${network}
        and (last_at > ${minuteAgo} or known_until > ${now}
          or (last_at > ${forgotten} and tries >= ${sql.lit(APART_FROM_ONE_NETWORK)}))
    ), shared as (
      insert into login_tries as t (account, network, tries, last_at)
      select ${account}, ${APART}, 1, ${now} where not exists (select from own)
      on conflict (account, network) do update set
        tries = case when t.last_at > ${minuteAgo} then t.tries + 1 else 1 end,
        last_at = case when t.last_at > ${minuteAgo} then t.last_at else excluded.last_at end
      where t.last_at <= ${minuteAgo} or t.tries < ${sql.lit(APART_FROM_ANYWHERE)}
      returning network
    ), counted as (
      insert into login_tries as t (account, network, tries, last_at)
      select ${account}, ${network}, 1, ${now}::timestamptz from shared
      on conflict (account, network) do update set
        tries = case when t.last_at > ${forgotten} then t.tries + 1 else 1 end,
        last_at = excluded.last_at
      where t.last_at <= ${minuteAgo}
      returning network
    )
    select count(*)::integer as counted from counted`,
  )
  return row?.counted === 1
}
