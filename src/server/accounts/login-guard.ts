import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'
import { AppError } from '../http/app-error.ts'
import { networkOf } from '../http/network-of.ts'
import { admit, createThrottle } from '../http/throttle.ts'
import { createGrowingDelay } from './growing-delay.ts'

const FREE_TRIES_FROM_ONE_NETWORK = 5
const FREE_TRIES_FROM_ANYWHERE = 8
const KNOWN_NETWORKS_MAX = 20_000
const MINUTE_MS = 60_000

const SENTENCE = 'Too many logins. Please wait a moment and try again.'

export type LoginGuard = {
  /** Lets one guess at a password through, or throws 429 with Retry-After. */
  admit(identifier: string, address: string): void
  /** The password was right: this network is known to the account from now on, under each of its names. */
  welcome(identifiers: string[], address: string): void
}

/**
 * Slows guessing down without locking anybody out. Guesses at one account are delayed per network, and beyond that
 * wherever they come from; but networks its owner has logged in from are exempt from the latter, so that strangers
 * cannot hold them up. Everything goes by the name as typed: an unknown name then behaves like a known one.
 */
export function createLoginGuard(clock: Clock, loginsPerMinute: number): LoginGuard {
  const perAddress = createThrottle({ clock, limit: loginsPerMinute, windowMs: MINUTE_MS })
  const fromNetwork = createGrowingDelay(clock, FREE_TRIES_FROM_ONE_NETWORK)
  const fromAnywhere = createGrowingDelay(clock, FREE_TRIES_FROM_ANYWHERE)
  const knownNetworks = new LRUCache<string, true>({ max: KNOWN_NETWORKS_MAX })
  return {
    admit(identifier, address) {
      admit(perAddress, networkOf(address), SENTENCE)
      const account = accountKey(identifier)
      const pair = `${account} ${networkOf(address, 24)}`
      const known = knownNetworks.get(pair) === true
      const seconds = Math.max(fromNetwork.wait(pair), known ? 0 : fromAnywhere.wait(account))
      if (seconds > 0) throw new AppError('too_many', SENTENCE, { retryAfterSeconds: seconds })
      fromNetwork.count(pair)
      if (!known) fromAnywhere.count(account)
    },
    welcome(identifiers, address) {
      for (const identifier of identifiers) {
        const pair = `${accountKey(identifier)} ${networkOf(address, 24)}`
        fromNetwork.forget(pair)
        knownNetworks.set(pair, true)
      }
    },
  }
}

/** Names that differ only in case are one account. */
export function accountKey(identifier: string): string {
  return identifier.trim().toLowerCase()
}
