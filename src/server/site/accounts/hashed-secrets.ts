import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#server/kernel/limits.ts'
import { said } from '#shared/texts.ts'

/** OWASP's parameters for argon2id, the library's default variant: 19 MiB and about 16 ms of a core for each hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The beginning of every hash with these parameters. */
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** The hash of no password. It is verified for unknown users, so that they take as long as known ones. */
const HASH_OF_NO_PASSWORD = `${CURRENT}WVm2U8vJzTqkKGXr1cYb5A$0m1GSs3uVZ0XW7pPqMGlV1nUuRkq3w8zJf4tYxQbE9c`

/** All users share this limit, as they share the cores: the rest of the site is answered while passwords are hashed. */
const hashing = createConcurrencyLimit(2, {
  waiting: 20,
  refusal: { sentence: said('error.loginsBusy'), retryAfterSeconds: 2 },
})

/** The argon2id hash of a password, with its salt and parameters. Throws `unavailable` when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, PARAMETERS))
}

/**
 * Whether `stored` is the password's hash. Without a hash the answer is false, after the same time. Throws `unavailable`
 * when too many are waiting.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await hashing.run(() => verify(stored ?? HASH_OF_NO_PASSWORD, password))
  return right && stored !== undefined
}

/** Whether a hash has other parameters than today's. The next login replaces it. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT)
}
