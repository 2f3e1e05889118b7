import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SealedText = { nonce: Buffer; sealed: Buffer }

/** Encrypts a user's text so that it opens for the same user and master key only. */
export function seal(text: string, userId: number, master: MasterKey): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(owner(userId, master))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, sealed: Buffer.concat([encrypted, cipher.getAuthTag()]) }
}

/** The text that was sealed. Throws when it was sealed for another user, with another key, or has been altered. */
export function open({ nonce, sealed }: SealedText, userId: number, master: MasterKey): string {
  const decipher = createDecipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(owner(userId, master))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

function owner(userId: number, master: MasterKey): Buffer {
  return Buffer.from(`user ${userId}, key ${master.id}`)
}
