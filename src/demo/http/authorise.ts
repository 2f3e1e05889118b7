import { type Answer, failure } from '../answers/answer.ts'

const MISSING = failure(403, 'accessDenied', 'Missing authorization')
const INVALID = failure(403, 'accessDenied', 'Invalid authorization')

/** The refusal of a request without an accepted bearer token; null when it may pass. */
export function refusal(authorization: string | undefined, tokens: readonly string[]): Answer | null {
  if (authorization === undefined) return MISSING
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
  return token !== undefined && tokens.includes(token) ? null : INVALID
}
