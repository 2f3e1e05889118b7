import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { networkOf } from '../http/network-of.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { limitsOf } from './limits.ts'
import { countTry } from './login-tries.ts'

const KNOWN_MS = 30 * 86_400_000

const SENTENCE = 'Too many logins. Please wait a moment and try again.'

type Needs = Pick<Context, 'db' | 'clock' | 'config'>

/**
 * Lets one guess at a password through, or throws 429 with Retry-After. Slows guessing down without locking anybody out:
 * guesses at one account are delayed per network, and beyond that wherever they come from; but networks its owner has
 * logged in from are exempt from the latter. Everything goes by the name as typed: an unknown one behaves like a known.
 */
export async function admitLogin(context: Needs, identifier: string, address: string): Promise<void> {
  await admitShared(context, limitsOf(context).logins, address, SENTENCE)
  const seconds = await countTry(context, placeOf(identifier, address))
  if (seconds > 0) throw new AppError('too_many', SENTENCE, { retryAfterSeconds: seconds })
}

/** The password was right: this network is known to the account for a month, under each of its names. */
export async function welcomeNetwork(context: Needs, identifiers: string[], address: string): Promise<void> {
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
