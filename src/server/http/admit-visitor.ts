import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { Server } from './serve.ts'
import { admit } from './throttle.ts'
import type { Visitor } from './visitor.ts'

export const NOBODY: Visitor = { kind: 'nobody' }

/** Finds out who asks and whether he may. Public answers are the same for everybody: there asking would only cost. */
export async function admitVisitor(
  { identify, guards }: Pick<Server, 'identify' | 'guards'>,
  access: 'search' | 'user',
  request: FastifyRequest,
): Promise<Visitor> {
  const guestSession = request.headers['x-guest-session']
  const visitor = await identify({
    authorization: request.headers.authorization,
    guestSession: typeof guestSession === 'string' ? guestSession : undefined,
  })
  if (access === 'user' && visitor.kind !== 'user') {
    throw new AppError('unauthorized', 'Please log in', { code: 'login_required' })
  }
  if (visitor.kind === 'user' && guards !== undefined) {
    admit(guards.users, String(visitor.userId), 'Too many requests. Please wait a moment.')
  }
  return visitor
}
