import { hash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/

/**
 * 256 random bits as text, for a token, a link or the id of a guest session. Only its owner has it; the store has its
 * hash.
 */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** The stored form of a secret. It has full entropy, so a fast hash without salt is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The hash of a secret in a request. Null for a text that cannot be one, so that it costs no query. */
export function readSecret(text: string | undefined): Buffer | null {
  return text !== undefined && SECRET.test(text) ? hashSecret(text) : null
}
