import { createHash, randomBytes } from 'node:crypto'

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
