import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#server/kernel/limits.ts'

/** OWASP's parameters for argon2id, which is the library's default variant; 19 MiB and about 16 ms of a core each. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How every hash with today's parameters begins. */
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

const IN_FLIGHT = 2
const QUEUED = 20

/** One for the process, as the cores are: the rest of the site keeps answering while passwords are hashed. */
const hashing = createConcurrencyLimit(IN_FLIGHT, {
  waiting: QUEUED,
  refusal: { message: 'Too many people are logging in at the moment. Please try again.', retryAfterSeconds: 2 },
})

/** No password has this hash. Verified for users who do not exist, so that they take as long as those who do. */
const NOBODYS_HASH = `${CURRENT}WVm2U8vJzTqkKGXr1cYb5A$0m1GSs3uVZ0XW7pPqMGlV1nUuRkq3w8zJf4tYxQbE9c`

/** The password's argon2id hash, salt and parameters included. Throws `unavailable` when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, PARAMETERS))
}

/** Whether the password is the one hashed; takes the same time when there is no hash, and is then false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await hashing.run(() => verify(stored ?? NOBODYS_HASH, password))
  return right && stored !== undefined
}

/** Whether the hash was made with other parameters than today's: the next login makes it anew. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT)
}

const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/

/** 256 random bits as text: a token or a guest's session id. Only its holder ever has it; we keep the hash. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** What is stored of a secret. It has full entropy, so a fast hash without salt is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The hash of what a request carries; null for what was never one of our secrets, which then costs no query. */
export function readSecret(text: string | undefined): Buffer | null {
  return text !== undefined && SECRET.test(text) ? hashSecret(text) : null
}
