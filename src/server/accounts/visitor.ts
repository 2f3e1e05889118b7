import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import type { RequestFacts, Visitor } from '../http/visitor.ts'
import { findGuest } from './guests.ts'
import { readSecret } from './opaque-secret.ts'
import { findTokenOwner } from './tokens.ts'

/** Who asks: the owner of a valid token, else the holder of a guest session that is not over, else nobody. */
export async function identifyVisitor(context: Context, facts: RequestFacts): Promise<Visitor> {
  const tokenHash = readSecret(/^Bearer (\S+)$/i.exec(facts.authorization ?? '')?.[1])
  const userId = tokenHash && (await findTokenOwner(context, tokenHash))
  if (tokenHash !== null && userId !== null) return { kind: 'user', userId, tokenHash }
  const sessionHash = readSecret(facts.guestSession)
  const guest = sessionHash && (await findGuest(context, sessionHash))
  return sessionHash !== null && guest !== null ? { kind: 'guest', sessionHash } : { kind: 'nobody' }
}

/** The visitor as a signed-in user; throws `unauthorized` for anybody else. */
export function signedIn(visitor: Visitor): Extract<Visitor, { kind: 'user' }> {
  if (visitor.kind === 'user') return visitor
  throw new AppError('unauthorized', 'Please log in', { code: 'login_required' })
}
